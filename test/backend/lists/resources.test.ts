/** Projects and their resources against the local service, with real HTTP and a real database. */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Handlers } from "../../../preload/contract";
import type { ResourceList } from "../../../preload/model/resources";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { scriptWorkerFile } from "../../helpers/programs";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  waitForIngestion,
  model,
  createProject,
  createUser,
  uploadScript,
} from "../../helpers/local-workspace";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: RunningLocalService;
let test: TestBackend;
let workspaceId: string;
const vault = memoryVault(true);
const page = { offset: 0, limit: 100 };

beforeEach(async () => {
  vault.secrets.clear();
  folder = await temporaryFolder();
  service = await startLocalService({ scriptWorkerFile });
  test = start();
  workspaceId = await connectWorkspace(test, service.address().baseUrl, service.address());
  await test.waitUntil(
    async () => ((await extensions()).includes("lines") ? true : null),
    "extensions",
  );
});
afterEach(async () => {
  await test.stop();
  await service.remove();
  await folder.remove();
});

const start = () => startBackend(path.join(folder.path, "profile"), { vault });
const extensions = async () => (await test.handlers.workspaces.list(undefined))[0]!.extensions;
const read = (list: ResourceList) => test.handlers.lists.refresh({ workspaceId, list });
const projects = (fields: Partial<Parameters<Handlers["projects"]["list"]>[0]> = {}) =>
  test.handlers.projects.list({
    workspaceId,
    type: "all",
    isArchived: false,
    search: "",
    sort: "name",
    ...page,
    ...fields,
  });
const create = (name: string, targetLanguages = ["fr-fr"]) =>
  test.handlers.projects.create({
    workspaceId,
    name,
    type: "audio-production",
    model,
    sourceLanguage: null,
    targetLanguages,
  });
const script = "Character,Text_FR-FR\nAnna,Bonjour\nBert,Salut\nCleo,Merci\n";
/** A project with one batch whose three characters have no voices. */
async function cast(name = "Season") {
  const { id: projectId } = await create(name);
  const scriptPath = await uploadScript(service.client, "a.csv", script);
  const draft = { name: "One", scriptPath, videoPath: "", languageCode: "", settings: {} };
  const { id: batchId } = await test.handlers.batches.create({ workspaceId, projectId, draft });
  await waitForIngestion(service.client, batchId);
  await read({ kind: "characters", projectId });
  return { projectId, batchId };
}
const characters = (projectId: string, filter: "all" | "uncast" = "all") =>
  test.handlers.casting.list({ workspaceId, projectId, filter, search: "", sort: "name", ...page });
const batches = (projectId: string) =>
  test.handlers.batches.list({
    workspaceId,
    projectId,
    filter: "all",
    search: "",
    sort: "name",
    ...page,
  });
const voices = async () => {
  await read({ kind: "voices", model });
  const filters = { search: "", gender: "", age: "", timbre: "", voiceTag: "" };
  return test.handlers.catalogue.voices({ workspaceId, model, ...filters, sort: "name", ...page });
};

