/**
 * Splits a .csv into smaller files, each with the header, so that a long file can be sent in
 * several requests.
 */
import { csvRows, delimitedText } from "./csv";
import { toRow, unescapeFormula } from "./csv-escapes";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import type { ScriptEncoding, ScriptProblem } from "../model";
import { createProblems, fileProblem, UnreadableFile } from "../problems";
import { decodeText } from "./text";

/** A section of a file as a separate file: the header and some of the rows. */
export interface CsvPortion {
  csv: string;
  /** The number of rows in the file between its header and the first row of this portion. */
  rowsBefore: number;
}

/** The result of splitting; an unreadable file has no portions and one error. */
export interface CsvPortions {
  portions: CsvPortion[];
  encoding: ScriptEncoding | null;
  problems: ScriptProblem[];
}

/** Maximum number of characters in one portion. */
const portionLength = 128 * 1024;

/**
 * Splits a file into portions and removes the formula escapes of its cells. `chosen`: the encoding
 * that the user chose. Does not throw.
 */
export function readCsvPortions(bytes: Uint8Array, chosen?: TextEncoding): CsvPortions {
  let encoding: ScriptEncoding | null = null;
  const onEncoding = (used: ScriptEncoding) => (encoding = used);
  try {
    const problems = createProblems();
    const decoded = decodeText(bytes, problems, { encoding: chosen, onEncoding });
    const text = decoded.replace(/^\uFEFF/, "");
    return { portions: [...csvPortions(text)], encoding, problems: problems.list() };
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
    return { portions: [], encoding, problems: [problem] };
  }
}

/**
 * The portions of a text, with commas as delimiter. Throws `UnreadableFile` with the row of the
 * file in which a quote is not closed.
 */
export function* csvPortions(text: string): Generator<CsvPortion> {
  const { delimiter, body } = delimitedText(text);
  const problems = createProblems();
  let header: string | null = null;
  let rows: string[] = [];
  let rowsBefore = 0;
  let from = 0;
  for (const { cells, end } of csvRows(body, delimiter, problems)) {
    if (problems.hasErrors()) break;
    const row = toRow(cells.map(unescapeFormula));
    if (header === null) {
      header = row;
      from = end;
      continue;
    }
    rows.push(row);
    if (end - from < portionLength) continue;
    yield { csv: header + rows.join(""), rowsBefore };
    rowsBefore += rows.length;
    rows = [];
    from = end;
  }
  const error = problems.list().find(({ severity }) => severity === "error");
  if (error) throw new UnreadableFile(error);
  // A file with only a header is sent too; the service validates it.
  if (rows.length > 0 || rowsBefore === 0)
    yield { csv: (header ?? "") + rows.join(""), rowsBefore };
}
