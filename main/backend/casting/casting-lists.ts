/** What the casting reads of the cached lists, and of the service. */
import type { z } from "zod";
import type { languageVoice } from "../../../preload/local-service/casting";
import type { Character, Voice } from "../../../preload/model/resources";
import { foldName } from "../../common/collation";
import { kindKey } from "../lists/list-definitions";
import type { ResourceDeps } from "../lists/resource-deps";
import type { LanguageVoices } from "./casting-sheet";

/** Maximum age of the lists that a copy compares, in milliseconds. */
const ageForCopies = 30_000;

export const charactersOf = (workspaceId: string, projectId: string) =>
  kindKey(workspaceId, "characters", projectId);
export const charactersList = (projectId: string) => ({ kind: "characters", projectId }) as const;

/** The voices of characters in single languages: by character, then by language. */
export function byCharacter(voices: readonly z.infer<typeof languageVoice>[]): LanguageVoices {
  const characters = new Map<string, Record<string, string>>();
  for (const { characterId, languageId, voice } of voices) {
    const own = characters.get(characterId) ?? {};
    own[languageId] = voice;
    characters.set(characterId, own);
  }
  return characters;
}

export function createCastingLists({
  lists,
  remote,
  extensions,
}: Pick<ResourceDeps, "lists" | "remote" | "extensions">) {
  return {
    /** A voice with its data from the catalogue, if that is cached. */
    voiceOf(workspaceId: string, model: string, name: string): Voice {
      const known = lists.get(kindKey(workspaceId, "voices", model), name);
      return known ?? { name, gender: "", age: "", timbre: "", voiceTag: "", description: "" };
    },
    async allCharacters(workspaceId: string, projectId: string): Promise<Character[]> {
      await lists.refreshIfOlder(workspaceId, charactersList(projectId), ageForCopies);
      return lists.all(charactersOf(workspaceId, projectId));
    },
    /**
     * Finds a voice of a model by its name in any case; any name is a voice while no catalogue is
     * cached.
     */
    async voiceFinder(
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
    },
    /**
     * The voices of the characters in single languages, and the target languages in which they can
     * have one; none where the service does not have the extension.
     */
    async languageVoicesOf(workspaceId: string, projectId: string) {
      if (!extensions.offers(workspaceId, "language-voices"))
        return { languageIds: [], voices: byCharacter([]) };
      const { targetLanguages, voices } =
        await remote(workspaceId).extensions.casting.facts(projectId);
      return { languageIds: targetLanguages, voices: byCharacter(voices) };
    },
  };
}
