/**
 * Projects, batches and the overview against the local service, with real HTTP and a real database.
 */
import { describe, expect, it } from "vitest";
import { addLanguages, createBatch } from "../../helpers/backend";
import {
  waitForIngestion,
  model,
  createProject as createServiceProject,
  createUser,
  uploadScript,
} from "../../helpers/local-workspace";
import { threeCharactersCsv, useResourcesHarness } from "../../helpers/resources-harness";

const harness = useResourcesHarness();
const { read, projects, createProject, createCasting, characters, batches, voices } = harness;

describe("projects", () => {
  it("are created, renamed, archived and deleted; each change is shown at once", async () => {
    const two = await createProject("Ep 2");
    const ten = await createProject("Ep 10");
    expect((await projects()).projects.map(({ name }) => name)).toEqual(["Ep 2", "Ep 10"]);
    await harness.test.handlers.projects.rename({
      workspaceId: harness.workspaceId,
      projectId: two.id,
      name: "Élodie",
    });
    expect((await projects({ search: "elodie" })).projects).toMatchObject([{ id: two.id }]);
    await harness.test.handlers.projects.setArchived({
      workspaceId: harness.workspaceId,
      projectIds: [ten.id],
      isArchived: true,
    });
    expect((await projects()).counts).toEqual({ active: 1, archived: 1 });
    expect((await projects({ isArchived: true })).projects).toMatchObject([{ id: ten.id }]);
    expect((await projects({ type: "media-dubbing" })).total).toBe(0);
    const outcomes = await harness.test.handlers.projects.delete({
      workspaceId: harness.workspaceId,
      projectIds: [two.id, ten.id, "unknown"],
    });
    expect(outcomes.map(({ problem }) => problem)).toEqual([null, null, null]);
    expect((await projects()).counts).toEqual({ active: 0, archived: 0 });
    await read({ kind: "projects" });
    expect((await projects()).freshness).toMatchObject({ isReading: false, problem: null });
  });

  it("of all three types form one list; an unknown project is requested from the service", async () => {
    const line = await createServiceProject(harness.service.client, { name: "B" });
    await createServiceProject(harness.service.client, { name: "A", type: "media-dubbing" });
    await createServiceProject(harness.service.client, { name: "C", type: "audio-production" });
    const { project, freshness } = await harness.test.handlers.projects.get({
      workspaceId: harness.workspaceId,
      projectId: line,
    });
    expect(project).toMatchObject({ name: "B", type: "line-dubbing", status: "active" });
    expect(freshness.readAt).toBeNull();
    await read({ kind: "projects" });
    expect((await projects()).projects.map(({ name }) => name)).toEqual(["A", "B", "C"]);
    await expect(
      harness.test.handlers.projects.get({
        workspaceId: harness.workspaceId,
        projectId: "unknown",
      }),
    ).rejects.toMatchObject({ code: "not-found" });
  });

  it("are validated before they are sent, and by the service", async () => {
    await read({ kind: "languages" });
    const invalid = { workspaceId: harness.workspaceId, name: "A", model, sourceLanguage: null };
    await expect(
      harness.test.handlers.projects.create({
        ...invalid,
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
      harness.test.handlers.projects.create({
        ...invalid,
        model: "no-such-model",
        type: "audio-production",
        targetLanguages: ["fr-fr"],
      }),
    ).rejects.toMatchObject({ code: "invalid-input", details: [{ field: "model" }] });
    expect((await projects()).total).toBe(0);
  });

  it("include the languages of their batches and those added here", async () => {
    const { projectId } = await createCasting();
    await harness.test.handlers.projects.addLanguages({
      workspaceId: harness.workspaceId,
      projectId,
      languages: ["de-de"],
    });
    await read({ kind: "batches", projectId });
    const { languages } = await harness.test.handlers.projects.languages({
      workspaceId: harness.workspaceId,
      projectId,
    });
    const none = { completed: 0, failed: 0, completionPercentage: 0 };
    expect(languages).toEqual([
      { languageId: "de-de", batches: 0, ...none },
      { languageId: "fr-fr", batches: 1, ...none },
    ]);
  });
});

describe("batches", () => {
  it("are listed with the reason why they need attention, and continue after casting", async () => {
    const { projectId, batchId } = await createCasting();
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
    const outcomes = await harness.test.handlers.casting.assign({
      workspaceId: harness.workspaceId,
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
    await harness.test.waitUntil(async () => {
      const [batch] = (await batches(projectId)).batches;
      return batch?.isCastingCompleted ? batch : null;
    }, "the batch to continue");
  });

  it("preserve the types of translations, which only the response of create contains", async () => {
    const { id: projectId } = await harness.test.handlers.projects.create({
      workspaceId: harness.workspaceId,
      name: "Typed",
      type: "line-dubbing",
      model,
      sourceLanguage: "en-us",
      targetLanguages: ["fr-fr"],
    });
    const scriptPath = await uploadScript(harness.service.client, "a.csv", threeCharactersCsv);
    const project = { workspaceId: harness.workspaceId, projectId };
    const batchId = await createBatch(harness.test, project, { scriptPath });
    const one = { ...project, batchId };
    const types = async () =>
      (await harness.test.handlers.batches.get(one)).batch.translations
        .map(({ languageId, type }) => `${languageId} ${type}`)
        .sort();
    const expected = ["en-us source", "fr-fr target"];
    expect(await types()).toEqual(expected);
    await waitForIngestion(harness.service.client, batchId);
    await read({ kind: "batches", projectId });
    expect(await types()).toEqual(expected);
    await read({ kind: "batch", projectId, batchId });
    expect(await types()).toEqual(expected);
    await addLanguages(harness.test, one, ["de-de"]);
    await read({ kind: "batch", projectId, batchId });
    expect(await types()).toEqual(["de-de ", ...expected]);
  });

  it("are validated by the rules of their project type", async () => {
    const projectId = await createServiceProject(harness.service.client);
    const scriptPath = "https://example.test/a.srt";
    const settings = { noOfSpeakers: 2, noOfAlternativeTakes: 3 };
    await expect(
      createBatch(
        harness.test,
        { workspaceId: harness.workspaceId, projectId },
        { name: "", scriptPath, videoPath: "a.mp4", settings },
      ),
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
    const { projectId, batchId } = await createCasting();
    const one = { workspaceId: harness.workspaceId, projectId, batchId };
    await addLanguages(harness.test, one, ["de-de"]);
    const { batch } = await harness.test.handlers.batches.get(one);
    expect(batch.translations.map(({ languageId }) => languageId)).toEqual(["fr-fr", "de-de"]);

    const userId = await createUser(harness.service.client);
    await read({ kind: "users" });
    await harness.test.handlers.team.add({
      workspaceId: harness.workspaceId,
      projectId,
      members: [{ userId, role: "project-editor" }],
    });
    await harness.test.handlers.batches.assignMembers({
      ...one,
      members: [{ userId, languageId: "fr-fr" }],
    });
    await read({ kind: "assignments", batchId });
    const { assignments, freshness } = await harness.test.handlers.batches.assignments(one);
    expect(assignments).toEqual([{ userId, languageId: "fr-fr" }]);
    expect(freshness.readAt).not.toBeNull();

    const lines = async (offset: number, limit: number) => {
      const response = await harness.test.handlers.batches.lines({ ...one, offset, limit });
      expect(response.total).toBe(3);
      return response.lines.map(({ number, character, texts }) => [
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
    const { projectId, batchId } = await createCasting();
    await harness.test.handlers.batches.delete({
      workspaceId: harness.workspaceId,
      projectId,
      batchIds: [batchId],
    });
    expect((await batches(projectId)).total).toBe(0);
    await expect(
      harness.test.handlers.batches.get({ workspaceId: harness.workspaceId, projectId, batchId }),
    ).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the overview", () => {
  it("lists what needs attention, without archived projects", async () => {
    const { projectId, batchId } = await createCasting();
    const overview = () => harness.test.handlers.overview.get({ workspaceId: harness.workspaceId });
    expect((await overview()).freshness.readAt).not.toBeNull();
    await harness.test.handlers.overview.refresh({ workspaceId: harness.workspaceId });
    const shown = await overview();
    // Both changed at about the same time.
    const items = shown.items.toSorted((one, other) => one.kind.localeCompare(other.kind));
    expect({ ...shown, items }).toMatchObject({
      items: [
        { kind: "needs-attention", projectId, projectName: "Season", batchId, status: "casting" },
        { kind: "uncast", projectId, batchId: "", count: 3 },
      ],
      total: 2,
      counts: { running: 0, "needs-attention": 1, failed: 0, idle: 0, done: 0 },
      recent: [{ id: projectId }],
    });
    await harness.test.handlers.projects.setArchived({
      workspaceId: harness.workspaceId,
      projectIds: [projectId],
      isArchived: true,
    });
    expect(await overview()).toMatchObject({ items: [], total: 0, recent: [] });
  });
});
