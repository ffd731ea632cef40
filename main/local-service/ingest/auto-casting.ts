/** Automatic choice of voices for batches with `autoCasting`. */
import { voiceIn, type CataloguedVoice } from "../catalogue/voices";
import { genderOf } from "./gender";

export interface Castable {
  id: string;
  name: string;
  voice: string | null;
}

/**
 * Note: The rule of auto-casting. A character with a voice keeps it, in every batch of the project.
 * The others get a voice in the order of their first lines. Candidates are the voices that speak
 * all of the languages and whose primary language is the first one, without those of external
 * engines, because their texts may leave this computer; of the gender that the character's name
 * suggests (`genderOf`), or of both genders alternately if it suggests none. The candidate with the
 * fewest characters in the project is chosen; among equals the first in the order of the catalogue.
 * So two characters get one voice only after every candidate has a character.
 *
 * The result for a batch therefore depends on earlier batches, but batches are read concurrently.
 * So each batch is cast in a second step, when all earlier work of its project has been read and
 * cast, has failed, or was deleted (`listTasks` of the store): batches in the order of their
 * creation, those of a bulk request in the order of its rows and at the position of the request.
 * The same requests always give the same voices, regardless of the order in which scripts arrive
 * and of restarts. Failed or deleted work does not block later batches.
 */
export function castVoices(
  characters: readonly Castable[],
  uncastInOrder: readonly Castable[],
  { languageIds, voices }: { languageIds: readonly string[]; voices: readonly CataloguedVoice[] },
): { characterId: string; voice: string }[] {
  const uses = new Map<string, number>();
  for (const { voice } of characters) if (voice !== null) uses.set(voice, usesOf(voice) + 1);
  function usesOf(voice: string): number {
    return uses.get(voice) ?? 0;
  }
  const candidates = alternateGenders(candidatesOf(voices, languageIds));
  const cast: { characterId: string; voice: string }[] = [];
  for (const { id, name } of uncastInOrder) {
    const gender = genderOf(name);
    const fitting = candidates.filter((voice) => gender === null || voice.gender === gender);
    const chosen = fitting.reduce<CataloguedVoice | null>(
      (best, voice) => (best && usesOf(best.name) <= usesOf(voice.name) ? best : voice),
      null,
    );
    if (!chosen) continue;
    uses.set(chosen.name, usesOf(chosen.name) + 1);
    cast.push({ characterId: id, voice: chosen.name });
  }
  return cast;
}

const candidatesOf = (voices: readonly CataloguedVoice[], languageIds: readonly string[]) =>
  voices.filter(
    (voice) =>
      voice.source.languageId === languageIds[0] &&
      !voice.source.engine.startsWith("external:") &&
      languageIds.every((languageId) => voiceIn(voice, languageId) !== null),
  );

/** Female and male voices alternately, each in the order of the catalogue. */
function alternateGenders(all: readonly CataloguedVoice[]): CataloguedVoice[] {
  const female = all.filter(({ gender }) => gender === "female");
  const male = all.filter(({ gender }) => gender === "male");
  const length = Math.max(female.length, male.length);
  return Array.from({ length }, (_, index) => [female[index], male[index]])
    .flat()
    .filter((voice) => voice !== undefined);
}
