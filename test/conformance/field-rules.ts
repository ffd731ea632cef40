/** Rules of optional fields (§2.2, §2.3, §4.2, §4.3; notes § Scripts). */
import { z } from "zod";
import {
  expectEmpty,
  expectStatus,
  expectError,
  expectEqual,
  parseResponse,
  type Context,
  type Rule,
} from "./rules";
import { batch, bulkRequest, createdBatch, project, text } from "./schemas";

const scriptPath = "https://example.com/script.xlsx";
const videoPath = "https://example.com/video.mp4";
const createBatch = "§4.2 POST /projects/{projectId}/batches";

/** Every setting of media dubbing. */
const allSettings = {
  automaticInference: true,
  noOfAlternativeTakes: 1,
  autoCasting: true,
  removeBackgroud: true,
  automaticSpeakerDetection: false,
  noOfSpeakers: 2,
  sourceSpeakerSeparator: ":",
  importText: true,
  importTiming: true,
  importCharacters: true,
};

async function batchIn(context: Context, projectId: string, body: object) {
  const all = { name: context.uniqueName("batch"), ...body };
  return context.call("POST", `/projects/${projectId}/batches`, all);
}

const batchRules: Rule[] = [
  {
    section: createBatch,
    rule: "a new batch is at 0 percent, with the source and every target language once, none completed",
    async run(context) {
      const [source, target] = context.languages;
      const projectId = await context.createProject("line-dubbing");
      const made = parseResponse(
        await batchIn(context, projectId, { scriptPath }),
        201,
        createdBatch,
      );
      expectEqual([made.completionPercentage, made.projectId], [0, projectId]);
      expectEqual(
        made.translations.map(({ languageId, isCompleted }) => [languageId, isCompleted]).sort(),
        [
          [source, false],
          [target, false],
        ].sort(),
      );
    },
  },
  ...["docx", "txt", "pdf", "srt"].map((extension): Rule => ({
    section: createBatch,
    rule: `an .${extension} script is accepted with its language code, in any case`,
    async run(context) {
      const projectId = await context.createProject("audio-production");
      for (const languageCode of [
        context.languages[1].toLowerCase(),
        context.languages[1].toUpperCase(),
      ]) {
        const body = { scriptPath: `https://example.com/s.${extension}`, languageCode };
        parseResponse(await batchIn(context, projectId, body), 201, createdBatch);
      }
    },
  })),
  {
    section: createBatch,
    rule: "a script in media-dubbing, and a video in audio-production, is accepted",
    async run(context) {
      for (const type of ["media-dubbing", "audio-production"] as const) {
        const projectId = await context.createProject(type);
        parseResponse(
          await batchIn(context, projectId, { scriptPath, videoPath }),
          201,
          createdBatch,
        );
      }
    },
  },
  {
    section: "§4.1 Media",
    rule: "a media gallery path is accepted for a video",
    async run(context) {
      const { call, put } = context;
      const file = { fileName: `${context.uniqueName("folder")}/a.mp4`, contentType: "video/mp4" };
      const url = parseResponse(await call("POST", "/media/upload-url", file), 200, text);
      expectStatus(await put(url, new Uint8Array(9), file.contentType), 200);
      const projectId = await context.createProject("media-dubbing");
      const body = { videoPath: file.fileName };
      parseResponse(await batchIn(context, projectId, body), 201, createdBatch);
      expectEmpty(await call("POST", "/media/files/delete", { paths: [file.fileName] }));
    },
  },
  ...[
    ["an empty name", { name: "", scriptPath }, "name"],
    ["a name that is no text", { name: 1, scriptPath }, "name"],
    ["an empty script path", { scriptPath: "" }, "scriptPath"],
    ["a script path of the media gallery", { scriptPath: "scripts/a.xlsx" }, "scriptPath"],
    ["a script path without a protocol", { scriptPath: "//example.com/a.xlsx" }, "scriptPath"],
    ["an absolute file path as script path", { scriptPath: "/a.xlsx" }, "scriptPath"],
    ["a script path of another protocol", { scriptPath: "file:///a.xlsx" }, "scriptPath"],
    ["a language code that is no text", { scriptPath, languageCode: 1 }, "languageCode"],
    ["settings that are no object", { scriptPath, settings: [] }, "settings"],
  ].map(([what, body, field]): Rule => ({
    section: createBatch,
    rule: `${what as string} is a 400`,
    async run(context) {
      const projectId = await context.createProject("line-dubbing");
      expectError(await batchIn(context, projectId, body as object), 400, field as string);
    },
  })),
  {
    section: "§2.3 settings",
    rule: "all settings can be combined, and 0, 1 and 2 alternative takes are accepted",
    async run(context) {
      const projectId = await context.createProject("media-dubbing");
      for (const noOfAlternativeTakes of [0, 1, 2]) {
        const settings = { ...allSettings, noOfAlternativeTakes };
        parseResponse(
          await batchIn(context, projectId, { videoPath, settings }),
          201,
          createdBatch,
        );
      }
      const wrong = { noOfAlternativeTakes: 1.5 };
      expectError(
        await batchIn(context, projectId, { videoPath, settings: wrong }),
        400,
        "noOfAlternativeTakes",
      );
      // Some clients send all fields of a form: null is absent.
      for (const settings of [{ noOfAlternativeTakes: null }, null]) {
        const body = { videoPath, scriptPath: null, languageCode: null, settings };
        parseResponse(await batchIn(context, projectId, body), 201, createdBatch);
      }
      parseResponse(
        await batchIn(context, projectId, { videoPath, settings: {} }),
        201,
        createdBatch,
      );
    },
  },
  {
    section: "§4.2 POST /projects/{projectId}/batches/bulk",
    rule: "settings are optional; a script path that is not a URL is a 400",
    async run(context) {
      const at = `/projects/${await context.createProject("media-dubbing")}/batches/bulk`;
      parseResponse(await context.call("POST", at, { scriptPath }), 200, bulkRequest);
      for (const invalid of ["", 1, "file:///a.xlsx", "scripts/a.xlsx", "/a.xlsx"])
        expectError(await context.call("POST", at, { scriptPath: invalid }), 400, "scriptPath");
      const settings = { noOfAlternativeTakes: 3 };
      const body = { scriptPath, settings };
      expectError(await context.call("POST", at, body), 400, "noOfAlternativeTakes");
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/assign-member",
    rule: "an unknown user, and a language that is unknown or not in the batch, is a 400",
    async run(context) {
      const { call, languages } = context;
      const projectId = await context.createProject("line-dubbing");
      const { id } = parseResponse(
        await batchIn(context, projectId, { scriptPath }),
        201,
        createdBatch,
      );
      const [userId] = await context.users();
      const teamMembers = [{ userId, role: "project-editor" }];
      expectEmpty(await call("POST", `/projects/${projectId}/team`, { teamMembers }));
      const assign = (member: object) =>
        call("POST", `/batches/${id}/assign-member`, { members: [member] });
      expectError(await assign({ userId: "no-such", languageId: languages[1] }), 400, "userId");
      expectError(await assign({ userId, languageId: "no-such" }), 400, "languageId");
      expectError(await assign({ userId, languageId: languages[2] }), 400, "languageId");
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/languages",
    rule: "a target script and its speaker separator are accepted; a script that is not a URL is a 400",
    async run(context) {
      const { call } = context;
      const projectId = await context.createProject("line-dubbing");
      const { id } = parseResponse(
        await batchIn(context, projectId, { scriptPath }),
        201,
        createdBatch,
      );
      const languageId = context.languages[2];
      const add = (fields: object) =>
        call("POST", `/batches/${id}/languages`, { languages: [{ languageId, ...fields }] });
      for (const wrong of ["file:///a.srt", "scripts/a.srt", "/a.srt"])
        expectError(await add({ scriptPath: wrong }), 400, "scriptPath");
      expectError(await add({ speakerSeparator: 1 }), 400, "speakerSeparator");
      const before = parseResponse(await call("GET", `/batches/${id}`), 200, batch).translations
        .length;
      expectEmpty(await add({ scriptPath: "https://example.com/a.srt", speakerSeparator: ":" }));
      expectEqual(
        parseResponse(await call("GET", `/batches/${id}`), 200, batch).translations.length,
        before + 1,
      );
    },
  },
];

const projectRules: Rule[] = [
  {
    section: "§4.3 GET /projects",
    rule: "another type is a 400",
    run: async ({ call }) => expectError(await call("GET", "/projects?type=opera"), 400, "type"),
  },
  {
    section: "§4.3 POST /projects",
    rule: "an empty name, no target language, or an invalid list is a 400",
    async run({ call, uniqueName, model, languages }) {
      const fields = { type: "audio-production", model, targetLanguages: [languages[1]] };
      expectError(await call("POST", "/projects", { ...fields, name: "" }), 400, "name");
      for (const targetLanguages of [[], languages[1], [1], null]) {
        const body = { ...fields, name: uniqueName("project"), targetLanguages };
        expectError(await call("POST", "/projects", body), 400, "targetLanguages");
      }
    },
  },
  {
    section: "§4.3 PUT /projects/{projectId}",
    rule: "both fields or none can be changed; type, model and creation time do not change; an empty name is rejected",
    async run(context) {
      const { call } = context;
      const id = await context.createProject("line-dubbing");
      const put = (body: unknown) => call("PUT", `/projects/${id}`, body);
      const before = parseResponse(await put({}), 200, project);
      const change = { name: context.uniqueName("project"), status: "archived" };
      const after = parseResponse(await put(change), 200, project);
      const { updatedAt: _then, ...unchanged } = before;
      const { updatedAt: _now, ...found } = after;
      expectEqual(found, { ...unchanged, ...change });
      expectEqual(after.updatedAt >= before.updatedAt, true);
      expectError(await put({ name: "" }), 400, "name");
      const same = parseResponse(await put({ name: null, status: null }), 200, project);
      expectEqual([same.name, same.status], [after.name, after.status]);
    },
  },
  {
    section: "§3 Project",
    rule: "an archived project can be archived again, read and listed",
    async run({ call, createProject }) {
      const id = await createProject("line-dubbing");
      const body = { action: "archive", projectIds: [id] };
      for (let times = 0; times < 2; times += 1)
        expectEmpty(await call("POST", "/projects/archive", body));
      expectEqual(
        parseResponse(await call("GET", `/projects/${id}`), 200, project).status,
        "archived",
      );
      const listed = parseResponse(await call("GET", "/projects"), 200, z.array(project));
      expectEqual(
        listed.some((one) => one.id === id),
        true,
      );
    },
  },
  {
    section: "§4.3 POST /projects/archive",
    rule: "an unknown id changes none of the others; ids must be a list of strings",
    async run({ call, createProject }) {
      const id = await createProject("line-dubbing");
      const archive = (projectIds: unknown) =>
        call("POST", "/projects/archive", { action: "archive", projectIds });
      expectError(await archive([id, "no-such"]), 400, "projectIds");
      expectEqual(
        parseResponse(await call("GET", `/projects/${id}`), 200, project).status,
        "active",
      );
      for (const wrong of [id, [1], null]) expectError(await archive(wrong), 400, "projectIds");
    },
  },
  {
    section: "§4.3 DELETE /projects/{projectId}",
    rule: "its batches are deleted with it",
    async run(context) {
      const projectId = await context.createProject("line-dubbing");
      const { id } = parseResponse(
        await batchIn(context, projectId, { scriptPath }),
        201,
        createdBatch,
      );
      expectEmpty(await context.call("DELETE", `/projects/${projectId}`));
      expectError(await context.call("GET", `/batches/${id}`), 404);
      expectError(await context.call("GET", `/projects/${projectId}/batches`), 404);
    },
  },
  {
    section: "§4.3 GET /projects/{projectId}/team",
    rule: "the team of an unknown project is empty: neither 400 nor 404 is listed",
    run: async ({ call }) =>
      expectEqual(
        parseResponse(await call("GET", "/projects/no-such/team"), 200, z.array(z.never())),
        [],
      ),
  },
  {
    section: "§4.3 POST /projects/{projectId}/team/delete",
    rule: "a user who is not a member is ignored; an unknown project, or ids that are not strings, is a 400",
    async run({ call, createProject }) {
      const at = `/projects/${await createProject("line-dubbing")}/team/delete`;
      expectEmpty(await call("POST", at, { teamMembers: ["no-such"] }));
      expectError(await call("POST", at, { teamMembers: [{ userId: "x" }] }), 400, "teamMembers");
      const unknown = "/projects/no-such/team/delete";
      expectError(await call("POST", unknown, { teamMembers: [] }), 400, "projectId");
    },
  },
];

export const fieldRules: Rule[] = [...batchRules, ...projectRules];
