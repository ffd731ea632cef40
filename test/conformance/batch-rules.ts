/**
 * Rules of batches and bulk requests (§2.3, §2.4, §4.2, §8). None of them waits for an ingestion.
 */
import { z } from "zod";
import {
  expectEmpty,
  expectError,
  expectEqual,
  parseResponse,
  type Context,
  type ProjectType,
  type Rule,
} from "./rules";
import { batch, bulkPage, bulkRequest, bulkSummary, createdBatch, project } from "./schemas";

const scriptPath = "https://example.com/script.xlsx";
const videoPath = "https://example.com/video.mp4";
/** The required fields of a batch of each type. */
const requiredFields: Record<ProjectType, Record<string, unknown>> = {
  "line-dubbing": { scriptPath },
  "media-dubbing": { videoPath },
  "audio-production": { scriptPath },
};
const types = Object.keys(requiredFields) as ProjectType[];
const create = "§4.2 POST /projects/{projectId}/batches";

async function newBatch(context: Context, type: ProjectType, body: object = {}) {
  const projectId = await context.createProject(type);
  const name = context.uniqueName("batch");
  const all = { name, ...requiredFields[type], ...body };
  const response = await context.call("POST", `/projects/${projectId}/batches`, all);
  return parseResponse(response, 201, createdBatch);
}
async function expectInvalidBatch(
  context: Context,
  type: ProjectType,
  body: object,
  field: string,
) {
  const projectId = await context.createProject(type);
  const all = { name: "x", ...requiredFields[type], ...body };
  expectError(await context.call("POST", `/projects/${projectId}/batches`, all), 400, field);
}

const invalidBatches: [string, ProjectType, object, string][] = [
  ...types.map((type): [string, ProjectType, object, string] => [
    "no name",
    type,
    { name: undefined },
    "name",
  ]),
  ["line-dubbing without a script", "line-dubbing", { scriptPath: undefined }, "scriptPath"],
  [
    "audio-production without a script",
    "audio-production",
    { scriptPath: undefined },
    "scriptPath",
  ],
  ["media-dubbing without a video", "media-dubbing", { videoPath: undefined }, "videoPath"],
  ["a video in line-dubbing", "line-dubbing", { videoPath }, "videoPath"],
  ["a script path that is no text", "line-dubbing", { scriptPath: 1 }, "scriptPath"],
  ...["docx", "txt", "pdf", "srt"].map((extension): [string, ProjectType, object, string] => [
    `an .${extension} script without a language code`,
    "audio-production",
    { scriptPath: `https://example.com/script.${extension}` },
    "languageCode",
  ]),
  ["an unknown language code", "line-dubbing", { languageCode: "no-such" }, "languageCode"],
];

/** Every setting with a valid value, invalid values, and the types that have it (§2.3). */
const settings: [string, unknown, unknown[], ProjectType[]][] = [
  ["automaticInference", false, ["no", 0], types],
  ["noOfAlternativeTakes", 2, [-1, 3, "1"], types],
  ["autoCasting", false, ["no"], ["media-dubbing", "line-dubbing"]],
  ["removeBackgroud", false, ["no"], ["media-dubbing"]],
  ["automaticSpeakerDetection", false, ["no"], ["media-dubbing"]],
  ["noOfSpeakers", 2, ["2"], ["media-dubbing"]],
  ["sourceSpeakerSeparator", ":", [1], ["audio-production", "media-dubbing"]],
  ["importText", true, ["yes"], ["media-dubbing"]],
  ["importTiming", true, ["yes"], ["media-dubbing"]],
  ["importCharacters", true, ["yes"], ["media-dubbing"]],
];

const settingRules = settings.flatMap(([name, valid, invalid, available]): Rule[] => [
  ...types.map((type): Rule => ({
    section: "§2.3 settings",
    rule: `${name} ${available.includes(type) ? "is accepted" : "is a 400"} in ${type}`,
    async run(context) {
      const body = { settings: { [name]: valid } };
      if (available.includes(type)) await newBatch(context, type, body);
      else await expectInvalidBatch(context, type, body, name);
    },
  })),
  {
    section: "§2.3 settings",
    rule: `${name} of another type or out of range is a 400`,
    async run(context) {
      for (const value of invalid)
        await expectInvalidBatch(
          context,
          available[0] ?? "media-dubbing",
          { settings: { [name]: value } },
          name,
        );
    },
  },
]);

const bulkRules: Rule[] = [
  {
    section: "§4.2 POST /projects/{projectId}/batches/bulk",
    rule: "a request is created with an id, and its status is available in both forms",
    async run(context) {
      const { call } = context;
      const projectId = await context.createProject("media-dubbing");
      const body = { scriptPath, settings: { noOfAlternativeTakes: 1 } };
      const started = await call("POST", `/projects/${projectId}/batches/bulk`, body);
      const { requestId } = parseResponse(started, 200, bulkRequest);
      const at = `/batches/bulk/${requestId}/status`;
      expectEqual(parseResponse(await call("GET", at), 200, bulkSummary).requestId, requestId);
      const first = parseResponse(await call("GET", `${at}?page=1`), 200, bulkPage);
      expectEqual([first.page, first.limit], [1, 50]);
      const second = parseResponse(await call("GET", `${at}?page=2&limit=3`), 200, bulkPage);
      expectEqual([second.page, second.limit], [2, 3]);
      expectEqual(parseResponse(await call("GET", `${at}?limit=1000`), 200, bulkPage).page, 1);
      for (const query of ["limit=0", "limit=1001", "page=0", "page=x"])
        expectError(await call("GET", `${at}?${query}`), 400, query.slice(0, query.indexOf("=")));
    },
  },
  {
    section: "§4.2 POST /projects/{projectId}/batches/bulk",
    rule: "a missing script or a setting that does not apply is a 400, an unknown project a 404",
    async run({ call, createProject }) {
      const at = `/projects/${await createProject("line-dubbing")}/batches/bulk`;
      expectError(await call("POST", at, {}), 400, "scriptPath");
      const media = { scriptPath, settings: { importText: true } };
      expectError(await call("POST", at, media), 400, "importText");
      expectError(await call("POST", "/projects/no-such/batches/bulk", { scriptPath }), 404);
    },
  },
  {
    section: "§4.2 GET /batches/bulk/{requestId}/status",
    rule: "an unknown request is a 404",
    run: async ({ call }) => expectError(await call("GET", "/batches/bulk/no-such/status"), 404),
  },
];

