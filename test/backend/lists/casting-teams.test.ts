/** Casting, users, teams, catalogues and cached lists against the local service. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { languageIds } from "../../../main/local-service/catalogue/language-names";
import {
  model,
  createProject as createServiceProject,
  createUser,
} from "../../helpers/local-workspace";
import { useResourcesHarness, page } from "../../helpers/resources-harness";

const harness = useResourcesHarness();
const { read, projects, createProject, createCasting, characters, batches, voices } = harness;

describe("casting", () => {
  it("is copied from another project by character names", async () => {
    const from = await createCasting("From");
    const to = await createCasting("To");
    const [anna, bert] = (await characters(from.projectId)).characters;
    const [first, second] = (await voices()).voices.map(({ name }) => name);
    const assignVoice = (projectId: string, characterId: string, voice: string) =>
      harness.test.handlers.casting.assign({
        workspaceId: harness.workspaceId,
        projectId,
        assignments: [{ characterId, voice }],
      });
    await assignVoice(from.projectId, anna!.id, first!);
    await assignVoice(from.projectId, bert!.id, second!);
    const own = (await characters(to.projectId)).characters;
    await assignVoice(to.projectId, own[1]!.id, first!);
    const preview = await harness.test.handlers.casting.previewCopy({
      workspaceId: harness.workspaceId,
      projectId: to.projectId,
      fromProjectId: from.projectId,
    });
    const all = (index: number) => ({ characterId: own[index]!.id, languageId: null });
    expect(preview).toEqual([
      { ...all(0), name: "Anna", oldVoice: "", newVoice: first, kind: "new" },
      { ...all(1), name: "Bert", oldVoice: first, newVoice: second, kind: "changed" },
      { ...all(2), name: "Cleo", oldVoice: "", newVoice: "", kind: "no-match" },
    ]);
  });

  it("reports voices that do not speak a target language, and the number of lines", async () => {
    const { projectId } = await createCasting();
    const project = { workspaceId: harness.workspaceId, projectId };
    const { casting, catalogue } = harness.test.handlers;
    const filters = { gender: "", age: "", timbre: "", voiceTag: "", provider: "" };
    const french = { search: "french", language: "fr-fr", sort: "name" as const, ...page };
    await voices();
    const found = await catalogue.voices({ ...project, model, ...filters, ...french });
    expect(found.total).toBeGreaterThan(5);
    expect(found.facets.languages).toContain("fr-fr");
    expect(found.voices.every(({ languages }) => languages?.includes("fr-fr"))).toBe(true);
    const [anna, bert] = (await characters(projectId)).characters;
    const assignments = [
      { characterId: anna!.id, voice: "Savannah" },
      { characterId: bert!.id, voice: found.voices[0]!.name },
    ];
    await casting.assign({ ...project, assignments });
    expect(await casting.facts(project)).toMatchObject({
      lines: { [anna!.id]: expect.any(Number) as number },
      unspoken: { [anna!.id]: ["fr-fr"] },
    });
  });

  it("has voices in single languages, in the facts, in a sheet and in a copy", async () => {
    const from = await createCasting("From");
    const to = await createCasting("To");
    const { casting } = harness.test.handlers;
    const { workspaceId } = harness;
    const source = { workspaceId, projectId: from.projectId };
    const [anna] = (await characters(from.projectId)).characters;
    await voices();
    const characterId = anna!.id;
    const languageId = "fr-fr";
    // The voice for all languages is assigned first, wherever it is in the list.
    const assignments = [
      { characterId, languageId, voice: "Amélie" },
      { characterId, voice: "Savannah" },
    ];
    expect(await casting.assign({ ...source, assignments })).toEqual([
      { id: characterId, problem: null },
      { id: characterId, problem: null },
    ]);
    const facts = await casting.facts(source);
    expect(facts).toMatchObject({ voices: { [characterId]: { "fr-fr": "Amélie" } }, unspoken: {} });
    const target = { workspaceId, projectId: to.projectId, fromProjectId: from.projectId };
    expect(await casting.previewCopy(target)).toMatchObject([
      { name: "Anna", languageId: null, newVoice: "Savannah", kind: "new" },
      { name: "Anna", languageId, oldVoice: "", newVoice: "Amélie", kind: "new" },
      { name: "Bert", kind: "no-match" },
      { name: "Cleo", kind: "no-match" },
    ]);
    harness.chosenFile = path.join(harness.folder, "casting.csv");
    await casting.saveSheet(source);
    const saved = await readFile(harness.chosenFile, "utf8");
    expect(saved).toContain("Character,Voice,Voice fr-fr,Lines\r\nAnna,Savannah,Amélie,1\r\n");
    const changes = (await casting.readSheet(source))?.changes ?? [];
    expect(changes.filter(({ name }) => name === "Anna").map(({ kind }) => kind)).toEqual([
      "same",
      "same",
    ]);
    await casting.assign({ ...source, assignments: [{ characterId, languageId, voice: null }] });
    expect(await casting.facts(source)).toMatchObject({
      voices: {},
      unspoken: { [characterId]: [languageId] },
    });
    const [refused] = await casting.assign({
      ...source,
      assignments: [{ characterId, voice: null }],
    });
    expect(refused?.problem?.code).toBe("invalid-input");
  });

  it("renames and merges characters", async () => {
    const { projectId } = await createCasting();
    const [anna, bert, thirdCharacter] = (await characters(projectId)).characters;
    const one = { workspaceId: harness.workspaceId, projectId, characterId: anna!.id };
    await harness.test.handlers.casting.rename({ ...one, name: "Zoe" });
    await expect(
      harness.test.handlers.casting.rename({ ...one, name: bert!.name }),
    ).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "name" }],
    });
    await harness.test.handlers.casting.merge({ ...one, intoCharacterId: thirdCharacter!.id });
    const names = (await characters(projectId)).characters.map(({ name }) => name);
    expect(names).toEqual(["Bert", "Cleo"]);
  });
});

describe("users and teams", () => {
  it("users belong to the workspace, and members to teams with at least one owner", async () => {
    const projectId = await createServiceProject(harness.service.client);
    const secondUser = await createUser(harness.service.client, "Bob");
    const ada = await harness.test.handlers.users.create({
      workspaceId: harness.workspaceId,
      firstName: "Ada",
      lastName: "Byron",
      email: "ada@example.test",
    });
    await harness.test.handlers.users.change({
      workspaceId: harness.workspaceId,
      userId: ada.id,
      ...ada,
      lastName: "Lovelace",
    });
    await read({ kind: "users" });
    const users = (search: string) =>
      harness.test.handlers.users.list({
        workspaceId: harness.workspaceId,
        search,
        sort: "name",
        ...page,
      });
    expect((await users("love ADA")).users).toMatchObject([{ lastName: "Lovelace" }]);

    const team = () =>
      harness.test.handlers.team.list({
        workspaceId: harness.workspaceId,
        projectId,
        search: "",
        sort: "role",
        ...page,
      });
    await harness.test.handlers.team.add({
      workspaceId: harness.workspaceId,
      projectId,
      members: [
        { userId: secondUser, role: "project-editor" },
        { userId: ada.id, role: "project-owner" },
      ],
    });
    expect((await team()).members.map(({ id }) => id)).toEqual([ada.id, secondUser]);
    expect(await team()).toMatchObject({ total: 2, ownerCount: 1 });
    await expect(
      harness.test.handlers.team.remove({
        workspaceId: harness.workspaceId,
        projectId,
        userIds: [ada.id],
      }),
    ).rejects.toMatchObject({ code: "invalid-input" });
    expect((await team()).total).toBe(2);
    await harness.test.handlers.team.remove({
      workspaceId: harness.workspaceId,
      projectId,
      userIds: [secondUser],
    });
    expect((await team()).total).toBe(1);

    const outcomes = await harness.test.handlers.users.delete({
      workspaceId: harness.workspaceId,
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
    const { languages } = await harness.test.handlers.catalogue.languages({
      workspaceId: harness.workspaceId,
    });
    expect(languages).toHaveLength(languageIds.length);
    const { models } = await harness.test.handlers.catalogue.models({
      workspaceId: harness.workspaceId,
    });
    expect(models.map(({ id }) => id)).toEqual([model]);
    const { styles } = await harness.test.handlers.catalogue.styles({
      workspaceId: harness.workspaceId,
      model,
    });
    expect(styles.length).toBeGreaterThan(10);
    const { facets, total } = await voices();
    expect(facets.genders).toEqual(["female", "male"]);
    const [timbre = ""] = facets.timbres;
    const narrowed = await harness.test.handlers.catalogue.voices({
      workspaceId: harness.workspaceId,
      model,
      search: "",
      gender: "female",
      age: facets.ages[0]!,
      timbre,
      voiceTag: "",
      language: "",
      provider: "",
      sort: "-name",
      ...page,
    });
    expect(narrowed.total).toBeLessThan(total);
    for (const voice of narrowed.voices) expect(voice).toMatchObject({ gender: "female", timbre });
    // Names come before languages: "fri" is in Afrikaans too.
    const filters = { gender: "", age: "", timbre: "", voiceTag: "", language: "", provider: "" };
    const found = await harness.test.handlers.catalogue.voices({
      workspaceId: harness.workspaceId,
      model,
      search: "Fri",
      sort: "name",
      ...filters,
      ...page,
    });
    const names = found.voices.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(["Frieda", "Friedrich"]);
    expect(names.slice(2)).toContain("Annelie");
  });
});

describe("without the service", () => {
  it("lists are available after a restart, with their age and their problem", async () => {
    const { projectId, batchId } = await createCasting();
    await read({ kind: "projects" });
    await read({ kind: "batches", projectId });
    await voices();
    const readAll = async () => ({
      projects: (await projects()).projects,
      batches: (await batches(projectId)).batches,
      batch: (
        await harness.test.handlers.batches.get({
          workspaceId: harness.workspaceId,
          projectId,
          batchId,
        })
      ).batch,
      characters: (await characters(projectId)).characters,
      languages: (
        await harness.test.handlers.projects.languages({
          workspaceId: harness.workspaceId,
          projectId,
        })
      ).languages,
      extensions: (await harness.test.handlers.workspaces.list(undefined))[0]!.extensions,
      overview: (await harness.test.handlers.overview.get({ workspaceId: harness.workspaceId }))
        .items,
    });
    const before = await readAll();
    const { readAt } = (await batches(projectId)).freshness;
    await harness.test.stop();
    await harness.service.close();
    harness.start();
    expect(await readAll()).toEqual(before);
    const list = { kind: "batches", projectId } as const;
    await expect(read(list)).rejects.toMatchObject({ code: "unreachable" });
    expect((await batches(projectId)).freshness).toMatchObject({
      readAt,
      isReading: false,
      problem: { code: "unreachable" },
    });
    expect(await readAll()).toEqual(before);
    await expect(
      harness.test.handlers.projects.rename({
        workspaceId: harness.workspaceId,
        projectId,
        name: "Other",
      }),
    ).rejects.toMatchObject({ code: "unreachable" });
    expect(await readAll()).toEqual(before);
  });

  it("the lists of a removed workspace are deleted", async () => {
    await createCasting();
    await harness.test.handlers.workspaces.remove({ workspaceId: harness.workspaceId });
    expect((await projects()).total).toBe(0);
    await expect(read({ kind: "projects" })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the diagnostics report", () => {
  it("contains the state without personal data", async () => {
    await createProject("Secret season");
    const { text } = await harness.test.handlers.diagnostics.report(undefined);
    expect(text).toMatch(/Workspace 1: hosted, online[^]*lists: projects 1/);
    const { clientId, clientSecret, baseUrl } = harness.service.address();
    for (const hidden of [clientId, clientSecret, baseUrl, harness.workspaceId, "Secret season"])
      expect(text).not.toContain(hidden);
    expect(await harness.test.handlers.diagnostics.checkDatabase(undefined)).toEqual({
      problems: [],
    });
  });
});
