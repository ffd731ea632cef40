/** Characters of a project and their voices. */
import { basename } from "node:path";
import type { Handlers } from "../../../preload/contract";
import { castingFormats, castingSheet, unspokenBy } from "../../../preload/facts/casting";
import { tableExtensions } from "../../../preload/facts/script-formats";
import { foldName } from "../../common/collation";
import { AppError } from "../../common/errors";
import { readWhole, writeWhole } from "../../common/files";
import { toCsv, toXlsx } from "../../script-formats/files/data-table";
import { maxFileBytes } from "../../script-formats/limits";
import type { CsvReader } from "../../script-formats/process/reader";
import type { Dialogs } from "../ports";
import { byCharacter, charactersList, charactersOf, createCastingLists } from "./casting-lists";
import { compareCasting, readSheet, sheetOf } from "./casting-sheet";
import { countLines } from "./count-lines";
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

export function createCasting(deps: CastingDeps): Handlers["casting"] {
  const { lists, remote } = deps;
  const { voiceOf, allCharacters, voiceFinder, languageVoicesOf } = createCastingLists(deps);

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
      const facts = await remote(workspaceId).extensions.casting.facts(projectId);
      const { targetLanguages, lines: counted } = facts;
      const voices = byCharacter(facts.voices);
      const characters = await lists.all(charactersOf(workspaceId, projectId));
      const unspoken = characters.map(({ id, voice }) => {
        const own = voices.get(id) ?? {};
        const isUnspoken = (languageId: string) => {
          const name = own[languageId] ?? voice?.name;
          if (name === undefined) return false;
          return unspokenBy(voiceOf(workspaceId, project.model, name), [languageId]).length > 0;
        };
        return [id, targetLanguages.filter(isUnspoken)] as const;
      });
      return {
        targetLanguages,
        lines: Object.fromEntries(counted.map(({ characterId, lines }) => [characterId, lines])),
        voices: Object.fromEntries(voices),
        unspoken: Object.fromEntries(unspoken.filter(([, languages]) => languages.length > 0)),
      };
    },
    async assign({ workspaceId, projectId, assignments }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const key = charactersOf(workspaceId, projectId);
      if (assignments.some(({ languageId }) => languageId !== undefined))
        deps.extensions.require(workspaceId, "language-voices");
      const assignAll = (some: typeof assignments) =>
        settleEach(some, ({ characterId }) => characterId, assignOne);
      async function assignOne({ characterId, languageId, voice }: (typeof assignments)[number]) {
        if (languageId !== undefined) {
          const { assignLanguageVoice } = remote(workspaceId).extensions.casting;
          await assignLanguageVoice(projectId, { characterId, languageId, voice });
          return;
        }
        if (voice === null)
          throw new AppError("invalid-input", "the voice for all languages cannot be removed");
        await remote(workspaceId).casting.assignVoice(projectId, characterId, voice);
        const character = lists.get(key, characterId);
        if (!character) return;
        const { name, gender, voiceTag, description } = voiceOf(workspaceId, project.model, voice);
        lists.put(key, [{ ...character, voice: { name, gender, voiceTag, description } }]);
      }
      // The service requires a voice for all languages before one for a single language.
      const isForAll = ({ languageId }: (typeof assignments)[number]) => languageId === undefined;
      const forAll = await assignAll(assignments.filter(isForAll));
      const inLanguages = await assignAll(assignments.filter((one) => !isForAll(one)));
      castingChanged(workspaceId, projectId);
      return assignments.flatMap((one) => (isForAll(one) ? forAll : inLanguages).shift() ?? []);
    },
    async previewCopy({ workspaceId, projectId, fromProjectId }) {
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const [own, others] = await Promise.all([
        allCharacters(workspaceId, projectId),
        allCharacters(workspaceId, fromProjectId),
      ]);
      const ownVoices = await languageVoicesOf(workspaceId, projectId);
      const otherVoices = await languageVoicesOf(workspaceId, fromProjectId);
      const voiceOf = await voiceFinder(workspaceId, project.model);
      const voices = new Map(others.map(({ name, voice }) => [foldName(name), voice?.name ?? ""]));
      const voicesIn = (languageId: string) =>
        new Map(
          others.map(({ id, name }) => [
            foldName(name),
            otherVoices.voices.get(id)?.[languageId] ?? "",
          ]),
        );
      const languageVoices = new Map(ownVoices.languageIds.map((id) => [id, voicesIn(id)]));
      return compareCasting(own, ownVoices.voices, { voices, languageVoices }, voiceOf);
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
      const { languageIds, voices } = await languageVoicesOf(workspaceId, projectId);
      // In a project with one language, the voice in that language is the voice for all.
      const hasLanguages = languageIds.length > 1 || voices.size > 0;
      const table = sheetOf(characters, lines, {
        languageIds: hasLanguages ? languageIds : [],
        voices,
      });
      const isCsv = path.toLowerCase().endsWith(".csv");
      await writeWhole(path, isCsv ? Buffer.from(toCsv(table)) : await toXlsx(table));
      return { path, characters: characters.length };
    },
    async readSheet({ workspaceId, projectId, path: again }) {
      const path = again ?? (await deps.dialogs.chooseFile({ extensions: tableExtensions }));
      if (path === null) return null;
      const name = basename(path);
      const bytes = await readWhole(path, maxFileBytes);
      // SECURITY: an untrusted file is parsed in a separate process.
      const chosen = deps.choices.encodingOf(path);
      const table = await deps.reader.readTable(bytes, name, castingSheet, chosen);
      const { project } = await deps.projects.get({ workspaceId, projectId });
      const own = await allCharacters(workspaceId, projectId);
      const voiceOf = await voiceFinder(workspaceId, project.model);
      const ownVoices = await languageVoicesOf(workspaceId, projectId);
      const { problems, moreProblems, ...given } = readSheet(table, own, ownVoices.languageIds);
      return {
        path,
        name,
        encoding: reportedEncoding(table, chosen !== undefined),
        changes: compareCasting(own, ownVoices.voices, given, voiceOf),
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