export const batchRules: Rule[] = [
  ...types.map((type): Rule => ({
    section: create,
    rule: `the response of create contains no message for a ${type} batch, and GET returns one`,
    async run(context) {
      const created = await newBatch(context, type);
      const read = parseResponse(await context.call("GET", `/batches/${created.id}`), 200, batch);
      expectEqual(
        [read.id, read.projectId, read.name],
        [created.id, created.projectId, created.name],
      );
      const listed = await context.call("GET", `/projects/${created.projectId}/batches`);
      expectEqual(
        parseResponse(listed, 200, z.array(batch)).map(({ id }) => id),
        [created.id],
      );
    },
  })),
  {
    section: create,
    rule: "there is one translation for each language",
    async run(context) {
      const { translations } = await newBatch(context, "line-dubbing");
      const ids = translations.map(({ languageId }) => languageId);
      expectEqual(new Set(ids).size, ids.length);
      expectEqual(ids.includes(context.languages[1]), true);
    },
  },
  ...invalidBatches.map(([what, type, body, field]): Rule => ({
    section: create,
    rule: `${what} is a 400 (${type})`,
    run: (context) => expectInvalidBatch(context, type, body, field),
  })),
  {
    section: create,
    rule: "an unknown project is a 400: no 404 is listed",
    run: async ({ call }) =>
      expectError(await call("POST", "/projects/no-such/batches", { name: "x", scriptPath }), 400),
  },
  {
    section: "§2.3 settings",
    rule: "an unknown setting is a 400 that names it",
    run: (context) =>
      expectInvalidBatch(context, "line-dubbing", { settings: { speed: 1 } }, "speed"),
  },
  ...settingRules,
  {
    section: "§4.2 GET",
    rule: "an unknown batch or project is a 404",
    async run({ call }) {
      expectError(await call("GET", "/batches/no-such"), 404);
      expectError(await call("GET", "/projects/no-such/batches"), 404);
    },
  },
  {
    section: "§4.2 POST /batches/delete",
    rule: "batches are deleted; ids must be a list of strings",
    async run(context) {
      const { call } = context;
      const { id } = await newBatch(context, "line-dubbing");
      expectEmpty(await call("POST", "/batches/delete", { batchIds: [id] }));
      expectError(await call("GET", `/batches/${id}`), 404);
      for (const body of [{}, { batchIds: id }, { batchIds: [1] }])
        expectError(await call("POST", "/batches/delete", body), 400, "batchIds");
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/assign-member",
    rule: "a member of the team is assigned to a language of the batch",
    async run(context) {
      const { call } = context;
      const created = await newBatch(context, "line-dubbing");
      const [userId] = await context.users();
      const teamMembers = [{ userId, role: "project-editor" }];
      expectEmpty(await call("POST", `/projects/${created.projectId}/team`, { teamMembers }));
      const at = `/batches/${created.id}/assign-member`;
      const languageId = context.languages[1];
      expectEmpty(await call("POST", at, { members: [{ userId, languageId }] }));
      expectError(await call("POST", at, { members: [{ userId }] }), 400, "languageId");
      expectError(await call("POST", at, { members: [{ languageId }] }), 400, "userId");
      expectError(await call("POST", at, {}), 400, "members");
      expectError(await call("POST", "/batches/no-such/assign-member", { members: [] }), 400);
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/languages",
    rule: "languages are added to the batch and to its project, so later batches have them",
    async run(context) {
      const { call } = context;
      const created = await newBatch(context, "line-dubbing");
      const at = `/batches/${created.id}/languages`;
      const languageId = context.languages[2];
      expectEmpty(await call("POST", at, { languages: [{ languageId }] }));
      const read = parseResponse(await call("GET", `/batches/${created.id}`), 200, batch);
      const ids = read.translations.map((translation) => translation.languageId);
      expectEqual(ids.filter((id) => id === languageId).length, 1);
      parseResponse(await call("GET", `/projects/${created.projectId}`), 200, project);
      const path = `/projects/${created.projectId}/batches`;
      const next = await call("POST", path, { name: context.uniqueName("batch"), scriptPath });
      const { translations } = parseResponse(next, 201, createdBatch);
      expectEqual(
        translations.some((translation) => translation.languageId === languageId),
        true,
      );
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/languages",
    rule: "an unknown language or batch, or a missing list, is a 400",
    async run(context) {
      const { call } = context;
      const at = `/batches/${(await newBatch(context, "line-dubbing")).id}/languages`;
      expectError(
        await call("POST", at, { languages: [{ languageId: "no-such" }] }),
        400,
        "languageId",
      );
      expectError(await call("POST", at, { languages: [{}] }), 400, "languageId");
      expectError(await call("POST", at, {}), 400, "languages");
      expectError(await call("POST", "/batches/no-such/languages", { languages: [] }), 400);
    },
  },
  ...bulkRules,
];
