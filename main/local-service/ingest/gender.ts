/** Derives the gender of a suitable voice from a character's name. */
import { voiceNames, type Gender } from "../catalogue/voice-names";

const words: Readonly<Record<Gender, string>> = {
  female:
    "female woman women girl lady mrs ms miss madam madame mme mlle frau señora senora signora queen princess duchess countess goddess nun witch mother mom mum mama sister daughter aunt auntie grandmother grandma granny wife girlfriend bride waitress actress hostess stewardess policewoman businesswoman heroine she her",
  male: "male man men boy gentleman guy mr mister sir lord monsieur herr señor senor signor king prince duke count god monk wizard father dad papa brother son uncle grandfather grandpa husband boyfriend groom waiter actor host steward policeman businessman hero he his",
};

const hints = new Map<string, Gender>();
for (const gender of ["female", "male"] as const) {
  for (const names of Object.values(voiceNames))
    for (const name of names[gender].split(" ")) hints.set(name.toLowerCase(), gender);
}
// Words are added last: they override equal first names.
for (const gender of ["female", "male"] as const)
  for (const word of words[gender].split(" ")) hints.set(word, gender);

const marks: Readonly<Record<string, Gender>> = { f: "female", w: "female", m: "male" };

/**
 * The gender that a name suggests, or null if it suggests none or both. A mark as in casting lists
 * counts first: a single F, W or M in brackets or at the end ("GUARD (F)", "Guard_M", "CHILD 2 -
 * f"). Then the words of the name count ("Old Woman", "Mr Smith", "KING"), including the first
 * names of the catalogue's voices ("Greta", "Santiago").
 */
export function genderOf(name: string): Gender | null {
  const lower = name.normalize("NFC").toLowerCase();
  const mark =
    /[([{]\s*([fmw])\s*(?:\.\s*)?[)\]}]/.exec(lower)?.[1] ??
    /[\s_\-/,.]([fmw])\.?\d*$/.exec(lower)?.[1];
  const marked = mark === undefined ? undefined : marks[mark];
  if (marked) return marked;
  const found = new Set<Gender>();
  for (const word of lower.split(/[^\p{L}\p{M}]+/u)) {
    const gender = hints.get(word);
    if (gender) found.add(gender);
  }
  const [only] = found;
  return found.size === 1 && only ? only : null;
}
