/** Words that were read as names because of brackets, or of a row of their own. */
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
 * Warns of names that only brackets or a row of their own show, and that no text mentions: they may
 * be directions, whose words are in no list, or headings. `names`: the names with their rows.
 */
export function warnOfUncertainNames(
  names: ReadonlyMap<string, readonly number[]>,
  texts: Iterable<string>,
  problems: Problems,
  code: "speaker-uncertain" | "names-alone" = "speaker-uncertain",
): void {
  if (names.size === 0) return;
  const isMentioned = mentionsIn(texts);
  const unknown = [...names].filter(([name]) => !isMentioned(name));
  if (unknown.length === 0) return;
  const rows = [...new Set(unknown.flatMap(([, own]) => own))].sort((one, two) => one - two);
  const list = unknown.slice(0, listed).map(([name]) => `“${name}”`);
  const message =
    code === "speaker-uncertain"
      ? `Only brackets show that these words are names: ${list.join(", ")}. Are they directions?`
      : `Words alone in their rows were read as names: ${list.join(", ")}. Are they spoken?`;
  const isInBrackets = code === "speaker-uncertain" && unknown.some(([name]) => hasCase(name));
  const remedy = isInBrackets
    ? "Write names before a colon, and directions in lower case."
    : "Write names before a colon.";
  warnRows(problems, rows, code, message, { remedy });
}
