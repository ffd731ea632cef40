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
 * characters of the project is taken; among equals the first in the order of the catalogue. The same project and
 * script give the same voices, always.
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
