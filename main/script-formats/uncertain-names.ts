/** Words in brackets that were read as names, although nothing else in the file shows it. */
import { warnRows } from "./line-kinds";
import type { Problems } from "./problems";

const listed = 10;
const inBrackets = /[[(<{（［【][^[\]()<>{}（）［］【】]{0,60}[\])>}）］】]/gu;
const hasCase = (name: string) => /[\p{Lu}\p{Ll}]/u.test(name);

/**
 * Whether the dialogue mentions a name: one of its words, in upper case or with a capital, or the
 * whole name in a script without case.
 */
export function mentionsIn(texts: Iterable<string>): (name: string) => boolean {
  const words = new Set<string>();
  const parts: string[] = [];
  for (const text of texts) {
    const spoken = text.replace(inBrackets, " ");
    parts.push(spoken);
    for (const [word] of spoken.matchAll(/\p{Lu}\p{L}+/gu)) words.add(word.toLowerCase());
  }
  const plain = parts.join("\n");
  return (name) =>
    hasCase(name)
      ? name.split(" ").some((word) => words.has(word.toLowerCase()))
      : plain.includes(name);
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
  const isMentioned = mentionsIn(texts);
  const unknown = [...names].filter(([name]) => !isMentioned(name));
  if (unknown.length === 0) return;
  const rows = [...new Set(unknown.flatMap(([, own]) => own))].sort((one, two) => one - two);
  const list = unknown.slice(0, listed).map(([name]) => `“${name}”`);
  const message = `Only brackets show that these words are names: ${list.join(", ")}. Are they directions?`;
  const remedy = unknown.some(([name]) => hasCase(name))
    ? "Write names before a colon, and directions in lower case."
    : "Write names before a colon.";
  warnRows(problems, rows, "speaker-uncertain", message, { remedy });
}
