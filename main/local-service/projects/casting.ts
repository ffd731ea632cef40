/** Characters and the voices assigned to them (interface §2.7, §4.3). */
import type { LineRows } from "../rows/batches/batch-port";
import { languageIds } from "../catalogue/language-names";
import { requireVoice, type Engines } from "../engines/engines";
import { truncate } from "../../common/printable";
import { foldName } from "../common/names";
import { HttpError, invalid } from "../common/http-error";
import type { CharacterRow, CharacterRows, LanguageVoice } from "../rows/projects/project-port";
import { projectLock, requireProject, type ProjectsDeps } from "./projects";

export interface Casting {
  /** 404 for an unknown project. */
  list(projectId: string): Promise<CharacterRow[]>;
  /** The lines of each character over all batches. 404 for an unknown project. */
  countLines(projectId: string): Promise<{ characterId: string; lines: number }[]>;
  /**
   * 404 for an unknown project, character or voice. Updates the casting status of the affected
   * batches.
   */
  assign(projectId: string, characterId: string, voice: string): Promise<void>;
  /** The voices that characters have in single languages. 404 for an unknown project. */
  listLanguageVoices(projectId: string): Promise<LanguageVoice[]>;
  /**
   * Assigns a voice to a character in one language; null for the voice that it has in all others.
   * 404 for an unknown project, character or voice, or a language that is not in the catalogue; 409
   * for a character without a voice.
   */
  assignIn(
    projectId: string,
    characterId: string,
    given: { languageId: string; voice: string | null },
  ): Promise<void>;
  /** 404 for an unknown character; 400 when another character has the name. */
  rename(projectId: string, characterId: string, name: string): Promise<CharacterRow>;
  /**
   * Moves the lines of one character to another, which keeps its voice, and deletes the first. 404
   * and 400 as above.
   */
  merge(projectId: string, characterId: string, intoId: string): Promise<CharacterRow>;
}

export function createCasting({
  store,
  now,
  onNewWork,
  engines,
}: ProjectsDeps<CharacterRows & Pick<LineRows, "countCharacterLines">> & {
  engines: () => Engines;
}): Casting {
  async function requireCharacter(projectId: string, id: string): Promise<CharacterRow> {
    await requireProject(store, projectId);
    const character = await store.findCharacter(projectId, id);
    if (!character)
      throw new HttpError(404, `characterId: there is no character "${truncate(id)}"`);
    return character;
  }
  return {
    async list(projectId) {
      await requireProject(store, projectId);
      return store.listCharacters(projectId);
    },
    async countLines(projectId) {
      await requireProject(store, projectId);
      return store.countCharacterLines(projectId);
    },
    assign: (projectId, characterId, voice) =>
      store.exclusively(projectLock(projectId), async () => {
        await requireCharacter(projectId, characterId);
        requireVoice(engines(), voice);
        await store.assignVoices([{ characterId, voice }], now());
        onNewWork();
      }),
    async listLanguageVoices(projectId) {
      await requireProject(store, projectId);
      return store.listLanguageVoices(projectId);
    },
    assignIn: (projectId, characterId, { languageId, voice }) =>
      store.exclusively(projectLock(projectId), async () => {
        const character = await requireCharacter(projectId, characterId);
        if (!languageIds.includes(languageId))
          throw new HttpError(404, `languageId: there is no language "${truncate(languageId)}"`);
        if (voice !== null) requireVoice(engines(), voice);
        if (character.voice === null)
          throw new HttpError(
            409,
            "the character has no voice; assign the voice for all languages before one for a single language",
          );
        await store.assignLanguageVoice({ characterId, languageId, voice }, now());
        onNewWork();
      }),
    rename: (projectId, characterId, name) =>
      store.exclusively(projectLock(projectId), async () => {
        await requireCharacter(projectId, characterId);
        const folded = foldName(name);
        const other = await store.findCharacterByName(projectId, folded);
        if (other && other.id !== characterId)
          throw invalid("name", "another character has this name; merge the two instead");
        await store.renameCharacter(characterId, name, folded, now());
        return requireCharacter(projectId, characterId);
      }),
    merge: (projectId, characterId, intoId) =>
      store.exclusively(projectLock(projectId), async () => {
        await requireCharacter(projectId, characterId);
        if (intoId === characterId)
          throw invalid("intoCharacterId", "must not be the character that is merged");
        if (!(await store.findCharacter(projectId, intoId)))
          throw invalid("intoCharacterId", `there is no character "${truncate(intoId)}"`);
        await store.mergeCharacters(characterId, intoId, now());
        onNewWork();
        return requireCharacter(projectId, intoId);
      }),
  };
}
