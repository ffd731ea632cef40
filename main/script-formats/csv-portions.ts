/** A .csv cut into smaller ones, each with the header, so that a long one can be sent in several requests. */
import { delimiterOf, readCsv } from "./csv";
import { toRow, unguard } from "./csv-guards";
import type { ScriptProblem } from "./model";
import { createProblems, fileProblem, UnreadableFile } from "./problems";
import { decodeText } from "./text";

/** A part of a file as a file of its own: the header, and some of the rows. */
export interface CsvPortion {
  csv: string;
  /** Rows of the file between its header and this portion's first. */
  rowsBefore: number;
}

/** A file that cannot be read has no portions and one problem. */
export interface CsvPortions {
  portions: CsvPortion[];
  problems: ScriptProblem[];
}

/** Characters of one portion. */
const portionLength = 128 * 1024;

/** Cuts a file into portions, with the guards of its cells taken away. Does not throw. */
export function readCsvPortions(bytes: Uint8Array): CsvPortions {
  try {
    const text = decodeText(bytes, createProblems()).replace(/^\uFEFF/, "");
    return { portions: [...csvPortions(text)], problems: [] };
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
    return { portions: [], problems: [problem] };
  }
}

/** The portions of a text. Throws `UnreadableFile` with the row of the file where a quote never closes. */
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
  // A file with a header alone is for the service to judge.
  if (rowsBefore === 0) yield portion(body.length);
}

/** The rows of a part of a file, each as a row with commas. */
function rowsOf(part: string, delimiter: string, rowsBefore: number): string[] {
  const problems = createProblems();
  const { rows } = readCsv(`sep=${delimiter}\n${part}`, problems);
  const [problem] = problems.list();
  if (problem) {
    const row = (problem.row ?? 1) + rowsBefore;
    throw new UnreadableFile({ ...problem, row });
  }
  return rows.map(({ cells }) => toRow(cells.map(unguard)));
}

/** The index after each row, by the quotes that `readCsv` goes by: a quote opens at the beginning of a field only. */
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
