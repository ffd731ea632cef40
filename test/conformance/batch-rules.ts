/** Rules of batches and bulk requests (§2.3, §2.4, §4.2, §8). Nothing here waits for an ingestion. */
import { z } from "zod";
import { empty, refused, same, shaped, type Context, type ProjectType, type Rule } from "./rules";
import { batch, bulkPage, bulkRequest, bulkSummary, createdBatch, project } from "./schemas";

const scriptPath = "https://example.com/script.xlsx";
const videoPath = "https://example.com/video.mp4";
/** What a batch of each type needs at least. */
const least: Record<ProjectType, Record<string, unknown>> = {
  "line-dubbing": { scriptPath },
  "media-dubbing": { videoPath },
  "audio-production": { scriptPath },
};
const types = Object.keys(least) as ProjectType[];
const create = "§4.2 POST /projects/{projectId}/batches";

async function newBatch(context: Context, type: ProjectType, body: object = {}) {
  const projectId = await context.newProject(type);
  const name = context.fresh("batch");
  const all = { name, ...least[type], ...body };
  const answer = await context.call("POST", `/projects/${projectId}/batches`, all);
  return shaped(answer, 201, createdBatch);
}
async function refusedBatch(context: Context, type: ProjectType, body: object, field: string) {
  const projectId = await context.newProject(type);
  const all = { name: "x", ...least[type], ...body };
  refused(await context.call("POST", `/projects/${projectId}/batches`, all), 400, field);
}