describe("projects", () => {
  it("are created, renamed, archived and deleted; each change is shown at once", async () => {
    const two = await create("Ep 2");
    const ten = await create("Ep 10");
    expect((await projects()).projects.map(({ name }) => name)).toEqual(["Ep 2", "Ep 10"]);
    await test.handlers.projects.rename({ workspaceId, projectId: two.id, name: "Élodie" });
    expect((await projects({ search: "elodie" })).projects).toMatchObject([{ id: two.id }]);
    await test.handlers.projects.setArchived({
      workspaceId,
      projectIds: [ten.id],
      isArchived: true,
    });
    expect((await projects()).counts).toEqual({ active: 1, archived: 1 });
    expect((await projects({ isArchived: true })).projects).toMatchObject([{ id: ten.id }]);
    expect((await projects({ type: "media-dubbing" })).total).toBe(0);
    const outcomes = await test.handlers.projects.delete({
      workspaceId,
      projectIds: [two.id, ten.id, "unknown"],
    });
    expect(outcomes.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect((await projects()).counts).toEqual({ active: 0, archived: 0 });
    await read({ kind: "projects" });
    expect((await projects()).freshness).toMatchObject({ isReading: false, problem: null });
  });

  it("of all three types form one list; an unknown project is requested from the service", async () => {
    const line = await createProject(service.client, { name: "B" });
    await createProject(service.client, { name: "A", type: "media-dubbing" });
    await createProject(service.client, { name: "C", type: "audio-production" });
    const { project, freshness } = await test.handlers.projects.get({
      workspaceId,
      projectId: line,
    });
    expect(project).toMatchObject({ name: "B", type: "line-dubbing", status: "active" });
    expect(freshness.readAt).toBeNull();
    await read({ kind: "projects" });
    expect((await projects()).projects.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    await expect(
      test.handlers.projects.get({ workspaceId, projectId: "unknown" }),
    ).rejects.toMatchObject({ code: "not-found" });
  });

  it("are validated before they are sent, and by the service", async () => {
    await read({ kind: "languages" });
    const wrong = { workspaceId, name: "A", model, sourceLanguage: null };
    await expect(
      test.handlers.projects.create({
        ...wrong,
        type: "line-dubbing",
        targetLanguages: ["fr-fr", "klingon"],
      }),
    ).rejects.toMatchObject({
      code: "invalid-input",
      details: [
        { field: "sourceLanguage", message: "required" },
        { field: "targetLanguages[1]", message: "not-a-language" },
      ],
    });
    await expect(
      test.handlers.projects.create({
        ...wrong,
        model: "no-such-model",
        type: "audio-production",
        targetLanguages: ["fr-fr"],
      }),
    ).rejects.toMatchObject({ code: "invalid-input", details: [{ field: "model" }] });
    expect((await projects()).total).toBe(0);
  });

  it("include the languages of their batches and those added here", async () => {
    const { projectId } = await cast();
    await test.handlers.projects.addLanguages({ workspaceId, projectId, languages: ["de-de"] });
    await read({ kind: "batches", projectId });
    const { languages } = await test.handlers.projects.languages({ workspaceId, projectId });
    const none = { completed: 0, failed: 0, completionPercentage: 0 };
    expect(languages).toEqual([
      { languageId: "de-de", batches: 0, ...none },
      { languageId: "fr-fr", batches: 1, ...none },
    ]);
  });
});

describe("batches", () => {
  it("are listed with the reason why they need attention, and continue after casting", async () => {
    const { projectId, batchId } = await cast();
    await read({ kind: "batches", projectId });
    expect(await batches(projectId)).toMatchObject({
      batches: [
        { id: batchId, status: "casting", group: "needs-attention", isCastingCompleted: false },
      ],
      counts: { all: 1, "needs-attention": 1, running: 0, failed: 0, idle: 0, done: 0 },
    });
    const found = await characters(projectId);
    expect(found).toMatchObject({ total: 3, counts: { all: 3, uncast: 3 } });
    const known = (await voices()).voices;
    const assignments = found.characters.map(({ id: characterId }, index) => ({
      characterId,
      voice: known[index]!.name,
    }));
    const outcomes = await test.handlers.casting.assign({
      workspaceId,
      projectId,
      assignments: [...assignments, { characterId: "unknown", voice: known[0]!.name }],
    });
    expect(outcomes.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      undefined,
      undefined,
      "not-found",
    ]);
    expect(await characters(projectId, "uncast")).toMatchObject({ total: 0 });
    expect((await characters(projectId)).characters[0]!.voice).toMatchObject({
      name: known[0]!.name,
      gender: known[0]!.gender,
    });
    await test.waitUntil(async () => {
      const [batch] = (await batches(projectId)).batches;
      return batch?.isCastingCompleted ? batch : null;
    }, "the batch to continue");
  });

  it("preserve the types of translations, which only the response of create contains", async () => {
    const { id: projectId } = await test.handlers.projects.create({
      workspaceId,
      name: "Typed",
      type: "line-dubbing",
      model,
      sourceLanguage: "en-us",
      targetLanguages: ["fr-fr"],
    });
    const scriptPath = await uploadScript(service.client, "a.csv", script);
    const draft = { name: "One", scriptPath, videoPath: "", languageCode: "", settings: {} };
    const { id: batchId } = await test.handlers.batches.create({ workspaceId, projectId, draft });
    const one = { workspaceId, projectId, batchId };
    const types = async () =>
      (await test.handlers.batches.get(one)).batch.translations
        .map(({ languageId, type }) => `${languageId} ${type}`)
        .sort();
    const expected = ["en-us source", "fr-fr target"];
    expect(await types()).toEqual(expected);
    await waitForIngestion(service.client, batchId);
    await read({ kind: "batches", projectId });
    expect(await types()).toEqual(expected);
    await read({ kind: "batch", projectId, batchId });
    expect(await types()).toEqual(expected);
    const languages = [{ languageId: "de-de", scriptPath: "", speakerSeparator: "" }];
    await test.handlers.batches.addLanguages({ ...one, languages });
    await read({ kind: "batch", projectId, batchId });
    expect(await types()).toEqual(["de-de ", ...expected]);
  });

  it("are validated by the rules of their project type", async () => {
    const projectId = await createProject(service.client);
    const scriptPath = "https://example.test/a.srt";
    const draft = { name: "", scriptPath, videoPath: "a.mp4", languageCode: "" };
    const settings = { noOfSpeakers: 2, noOfAlternativeTakes: 3 };
    await expect(
      test.handlers.batches.create({ workspaceId, projectId, draft: { ...draft, settings } }),
    ).rejects.toMatchObject({
      code: "invalid-input",
      details: [
        { field: "name", message: "required" },
        { field: "videoPath", message: "not-applicable" },
        { field: "languageCode", message: "required" },
        { field: "settings.noOfSpeakers", message: "not-applicable" },
        { field: "settings.noOfAlternativeTakes", message: "out-of-range" },
      ],
    });
    expect((await batches(projectId)).total).toBe(0);
  });

  it("can be given languages and members, and return their lines page by page", async () => {
    const { projectId, batchId } = await cast();
    const one = { workspaceId, projectId, batchId };
    const languages = [{ languageId: "de-de", scriptPath: "", speakerSeparator: "" }];
    await test.handlers.batches.addLanguages({ ...one, languages });
    const { batch } = await test.handlers.batches.get(one);
    expect(batch.translations.map(({ languageId }) => languageId)).toEqual(["fr-fr", "de-de"]);

    const userId = await createUser(service.client);
    await read({ kind: "users" });
    await test.handlers.team.add({
      workspaceId,
      projectId,
      members: [{ userId, role: "project-editor" }],
    });
    await test.handlers.batches.assignMembers({
      ...one,
      members: [{ userId, languageId: "fr-fr" }],
    });
    await read({ kind: "assignments", batchId });
    const { assignments, freshness } = await test.handlers.batches.assignments(one);
    expect(assignments).toEqual([{ userId, languageId: "fr-fr" }]);
    expect(freshness.readAt).not.toBeNull();

    const lines = async (offset: number, limit: number) => {
      const answer = await test.handlers.batches.lines({ ...one, offset, limit });
      expect(answer.total).toBe(3);
      return answer.lines.map(({ number, character, texts }) => [
        number,
        character,
        texts["fr-fr"],
      ]);
    };
    expect(await lines(0, 2)).toEqual([
      [1, "Anna", "Bonjour"],
      [2, "Bert", "Salut"],
    ]);
    expect(await lines(1, 2)).toEqual([
      [2, "Bert", "Salut"],
      [3, "Cleo", "Merci"],
    ]);
    expect(await lines(3, 2)).toEqual([]);
  });

  it("are deleted with their cached data", async () => {
    const { projectId, batchId } = await cast();
    await test.handlers.batches.delete({ workspaceId, projectId, batchIds: [batchId] });
    expect((await batches(projectId)).total).toBe(0);
    await expect(
      test.handlers.batches.get({ workspaceId, projectId, batchId }),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("casting", () => {
  it("is copied from another project by character names", async () => {
    const from = await cast("From");
    const to = await cast("To");
    const [anna, bert] = (await characters(from.projectId)).characters;
    const [first, second] = (await voices()).voices.map(({ name }) => name);
    const give = (projectId: string, characterId: string, voice: string) =>
      test.handlers.casting.assign({
        workspaceId,
        projectId,
        assignments: [{ characterId, voice }],
      });
    await give(from.projectId, anna!.id, first!);
    await give(from.projectId, bert!.id, second!);
    const own = (await characters(to.projectId)).characters;
    await give(to.projectId, own[1]!.id, first!);
    const preview = await test.handlers.casting.previewCopy({
      workspaceId,
      projectId: to.projectId,
      fromProjectId: from.projectId,
    });
    expect(preview).toEqual([
      { characterId: own[0]!.id, name: "Anna", oldVoice: "", newVoice: first, kind: "new" },
      { characterId: own[1]!.id, name: "Bert", oldVoice: first, newVoice: second, kind: "changed" },
      { characterId: own[2]!.id, name: "Cleo", oldVoice: "", newVoice: "", kind: "no-match" },
    ]);
  });

  it("renames and merges characters", async () => {
    const { projectId } = await cast();
    const [anna, bert, thirdCharacter] = (await characters(projectId)).characters;
    const one = { workspaceId, projectId, characterId: anna!.id };
    await test.handlers.casting.rename({ ...one, name: "Zoe" });
    await expect(test.handlers.casting.rename({ ...one, name: bert!.name })).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "name" }],
    });
    await test.handlers.casting.merge({ ...one, intoCharacterId: thirdCharacter!.id });
    const names = (await characters(projectId)).characters.map(({ name }) => name);
    expect(names).toEqual(["Bert", "Cleo"]);
  });
});

describe("users and teams", () => {
  it("users belong to the workspace, and members to teams with at least one owner", async () => {
    const projectId = await createProject(service.client);
    const secondUser = await createUser(service.client, "Bob");
    const ada = await test.handlers.users.create({
      workspaceId,
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.test",
    });
    await test.handlers.users.change({ workspaceId, userId: ada.id, ...ada, lastName: "Lovelace" });
    await read({ kind: "users" });
    const users = (search: string) =>
      test.handlers.users.list({ workspaceId, search, sort: "name", ...page });
    expect((await users("love ADA")).users).toMatchObject([{ lastName: "Lovelace" }]);

    const team = () =>
      test.handlers.team.list({ workspaceId, projectId, search: "", sort: "role", ...page });
    await test.handlers.team.add({
      workspaceId,
      projectId,
      members: [
        { userId: secondUser, role: "project-editor" },
        { userId: ada.id, role: "project-owner" },
      ],
    });
    expect((await team()).members.map(({ id }) => id)).toEqual([ada.id, secondUser]);
    expect(await team()).toMatchObject({ total: 2, ownerCount: 1 });
    await expect(
      test.handlers.team.remove({ workspaceId, projectId, userIds: [ada.id] }),
    ).rejects.toMatchObject({ code: "invalid-input" });
    expect((await team()).total).toBe(2);
    await test.handlers.team.remove({ workspaceId, projectId, userIds: [secondUser] });
    expect((await team()).total).toBe(1);

    const outcomes = await test.handlers.users.delete({
      workspaceId,
      userIds: [ada.id, secondUser],
    });
    expect(outcomes).toMatchObject([
      { id: ada.id, problem: { code: "invalid-input" } },
      { id: secondUser, problem: null },
    ]);
    expect((await users("")).users.map(({ id }) => id)).toEqual([ada.id]);
  });
});

describe("catalogues", () => {
  it("are listed, and voices can be filtered", async () => {
    for (const kind of ["languages", "models"] as const) await read({ kind });
    await read({ kind: "styles", model });
    const { languages } = await test.handlers.catalogue.languages({ workspaceId });
    expect(languages).toHaveLength(24);
    const { models } = await test.handlers.catalogue.models({ workspaceId });
    expect(models.map(({ id }) => id)).toEqual([model]);
    const { styles } = await test.handlers.catalogue.styles({ workspaceId, model });
    expect(styles.length).toBeGreaterThan(10);
    const { facets, total } = await voices();
    expect(facets.genders).toEqual(["female", "male"]);
    const [timbre = ""] = facets.timbres;
    const narrowed = await test.handlers.catalogue.voices({
      workspaceId,
      model,
      search: "",
      gender: "female",
      age: facets.ages[0]!,
      timbre,
      voiceTag: "",
      sort: "-name",
      ...page,
    });
    expect(narrowed.total).toBeLessThan(total);
    for (const voice of narrowed.voices) expect(voice).toMatchObject({ gender: "female", timbre });
  });
});

describe("the overview", () => {
  it("lists what needs attention, without archived projects", async () => {
    const { projectId, batchId } = await cast();
    const overview = () => test.handlers.overview.get({ workspaceId });
    expect((await overview()).freshness.readAt).not.toBeNull();
    await test.handlers.overview.refresh({ workspaceId });
    expect(await overview()).toMatchObject({
      items: [
        { kind: "needs-attention", projectId, projectName: "Season", batchId, status: "casting" },
        { kind: "uncast", projectId, batchId: "", count: 3 },
      ],
      total: 2,
      counts: { running: 0, "needs-attention": 1, failed: 0, idle: 0, done: 0 },
      recent: [{ id: projectId }],
    });
    await test.handlers.projects.setArchived({
      workspaceId,
      projectIds: [projectId],
      isArchived: true,
    });
    expect(await overview()).toMatchObject({ items: [], total: 0, recent: [] });
  });
});

describe("without the service", () => {
  it("lists are available after a restart, with their age and their problem", async () => {
    const { projectId, batchId } = await cast();
    await read({ kind: "projects" });
    await read({ kind: "batches", projectId });
    await voices();
    const look = async () => ({
      projects: (await projects()).projects,
      batches: (await batches(projectId)).batches,
      batch: (await test.handlers.batches.get({ workspaceId, projectId, batchId })).batch,
      characters: (await characters(projectId)).characters,
      languages: (await test.handlers.projects.languages({ workspaceId, projectId })).languages,
      extensions: await extensions(),
      overview: (await test.handlers.overview.get({ workspaceId })).items,
    });
    const before = await look();
    const { readAt } = (await batches(projectId)).freshness;
    await test.stop();
    await service.close();
    test = start();
    expect(await look()).toEqual(before);
    const list = { kind: "batches", projectId } as const;
    await expect(read(list)).rejects.toMatchObject({ code: "unreachable" });
    expect((await batches(projectId)).freshness).toMatchObject({
      readAt,
      isReading: false,
      problem: { code: "unreachable" },
    });
    expect(await look()).toEqual(before);
    await expect(
      test.handlers.projects.rename({ workspaceId, projectId, name: "Other" }),
    ).rejects.toMatchObject({ code: "unreachable" });
    expect(await look()).toEqual(before);
  });

  it("the lists of a removed workspace are deleted", async () => {
    await cast();
    await test.handlers.workspaces.remove({ workspaceId });
    expect((await projects()).total).toBe(0);
    await expect(read({ kind: "projects" })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the diagnostics report", () => {
  it("contains the state without personal data", async () => {
    await create("Secret season");
    const { text } = await test.handlers.diagnostics.report(undefined);
    expect(text).toMatch(/Workspace 1: hosted, online[^]*lists: projects 1/);
    const { clientId, clientSecret, baseUrl } = service.address();
    for (const hidden of [clientId, clientSecret, baseUrl, workspaceId, "Secret season"])
      expect(text).not.toContain(hidden);
    expect(await test.handlers.diagnostics.checkDatabase(undefined)).toEqual({ problems: [] });
  });
});
