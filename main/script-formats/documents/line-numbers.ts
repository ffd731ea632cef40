/** Numbers and IDs of lines before names and texts, which are no part of them. */
import { isName, isUpperCase } from "../character-names";
import { kindOfText } from "../line-kinds";
import type { Paragraph, TableRow } from "./blocks";
import { splitColon } from "./speaker-notation";

/** The fewest numbers that are those of lines: in paragraphs, and in the rows of a table. */
const minNumbers = 3;
const minNumberedRows = 2;
const minIds = 2;
const numberBeforeName = /^(\d{1,5})\s+(?=\p{L})/u;
const numberInCell = /^(\d{1,5})[.)]?\s+(?=\p{L})/u;
const numberOfLine = /^(\d{1,5})[.)]?\s+(?=\S)/u;
/** The name of a line in a production: "EP101_0010". */
const idBefore = /^([\p{L}\p{N}]+[_-][\p{L}\p{N}_-]*\d)\s+(?=\p{L})/u;

/** Whether all texts begin with a number that is larger by one than that of the text before. */
function areNumbered(texts: readonly string[], pattern: RegExp): boolean {
  const numbers = texts.map((text) => Number(pattern.exec(text)?.[1] ?? NaN));
  return numbers.every((number, at) => number === (numbers[0] ?? 0) + at);
}

/**
 * Removes the numbers before the names ("12 ANNA: Hello.") where they ascend by one through the
 * document, and IDs where each is another one. Other numbers are a part of the name.
 */
export function withoutLineNumbers(paragraphs: readonly string[]): string[] {
  const named = paragraphs.filter((text) => splitColon(text) !== null);
  if (named.length >= minNumbers && areNumbered(named, numberBeforeName))
    return paragraphs.map((text) => text.replace(numberBeforeName, ""));
  const ids = named.map((text) => idBefore.exec(text)?.[1]);
  const hasIds =
    ids.length >= minIds && !ids.includes(undefined) && new Set(ids).size === ids.length;
  return hasIds ? paragraphs.map((text) => text.replace(idBefore, "")) : [...paragraphs];
}

/** Removes ascending numbers before all paragraphs, or before the names in capitals above texts. */
export function removeNumbers(paragraphs: readonly Paragraph[]): void {
  const filled = paragraphs.filter(({ text }) => text !== "");
  const alone = filled.filter(({ text }) => {
    const name = text.replace(numberOfLine, "");
    return name !== text && isUpperCase(name) && isName(name) && kindOfText(name) === null;
  });
  const found = [filled, alone].find(
    (some) =>
      some.length >= minNumbers &&
      areNumbered(
        some.map(({ text }) => text),
        numberOfLine,
      ),
  );
  for (const paragraph of found ?? []) paragraph.text = paragraph.text.replace(numberOfLine, "");
}

/** Removes ascending numbers of lines before the names in the first column: "12 ANNA". */
export function withoutCellNumbers(rows: readonly TableRow[]): TableRow[] {
  const first = rows.map(({ cells }) => cells[0] ?? "");
  if (rows.length < minNumberedRows || !areNumbered(first, numberInCell)) return [...rows];
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (at === 0 ? cell.replace(numberInCell, "") : cell)),
  }));
}
