/** Words in brackets that were read as names, although nothing else in the file shows it. */
import { problemRows } from "./line-kinds";
import type { Problems } from "./problems";

const listed = 10;
const bracketsBefore = /^[[(（【][^[\]()（）【】]{0,60}[\])）】]/u;

/** The words of texts that begin in upper case: a name is also mentioned in the dialogue. */
function mentionedIn(texts: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts)
    for (const [word] of text.replace(bracketsBefore, "").matchAll(/\p{Lu}\p{L}+/gu))
      words.add(word);
  return words;
}

/**
 * Warns of names in brackets that no text mentions: they may be directions, whose words are in no
 * list. `names`: the names with their rows.
 */
export function warnOfUncertainNames(
  names: ReadonlyMap<string, readonly number[]>,
  texts: Iterable<string>,
  problems: Problems,
): void {
  if (names.size === 0) return;
  const mentioned = mentionedIn(texts);
  const unknown = [...names].filter(
    ([name]) => !name.split(" ").some((word) => mentioned.has(word)),
  );
  if (unknown.length === 0) return;
  const rows = [...new Set(unknown.flatMap(([, own]) => own))].sort((one, two) => one - two);
  const list = unknown.slice(0, listed).map(([name]) => `“${name}”`);
  const message = `Only brackets show that these words are names: ${list.join(", ")}. Are they directions?`;
  const remedy = "Write names before a colon, and directions in lower case.";
  const details = { remedy, ...problemRows(rows) };
  problems.warning(rows[0] ?? null, null, "speaker-uncertain", message, details);
}
