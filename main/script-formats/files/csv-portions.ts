/** Splits a .csv into smaller files, each with the header, so that a long file can be sent in several requests. */
import { delimiterOf, readCsv } from "./csv";
import { toRow, unescapeFormula } from "./csv-escapes";
import type { ScriptProblem } from "../model";
import { createProblems, fileProblem, UnreadableFile } from "../problems";
import { decodeText } from "./text";

/** A section of a file as a separate file: the header and some of the rows. */
export interface CsvPortion {
  csv: string;
  /** The number of rows in the file between its header and the first row of this portion. */
  rowsBefore: number;
}

/** The result of splitting; an unreadable file has no portions and one problem. */
export interface CsvPortions {
  portions: CsvPortion[];
  problems: ScriptProblem[];
}

/** Maximum number of characters in one portion. */
const portionLength = 128 * 1024;

/** Splits a file into portions and removes the formula escapes of its cells. Does not throw. */
export function readCsvPortions(bytes: Uint8Array): CsvPortions {
  try {
    const text = decodeText(bytes, createProblems()).replace(/^\uFEFF/, "");
    return { portions: [...csvPortions(text)], problems: [] };
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
    return { portions: [], problems: [problem] };
  }
}

/** The portions of a text. Throws `UnreadableFile` with the row of the file in which a quote is not closed. */
export function* csvPortions(text: string): Generator<CsvPortion> {
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const body = hint === null ? text : text.slice(hint[0].length);
  const delimiter = hint?.[1] ?? delimiterOf(body);
  const ends = rowEnds(body, delimiter);
  const headerEnd = ends.next().value ?? body.length;
  const header = rowsOf(body.slice(0, headerEnd), delimiter, 0)[0] ?? "";
  let rowsBefore = 0;
  let from = headerEnd;
  let rows = 0;
  function portion(end: number): CsvPortion {
    const csv = header + rowsOf(body.slice(from, end), delimiter, rowsBefore + 1).join("");
    return { csv, rowsBefore };
  }
  for (const end of ends) {
    rows += 1;
    if (end - from < portionLength && end < body.length) continue;
    yield portion(end);
    rowsBefore += rows;
    rows = 0;
    from = end;
  }
  // A file with only a header is sent too; the service validates it.
  if (rowsBefore === 0) yield portion(body.length);
}

/** The rows of a section of a file, each rewritten with commas as delimiter. */
function rowsOf(part: string, delimiter: string, rowsBefore: number): string[] {
  const problems = createProblems();
  const { rows } = readCsv(`sep=${delimiter}\n${part}`, problems);
  const [problem] = problems.list();
  if (problem) {
    const row = (problem.row ?? 1) + rowsBefore;
    throw new UnreadableFile({ ...problem, row });
  }
  return rows.map(({ cells }) => toRow(cells.map(unescapeFormula)));
}

/**
 * Yields the index after each row. Quotes follow the rule of `readCsv`: a quote opens only at the beginning of a field.
 */
function* rowEnds(text: string, delimiter: string): Generator<number, undefined> {
  let at = 0;
  while (at < text.length) {
    if (text.charAt(at) === '"') {
      let quote = text.indexOf('"', at + 1);
      while (quote >= 0 && text.charAt(quote + 1) === '"') quote = text.indexOf('"', quote + 2);
      at = quote < 0 ? text.length : quote + 1;
    }
    while (at < text.length && ![delimiter, "\n", "\r"].includes(text.charAt(at))) at += 1;
    const sign = text.charAt(at);
    at += 1;
    if (sign === delimiter) continue;
    if (sign === "\r" && text.charAt(at) === "\n") at += 1;
    yield Math.min(at, text.length);
  }
  return undefined;
}
