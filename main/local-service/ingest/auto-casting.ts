/** The rule by which voices are chosen where `autoCasting` is on. */
import { voices, type CataloguedVoice } from "../catalogue/voices";
import { genderOf } from "./gender";

export interface Castable {
  id: string;
  name: string;
  voice: string | null;
}

/**
 * Note: The rule of auto-casting. A character that has a voice keeps it, in every batch of the project. The others
 * get one in the order of their first line. Those that come into question are the voices at home in `languageId`
 * (the first language of the script, target languages before the source language), of the gender that the name hints
 * at (`genderOf`), female and male by turns where it hints at none. Of these the one that speaks the fewest
 * characters of the project is taken; among equals the first in the order of the catalogue.
 *
 * What one batch is given so depends on those before it, and batches are read side by side. Therefore each is cast in a
 * second step, when everything that was created before it in its project has been read and cast, has failed, or is
 * deleted (`listTasks` of the store): batches in the order of their creation, those of a bulk request in the order of
 * its rows and as early as the request. The same requests give the same voices, always: whichever script comes first,
 * and whenever the service is killed. What fails or is deleted is no work any more, and holds up nobody.
 */
export function castVoices(
  everybody: readonly Castable[],
  uncastInOrder: readonly Castable[],
  languageId: string,
): { characterId: string; voice: string }[] {
  const uses = new Map<string, number>();
  for (const { voice } of everybody) if (voice !== null) uses.set(voice, usesOf(voice) + 1);
  function usesOf(voice: string): number {
    return uses.get(voice) ?? 0;
  }
  const candidates = byTurns(voicesOf(languageId));
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

const voicesOf = (languageId: string) =>
  voices.filter(({ source }) => source.languageId === languageId);

/** Female and male by turns, each in the order of the catalogue. */
function byTurns(all: readonly CataloguedVoice[]): CataloguedVoice[] {
  const female = all.filter(({ gender }) => gender === "female");
  const male = all.filter(({ gender }) => gender === "male");
  const length = Math.max(female.length, male.length);
  return Array.from({ length }, (_, index) => [female[index], male[index]])
    .flat()
    .filter((voice) => voice !== undefined);
}
