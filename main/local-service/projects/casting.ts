/** Characters and the voices assigned to them (interface §2.7, §4.3). */
import type { LineRows } from "../rows/batches/batch-port";
import { requireVoice, type Engines } from "../engines/engines";
import { truncate } from "../../common/printable";
import { foldName } from "../common/names";
import { HttpError, invalid } from "../common/http-error";
import type { CharacterRow, CharacterRows } from "../rows/projects/project-port";
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
