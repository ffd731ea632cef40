/** Characters of a project and their voices. */
import { basename } from "node:path";
import type { Handlers } from "../../../preload/contract";
import { castingFormats, castingSheet } from "../../../preload/facts/casting";
import { unspokenBy } from "../../../preload/facts/casting";
import type { Character, Voice } from "../../../preload/model/resources";
import { foldName } from "../../common/collation";
import { readWhole, writeWhole } from "../../common/files";
import { toCsv, toXlsx } from "../../script-formats/files/data-table";
import { maxFileBytes } from "../../script-formats/limits";
import type { CsvReader } from "../../script-formats/process/reader";
import type { Dialogs } from "../ports";
import { compareCasting, readSheet, sheetOf } from "./casting-sheet";
import { countLines } from "./count-lines";
import { kindKey } from "../lists/list-definitions";
import type { Projects } from "../projects/projects";
import { toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";
import type { ScriptChoices } from "../scripts/script-choices";
import { reportedEncoding } from "../scripts/script-report";
import { settleEach } from "../../common/bulk-operations";

export interface CastingDeps extends ResourceDeps {
  projects: Pick<Projects, "get">;
  dialogs: Pick<Dialogs, "saveFile" | "chooseFile">;
  reader: Pick<CsvReader, "readTable">;
  choices: Pick<ScriptChoices, "encodingOf">;
}

/** Maximum age of the lists that a copy compares, in milliseconds. */
const ageForCopies = 30_000;

export function createCasting(deps: CastingDeps): Handlers["casting"] {
  const { lists, remote } = deps;
  const charactersOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "characters", projectId);
  const charactersList = (projectId: string) => ({ kind: "characters", projectId }) as const;

  /** A voice with its data from the catalogue, if that is cached. */
  function voiceOf(workspaceId: string, model: string, name: string): Voice {
    const known = lists.get(kindKey(workspaceId, "voices", model), name);
    return known ?? { name, gender: "", age: "", timbre: "", voiceTag: "", description: "" };
  }
  async function allCharacters(workspaceId: string, projectId: string): Promise<Character[]> {
    await lists.refreshIfOlder(workspaceId, charactersList(projectId), ageForCopies);
    return lists.all(charactersOf(workspaceId, projectId));
  }
  /**
   * Finds a voice of a model by its name in any case; any name is a voice while no catalogue is
   * cached.
   */
  async function voiceFinder(
    workspaceId: string,
    model: string,
  ): Promise<(name: string) => string | null> {
    const key = kindKey(workspaceId, "voices", model);
    if (lists.readAt(workspaceId, { kind: "voices", model }) === null)
      await lists.refresh(workspaceId, { kind: "voices", model }).catch(() => undefined);
    const names = (await lists.all(key)).map(({ name }) => name);
    const exact = new Set(names);
    const folded = new Map(names.map((name) => [foldName(name), name]));
    return (name) =>
      names.length === 0 || exact.has(name) ? name : (folded.get(foldName(name)) ?? null);
  }
  /** A complete casting may let batches continue. */
  function castingChanged(workspaceId: string, projectId: string): void {
    lists.syncAfterWrite(workspaceId, charactersList(projectId));
    lists.syncKnownAfterWrite(workspaceId, { kind: "batches", projectId });
  }

  return {
    list({ workspaceId, projectId, filter, ...page }) {
      const key = charactersOf(workspaceId, projectId);
      const { items, total } = lists.page(key, toItemPage(page, { category: filter }));
      const { cast = 0, uncast = 0 } = lists.counts(key);
      return {
        characters: items,
        total,
        counts: { all: cast + uncast, uncast },
        freshness: lists.freshness(workspaceId, charactersList(projectId)),
      };
    },
    async facts({ workspaceId, projectId }) {
      if (!deps.extensions.offers(workspaceId, "casting")) return null;
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const { targetLanguages, lines: counted } =
        await remote(workspaceId).extensions.casting.facts(projectId);
      const characters = await lists.all(charactersOf(workspaceId, projectId));
      const names = characters.flatMap(({ voice }) => (voice ? [voice.name] : []));
      const unspoken = [...new Set(names)].map((name) => {
        const voice = voiceOf(workspaceId, project.model, name);
        return [name, unspokenBy(voice, targetLanguages)] as const;
      });
      return {
        targetLanguages,
        lines: Object.fromEntries(counted.map(({ characterId, lines }) => [characterId, lines])),
        unspoken: Object.fromEntries(unspoken.filter(([, languages]) => languages.length > 0)),
      };
    },
    async assign({ workspaceId, projectId, assignments }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const key = charactersOf(workspaceId, projectId);
      const outcomes = await settleEach(
        assignments,
        ({ characterId }) => characterId,
        async ({ characterId, voice }) => {
          await remote(workspaceId).casting.assignVoice(projectId, characterId, voice);
          const character = lists.get(key, characterId);
          if (!character) return;
          const { name, gender, voiceTag, description } = voiceOf(
            workspaceId,
            project.model,
            voice,
          );
          lists.put(key, [{ ...character, voice: { name, gender, voiceTag, description } }]);
        },
      );
      castingChanged(workspaceId, projectId);
      return outcomes;
    },
    async previewCopy({ workspaceId, projectId, fromProjectId }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const [own, others] = await Promise.all([
        allCharacters(workspaceId, projectId),
        allCharacters(workspaceId, fromProjectId),
      ]);
      const voiceOf = await voiceFinder(workspaceId, project.model);
      const voices = new Map(others.map(({ name, voice }) => [foldName(name), voice?.name ?? ""]));
      return compareCasting(own, voices, voiceOf);
    },
    async saveSheet({ workspaceId, projectId }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const characters = await allCharacters(workspaceId, projectId);
      const lines = await countLines(deps, workspaceId, projectId);
      const path = await deps.dialogs.saveFile({
        suggestedName: `${project.name} casting.xlsx`,
        extensions: castingFormats,
      });
      if (path === null) return null;
      const table = sheetOf(characters, lines);
      const isCsv = path.toLowerCase().endsWith(".csv");
      await writeWhole(path, isCsv ? Buffer.from(toCsv(table)) : await toXlsx(table));
      return { path, characters: characters.length };
    },
    async readSheet({ workspaceId, projectId, path: again }) {
      const path = again ?? (await deps.dialogs.chooseFile({ extensions: castingFormats }));
      if (path === null) return null;
      const name = basename(path);
      const bytes = await readWhole(path, maxFileBytes);
      // SECURITY: an untrusted file is parsed in a separate process.
      const chosen = deps.choices.encodingOf(path);
      const table = await deps.reader.readTable(bytes, name, castingSheet, chosen);
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const own = await allCharacters(workspaceId, projectId);
      const voiceOf = await voiceFinder(workspaceId, project.model);
      const { voices, problems, moreProblems } = readSheet(table, own);
      return {
        path,
        name,
        encoding: reportedEncoding(table, chosen !== undefined),
        changes: compareCasting(own, voices, voiceOf),
        problems,
        moreProblems,
      };
    },
    async rename({ workspaceId, projectId, characterId, name }) {
      deps.extensions.require(workspaceId, "characters");
      const { rename } = remote(workspaceId).extensions.casting;
      const renamed = await rename(projectId, characterId, name);
      lists.put(charactersOf(workspaceId, projectId), [renamed]);
      lists.syncAfterWrite(workspaceId, charactersList(projectId));
    },
    async merge({ workspaceId, projectId, characterId, intoCharacterId }) {
      deps.extensions.require(workspaceId, "characters");
      const { merge } = remote(workspaceId).extensions.casting;
      const key = charactersOf(workspaceId, projectId);
      const merged = await merge(projectId, characterId, intoCharacterId);
      lists.remove(key, [characterId]);
      lists.put(key, [merged]);
      castingChanged(workspaceId, projectId);
    },
  };
}