const bad: [string, ProjectType, object, string][] = [
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

/** Every setting with a good value and bad ones, and where it is available (§2.3). */
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

const settingRules = settings.flatMap(([name, good, wrong, available]): Rule[] => [
  ...types.map((type): Rule => ({
    section: "§2.3 settings",
    rule: `${name} ${available.includes(type) ? "is taken" : "is a 400"} in ${type}`,
    async run(context) {
      const body = { settings: { [name]: good } };
      if (available.includes(type)) await newBatch(context, type, body);
      else await refusedBatch(context, type, body, name);
    },
  })),
  {
    section: "§2.3 settings",
    rule: `${name} of another kind or out of range is a 400`,
    async run(context) {
      for (const value of wrong)
        await refusedBatch(
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
    rule: "a request id is answered, and its status in both forms",
    async run(context) {
      const { call } = context;
      const projectId = await context.newProject("media-dubbing");
      const body = { scriptPath, settings: { noOfAlternativeTakes: 1 } };
      const started = await call("POST", `/projects/${projectId}/batches/bulk`, body);
      const { requestId } = shaped(started, 200, bulkRequest);
      const at = `/batches/bulk/${requestId}/status`;
      same(shaped(await call("GET", at), 200, bulkSummary).requestId, requestId);
      const first = shaped(await call("GET", `${at}?page=1`), 200, bulkPage);
      same([first.page, first.limit], [1, 50]);
      const second = shaped(await call("GET", `${at}?page=2&limit=3`), 200, bulkPage);
      same([second.page, second.limit], [2, 3]);
      same(shaped(await call("GET", `${at}?limit=1000`), 200, bulkPage).page, 1);
      for (const query of ["limit=0", "limit=1001", "page=0", "page=x"])
        refused(await call("GET", `${at}?${query}`), 400, query.slice(0, query.indexOf("=")));
    },
  },
  {
    section: "§4.2 POST /projects/{projectId}/batches/bulk",
    rule: "no script or a setting that does not apply is a 400, an unknown project a 404",
    async run({ call, newProject }) {
      const at = `/projects/${await newProject("line-dubbing")}/batches/bulk`;
      refused(await call("POST", at, {}), 400, "scriptPath");
      const media = { scriptPath, settings: { importText: true } };
      refused(await call("POST", at, media), 400, "importText");
      refused(await call("POST", "/projects/no-such/batches/bulk", { scriptPath }), 404);
    },
  },
  {
    section: "§4.2 GET /batches/bulk/{requestId}/status",
    rule: "an unknown request is a 404",
    run: async ({ call }) => refused(await call("GET", "/batches/bulk/no-such/status"), 404),
  },
];

export const batchRules: Rule[] = [
  ...types.map((type): Rule => ({
    section: create,
    rule: `a ${type} batch is answered without a message, and read with one`,
    async run(context) {
      const made = await newBatch(context, type);
      const read = shaped(await context.call("GET", `/batches/${made.id}`), 200, batch);
      same([read.id, read.projectId, read.name], [made.id, made.projectId, made.name]);
      const listed = await context.call("GET", `/projects/${made.projectId}/batches`);
      same(
        shaped(listed, 200, z.array(batch)).map(({ id }) => id),
        [made.id],
      );
    },
  })),
  {
    section: create,
    rule: "there is one translation for each language",
    async run(context) {
      const { translations } = await newBatch(context, "line-dubbing");
      const ids = translations.map(({ languageId }) => languageId);
      same(new Set(ids).size, ids.length);
      same(ids.includes(context.languages[1]), true);
    },
  },
  ...bad.map(([what, type, body, field]): Rule => ({
    section: create,
    rule: `${what} is a 400 (${type})`,
    run: (context) => refusedBatch(context, type, body, field),
  })),
  {
    section: create,
    rule: "an unknown project is a 400: no 404 is listed",
    run: async ({ call }) =>
      refused(await call("POST", "/projects/no-such/batches", { name: "x", scriptPath }), 400),
  },
  {
    section: "§2.3 settings",
    rule: "an unknown setting is a 400 that names it",
    run: (context) => refusedBatch(context, "line-dubbing", { settings: { speed: 1 } }, "speed"),
  },
  ...settingRules,
  {
    section: "§4.2 GET",
    rule: "an unknown batch or project is a 404",
    async run({ call }) {
      refused(await call("GET", "/batches/no-such"), 404);
      refused(await call("GET", "/projects/no-such/batches"), 404);
    },
  },
  {
    section: "§4.2 POST /batches/delete",
    rule: "batches are deleted; ids must be a list of texts",
    async run(context) {
      const { call } = context;
      const { id } = await newBatch(context, "line-dubbing");
      empty(await call("POST", "/batches/delete", { batchIds: [id] }));
      refused(await call("GET", `/batches/${id}`), 404);
      for (const body of [{}, { batchIds: id }, { batchIds: [1] }])
        refused(await call("POST", "/batches/delete", body), 400, "batchIds");
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/assign-member",
    rule: "a member of the team is assigned to a language of the batch",
    async run(context) {
      const { call } = context;
      const made = await newBatch(context, "line-dubbing");
      const [userId] = await context.users();
      const teamMembers = [{ userId, role: "project-editor" }];
      empty(await call("POST", `/projects/${made.projectId}/team`, { teamMembers }));
      const at = `/batches/${made.id}/assign-member`;
      const languageId = context.languages[1];
      empty(await call("POST", at, { members: [{ userId, languageId }] }));
      refused(await call("POST", at, { members: [{ userId }] }), 400, "languageId");
      refused(await call("POST", at, { members: [{ languageId }] }), 400, "userId");
      refused(await call("POST", at, {}), 400, "members");
      refused(await call("POST", "/batches/no-such/assign-member", { members: [] }), 400);
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/languages",
    rule: "languages are added to the batch, and to its project: later batches have them",
    async run(context) {
      const { call } = context;
      const made = await newBatch(context, "line-dubbing");
      const at = `/batches/${made.id}/languages`;
      const languageId = context.languages[2];
      empty(await call("POST", at, { languages: [{ languageId }] }));
      const read = shaped(await call("GET", `/batches/${made.id}`), 200, batch);
      const ids = read.translations.map((translation) => translation.languageId);
      same(ids.filter((id) => id === languageId).length, 1);
      shaped(await call("GET", `/projects/${made.projectId}`), 200, project);
      const path = `/projects/${made.projectId}/batches`;
      const next = await call("POST", path, { name: context.fresh("batch"), scriptPath });
      const { translations } = shaped(next, 201, createdBatch);
      same(
        translations.some((translation) => translation.languageId === languageId),
        true,
      );
    },
  },
  {
    section: "§4.2 POST /batches/{batchId}/languages",
    rule: "an unknown language or batch, or no list, is a 400",
    async run(context) {
      const { call } = context;
      const at = `/batches/${(await newBatch(context, "line-dubbing")).id}/languages`;
      refused(
        await call("POST", at, { languages: [{ languageId: "no-such" }] }),
        400,
        "languageId",
      );
      refused(await call("POST", at, { languages: [{}] }), 400, "languageId");
      refused(await call("POST", at, {}), 400, "languages");
      refused(await call("POST", "/batches/no-such/languages", { languages: [] }), 400);
    },
  },
  ...bulkRules,
];
