/** Characters and the voices they are given (interface §2.7, §4.3). */
import { requireVoice, shortened } from "../catalogue/lookup";
import { foldName } from "../names";
import { HttpProblem, invalid } from "../problem";
import type { CharacterRow } from "../rows/project-port";
import { projectTurn, requireProject, type ProjectsDeps } from "./projects";

export interface Casting {
  /** 404 for an unknown project. */
  list(projectId: string): Promise<CharacterRow[]>;
  /** 404 for an unknown project, character or voice. Casting of the batches concerned is looked at anew. */
  assign(projectId: string, characterId: string, voice: string): Promise<void>;
  /** 404 for an unknown character; 400 when another one has the name. */
  rename(projectId: string, characterId: string, name: string): Promise<CharacterRow>;
  /** What one says is said by the other from now on, with the other's voice. 404 and 400 as above. */
  merge(projectId: string, characterId: string, intoId: string): Promise<CharacterRow>;
}

export function createCasting({ store, now }: ProjectsDeps): Casting {
  async function requireCharacter(projectId: string, id: string): Promise<CharacterRow> {
    await requireProject(store, projectId);
    const character = await store.findCharacter(projectId, id);
    if (!character)
      throw new HttpProblem(404, `characterId: there is no character "${shortened(id)}"`);
    return character;
  }
  return {
    async list(projectId) {
      await requireProject(store, projectId);
      return store.listCharacters(projectId);
    },
    assign: (projectId, characterId, voice) =>
      store.exclusively(projectTurn(projectId), async () => {
        await requireCharacter(projectId, characterId);
        requireVoice(voice);
        await store.assignVoices([{ characterId, voice }], now());
      }),
    rename: (projectId, characterId, name) =>
      store.exclusively(projectTurn(projectId), async () => {
        await requireCharacter(projectId, characterId);
        const folded = foldName(name);
        const other = await store.findCharacterByName(projectId, folded);
        if (other && other.id !== characterId)
          throw invalid("name", "another character has this name; merge the two instead");
        await store.renameCharacter(characterId, name, folded, now());
        return requireCharacter(projectId, characterId);
      }),
    merge: (projectId, characterId, intoId) =>
      store.exclusively(projectTurn(projectId), async () => {
        await requireCharacter(projectId, characterId);
        if (intoId === characterId)
          throw invalid("intoCharacterId", "must be another character than the one that is merged");
        if (!(await store.findCharacter(projectId, intoId)))
          throw invalid("intoCharacterId", `there is no character "${shortened(intoId)}"`);
        await store.mergeCharacters(characterId, intoId, now());
        return requireCharacter(projectId, intoId);
      }),
  };
}
