/** Names of characters: which texts are names, and which spellings are the same character. */
import type { ScriptLine } from "./model";
import type { Problems } from "./problems";
import { cleanName } from "./files/text";

export const maxNameLength = 40;
/**
 * Punctuation that ends or divides sentences, in any writing system. Text that contains it is not a
 * name.
 */
export const sentencePunctuation = /[\p{Sentence_Terminal}…,;،؛、，；¿¡]/u;

/** Initials ("J. R."), titles and other words that are written with a dot. */
const abbreviations =
  /(?<!\p{L})(?:(?:\p{L}\.)+|(?:dr|mr|mrs|ms|mx|prof|st|ste|sr|sra|srta|jr|mme|mlle|mgr|hr|fr|frl|sig|dott|capt|cpt|lt|sgt|col|gen|maj|cmdr|cpl|pvt|rev|hon|ing|insp|det|pres|sen|gov|no|nr)\.)/giu;

/** Whether a text can be the name of a character: short, not only a number, and no sentence. */
export function isName(name: string): boolean {
  return (
    name !== "" &&
    /[\p{L}\p{Extended_Pictographic}]/u.test(name) &&
    Array.from(name).length <= maxNameLength &&
    !sentencePunctuation.test(name.replace(abbreviations, ""))
  );
}

/** Whether a name has upper case letters only; false for scripts without case. */
export const isUpperCase = (name: string) => /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name);

/** How a voice is heard, or that it continues: the abbreviations of scripts, in parentheses. */
const extensionWords =
  /^(?:(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,:;]\d{1,3})?|v\.? ?o\.?|o\.? ?s\.?|o\.? ?c\.?|off|in off|en off|im off|aus dem off|voix off|voix|hors[- ]champ|h\.? ?c\.?|f\.? ?c\.?|fuori campo|fuera de campo|voice[- ]?over|off[- ]?screen|off[- ]?camera|on[- ]?screen|за кадром|cont['’]?d\.?|cont\.?|contd?\.?|continued|continuing|more|forts\.?|fortsetzung|fortgesetzt|suite|segue|sigue|pre-?lap|filtered|phone|on (?:the )?phone|into phone|tv|on tv|radio|am telefon|au téléphone|al telefono|por teléfono)$/iu;
const lastParentheses = /^(.*\S)\s*[([（［]([^()[\]（）［］]*)[)\]）］]$/su;
/** Extensions that are written without parentheses. */
const bareExtension = /^(.*[^\s,]),? (?:v\.\s?o\.|o\.\s?s\.|o\.\s?c\.|cont['’]d)$/iu;

/** A name without extensions such as "(V.O.)" and "(CONT'D)". */
export function withoutExtensions(name: string): string {
  let base = name;
  for (;;) {
    const [, before, words] = lastParentheses.exec(base) ?? [];
    const isExtension =
      words?.split(/[,/;]| and | & /).every((word) => extensionWords.test(word.trim())) === true;
    const shorter = isExtension ? before : bareExtension.exec(base)?.[1];
    if (shorter === undefined) return base;
    base = shorter;
  }
}

/** Characters that are not visible in a name, except those that join letters. */
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const joiners = /[\u200c\u200d]/g;

/** A name as it is displayed. */
const visibleName = (name: string) => cleanName(name.replace(invisible, ""));

/** Two names with the same key look equal: case, composed letters, apostrophes. */
export const nameKey = (name: string) =>
  visibleName(name)
    .replace(joiners, "")
    // Before NFKC: it turns "´" into a space and an accent.
    .replace(/[’‘ʼ＇`´′]/g, "'")
    .normalize("NFKC")
    .replace(/[‐‑‒–−]/g, "-")
    // "ẞ" and "ß", "İ", "I" and "ı" differ in case only.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0307/g, "");

/** Spellings that one note lists. */
const listedSpellings = 10;

/**
 * Gives each character one name: that of its first line. Names that look equal, or differ in an
 * extension only, are one character. A name with other words in parentheses ("ANNA (whispering)")
 * is the character before them if that one also occurs without them. Adds the note "names-joined".
 */
export function joinCharacterNames(lines: readonly ScriptLine[], problems: Problems): void {
  const bases = new Map<string, string>();
  const nameOfKey = new Map<string, string>();
  for (const { character } of lines) {
    if (character === null || bases.has(character)) continue;
    const base = withoutExtensions(visibleName(character));
    bases.set(character, base);
    if (!nameOfKey.has(nameKey(base))) nameOfKey.set(nameKey(base), base);
  }
  const names = new Map<string, string>();
  const joined: string[] = [];
  for (const [character, base] of bases) {
    const shorter = lastParentheses.exec(base)?.[1];
    const own = nameOfKey.get(nameKey(base)) ?? base;
    const name = (shorter === undefined ? undefined : nameOfKey.get(nameKey(shorter))) ?? own;
    names.set(character, name);
    if (name !== cleanName(character)) joined.push(`“${character}” as ${name}`);
  }
  for (const line of lines)
    if (line.character !== null) line.character = names.get(line.character) ?? null;
  if (joined.length === 0) return;
  const more = joined.length - listedSpellings;
  const list = joined.slice(0, listedSpellings).join(", ") + (more > 0 ? `, and ${more} more` : "");
  problems.note(null, null, "names-joined", `Spellings of one name were joined: ${list}.`);
}
