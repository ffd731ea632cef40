/** Glossaries as CSV files: written so that a spreadsheet takes no word for a formula, read back as they were. */
import type { GlossaryLine } from "../../preload/resources";
import { AppError } from "../errors";
import { delimiterOf, readCsv } from "../scripts/csv";
import { createProblems } from "../scripts/problems";

/** The header, as the service's import reads it. */
const fieldNames = [
  "word",
  "languageId",
  "phonemization",
  "phonemizationLanguageId",
  "pronunciationLanguageId",
  "pronounceAs",
  "caseSensitive",
] as const satisfies readonly (keyof GlossaryLine)[];

const lineEnd = "\r\n";
/** Characters of one portion of a file: what is read between two breaths of the event loop, and sent at once. */
const portionLength = 128 * 1024;

/**
 * SECURITY: a spreadsheet runs a cell that begins with one of these. An apostrophe before it is the spreadsheets'
 * own sign for text; one that is there already gets another, so that taking one away gives the cell back.
 */
export const guard = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
/** A cell as it was before it was guarded. */
export const unguard = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);
/** A cell as a .csv holds it. */
export const quoted = (cell: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const toRow = (cells: readonly string[]) => cells.map(quoted).join(",") + lineEnd;

/** The first row of a glossary file; the mark before it tells spreadsheets that the file is UTF-8. */
export const csvHeader = `\uFEFF${toRow(fieldNames)}`;

/** A glossary line as a row. */
export const csvRow = (line: GlossaryLine) =>
  toRow(fieldNames.map((name) => guard(String(line[name]))));

/** A part of a file as a file of its own: the header, and some of the rows. */
export interface CsvPortion {
  csv: string;
  /** Rows of the file between its header and this portion's first. */
  rowsBefore: number;
}

/**
 * Cuts a file into portions, with the guards of `csvRow` taken away.
 * @throws AppError "invalid-input" naming `file` where a quote never closes.
 */
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
    const message = `row ${(problem.row ?? 1) + rowsBefore}: ${problem.message}`;
    throw new AppError("invalid-input", `file: ${message}`, {
      details: [{ field: "file", message }],
    });
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
