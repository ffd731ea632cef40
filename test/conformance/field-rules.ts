/** Rules of fields that are not the least of what a call needs (§2.2, §2.3, §4.2, §4.3; notes § Scripts). */
import { z } from "zod";
import { empty, expectStatus, refused, same, shaped, type Context, type Rule } from "./rules";
import { batch, bulkRequest, createdBatch, project, text } from "./schemas";

const scriptPath = "https://example.com/script.xlsx";
const videoPath = "https://example.com/video.mp4";
const createBatch = "§4.2 POST /projects/{projectId}/batches";

/** Every setting of media dubbing at once. */
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
  const all = { name: context.fresh("batch"), ...body };
  return context.call("POST", `/projects/${projectId}/batches`, all);
}

const batchRules: Rule[] = [
  {
    section: createBatch,
    rule: "a new batch is at 0 percent, with the source and every target language once, none completed",
    async run(context) {
      const [source, target] = context.languages;
      const projectId = await context.newProject("line-dubbing");
      const made = shaped(await batchIn(context, projectId, { scriptPath }), 201, createdBatch);
      same([made.completionPercentage, made.projectId], [0, projectId]);
      same(
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
    rule: `an .${extension} script with its language code, in any case, is taken`,
    async run(context) {
      const projectId = await context.newProject("audio-production");
      for (const languageCode of [
        context.languages[1].toLowerCase(),
        context.languages[1].toUpperCase(),
      ]) {
        const body = { scriptPath: `https://example.com/s.${extension}`, languageCode };
        shaped(await batchIn(context, projectId, body), 201, createdBatch);
      }
    },
  })),
  {
    section: createBatch,
    rule: "a script in media-dubbing, and a video in audio-production, is taken",
    async run(context) {
      for (const type of ["media-dubbing", "audio-production"] as const) {
        const projectId = await context.newProject(type);
        shaped(await batchIn(context, projectId, { scriptPath, videoPath }), 201, createdBatch);
      }
    },
  },
  {
    section: "§4.1 Media",
    rule: "a path of the media gallery is taken for a video",
    async run(context) {
      const { call, put } = context;
      const file = { fileName: `${context.fresh("folder")}/a.mp4`, contentType: "video/mp4" };
      const url = shaped(await call("POST", "/media/upload-url", file), 200, text);
      expectStatus(await put(url, new Uint8Array(9), file.contentType), 200);
      const projectId = await context.newProject("media-dubbing");
      const body = { videoPath: file.fileName };
      shaped(await batchIn(context, projectId, body), 201, createdBatch);
      empty(await call("POST", "/media/files/delete", { paths: [file.fileName] }));
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
      const projectId = await context.newProject("line-dubbing");
      refused(await batchIn(context, projectId, body as object), 400, field as string);
    },
  })),
  {
    section: "§2.3 settings",
    rule: "all settings go together, and 0, 1 and 2 alternative takes are taken",
    async run(context) {
      const projectId = await context.newProject("media-dubbing");
      for (const noOfAlternativeTakes of [0, 1, 2]) {
        const settings = { ...allSettings, noOfAlternativeTakes };
        shaped(await batchIn(context, projectId, { videoPath, settings }), 201, createdBatch);
      }
      for (const noOfAlternativeTakes of [1.5, null]) {
        const settings = { noOfAlternativeTakes };
        refused(
          await batchIn(context, projectId, { videoPath, settings }),
          400,
          "noOfAlternativeTakes",
        );
      }
      shaped(await batchIn(context, projectId, { videoPath, settings: {} }), 201, createdBatch);
    },
  },
  {
    section: "§4.2 POST /projects/{projectId}/batches/bulk",
    rule: "settings are optional; a script path that is no URL is a 400",
    async run(context) {
      const at = `/projects/${await context.newProject("media-dubbing")}/batches/bulk`;
      shaped(await context.call("POST", at, { scriptPath }), 200, bulkRequest);
      for (const wrong of ["", 1, "file:///a.xlsx", "scripts/a.xlsx", "/a.xlsx"])
        refused(await context.call("POST", at, { scriptPath: wrong }), 400, "scriptPath");
      const settings = { noOfAlternativeTakes: 3 };
      const body = { scriptPath, settings };
      refused(await context.call("POST", at, body), 400, "noOfAlternativeTakes");
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/assign-member",
    rule: "who is unknown, and a language that is unknown or not the batch's, is a 400",
    async run(context) {
      const { call, languages } = context;
      const projectId = await context.newProject("line-dubbing");
      const { id } = shaped(await batchIn(context, projectId, { scriptPath }), 201, createdBatch);
      const [userId] = await context.users();
      const teamMembers = [{ userId, role: "project-editor" }];
      empty(await call("POST", `/projects/${projectId}/team`, { teamMembers }));
      const assign = (member: object) =>
        call("POST", `/batches/${id}/assign-member`, { members: [member] });
      refused(await assign({ userId: "no-such", languageId: languages[1] }), 400, "userId");
      refused(await assign({ userId, languageId: "no-such" }), 400, "languageId");
      refused(await assign({ userId, languageId: languages[2] }), 400, "languageId");
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/languages",
    rule: "a target script and the separator of its speakers are taken; a script that is no URL is a 400",
    async run(context) {
      const { call } = context;
      const projectId = await context.newProject("line-dubbing");
      const { id } = shaped(await batchIn(context, projectId, { scriptPath }), 201, createdBatch);
      const languageId = context.languages[2];
      const add = (fields: object) =>
        call("POST", `/batches/${id}/languages`, { languages: [{ languageId, ...fields }] });
      for (const wrong of ["file:///a.srt", "scripts/a.srt", "/a.srt"])
        refused(await add({ scriptPath: wrong }), 400, "scriptPath");
      refused(await add({ speakerSeparator: 1 }), 400, "speakerSeparator");
      const before = shaped(await call("GET", `/batches/${id}`), 200, batch).translations.length;
      empty(await add({ scriptPath: "https://example.com/a.srt", speakerSeparator: ":" }));
      same(shaped(await call("GET", `/batches/${id}`), 200, batch).translations.length, before + 1);
    },
  },
];

const projectRules: Rule[] = [
  {
    section: "§4.3 GET /projects",
    rule: "another type is a 400",
    run: async ({ call }) => refused(await call("GET", "/projects?type=opera"), 400, "type"),
  },
  {
    section: "§4.3 POST /projects",
    rule: "an empty name, no target language, or a list that is none is a 400",
    async run({ call, fresh, model, languages }) {
      const fields = { type: "audio-production", model, targetLanguages: [languages[1]] };
      refused(await call("POST", "/projects", { ...fields, name: "" }), 400, "name");
      for (const targetLanguages of [[], languages[1], [1], null]) {
        const body = { ...fields, name: fresh("project"), targetLanguages };
        refused(await call("POST", "/projects", body), 400, "targetLanguages");
      }
    },
  },
  {
    section: "§4.3 PUT /projects/{projectId}",
    rule: "both at once, or none, is fine; type, model and creation stay, and no empty name is taken",
    async run(context) {
      const { call } = context;
      const id = await context.newProject("line-dubbing");
      const put = (body: unknown) => call("PUT", `/projects/${id}`, body);
      const before = shaped(await put({}), 200, project);
      const change = { name: context.fresh("project"), status: "archived" };
      const after = shaped(await put(change), 200, project);
      const { updatedAt: _then, ...kept } = before;
      const { updatedAt: _now, ...found } = after;
      same(found, { ...kept, ...change });
      same(after.updatedAt >= before.updatedAt, true);
      refused(await put({ name: "" }), 400, "name");
      refused(await put({ name: null }), 400, "name");
    },
  },
  {
    section: "§3 Project",
    rule: "what is archived may be archived again, and is still read and listed",
    async run({ call, newProject }) {
      const id = await newProject("line-dubbing");
      const body = { action: "archive", projectIds: [id] };
      for (let times = 0; times < 2; times += 1)
        empty(await call("POST", "/projects/archive", body));
      same(shaped(await call("GET", `/projects/${id}`), 200, project).status, "archived");
      const listed = shaped(await call("GET", "/projects"), 200, z.array(project));
      same(
        listed.some((one) => one.id === id),
        true,
      );
    },
  },
  {
    section: "§4.3 POST /projects/archive",
    rule: "an unknown id leaves the others as they were; ids must be a list of texts",
    async run({ call, newProject }) {
      const id = await newProject("line-dubbing");
      const archive = (projectIds: unknown) =>
        call("POST", "/projects/archive", { action: "archive", projectIds });
      refused(await archive([id, "no-such"]), 400, "projectIds");
      same(shaped(await call("GET", `/projects/${id}`), 200, project).status, "active");
      for (const wrong of [id, [1], null]) refused(await archive(wrong), 400, "projectIds");
    },
  },
  {
    section: "§4.3 DELETE /projects/{projectId}",
    rule: "its batches go with it",
    async run(context) {
      const projectId = await context.newProject("line-dubbing");
      const { id } = shaped(await batchIn(context, projectId, { scriptPath }), 201, createdBatch);
      empty(await context.call("DELETE", `/projects/${projectId}`));
      refused(await context.call("GET", `/batches/${id}`), 404);
      refused(await context.call("GET", `/projects/${projectId}/batches`), 404);
    },
  },
  {
    section: "§4.3 GET /projects/{projectId}/team",
    rule: "an unknown project has nobody: neither 400 nor 404 is listed",
    run: async ({ call }) =>
      same(shaped(await call("GET", "/projects/no-such/team"), 200, z.array(z.never())), []),
  },
  {
    section: "§4.3 POST /projects/{projectId}/team/delete",
    rule: "who is no member is fine; an unknown project, or ids that are no texts, is a 400",
    async run({ call, newProject }) {
      const at = `/projects/${await newProject("line-dubbing")}/team/delete`;
      empty(await call("POST", at, { teamMembers: ["no-such"] }));
      refused(await call("POST", at, { teamMembers: [{ userId: "x" }] }), 400, "teamMembers");
      const unknown = "/projects/no-such/team/delete";
      refused(await call("POST", unknown, { teamMembers: [] }), 400, "projectId");
    },
  },
];

export const fieldRules: Rule[] = [...batchRules, ...projectRules];
