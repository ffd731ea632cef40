/**
 * Splits a glossary into smaller .csv files, each with the header, so that a long file can be sent
 * in several requests.
 */
import { isTable } from "../../../preload/facts/script-formats";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import { findTable } from "../columns/find-table";
import { glossaryColumns, rateGlossaryHeader } from "../columns/glossary-columns";
import { formatOf } from "../format";
import type { ScriptEncoding, ScriptProblem } from "../model";
import { createProblems, fileProblem, UnreadableFile, type Problems } from "../problems";
import { sheetsOf, unreadableProblem } from "../read";
import { headerOf, textsOf, type Table } from "../table";
import { toRow } from "./csv-escapes";
import { warnOfUnreadable } from "./text";

/** A section of a file as a separate file: the header and some of the rows. */
export interface CsvPortion {
  csv: string;
  /** What is added to the number of a row in this portion for its number in the file. */
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
/** The name of the sheet that is read first. */
const glossarySheet = "Glossary";

/**
 * Splits the glossary of a file into portions and removes the formula escapes of its cells.
 * `chosen`: the encoding that the user chose. Does not throw.
 */
export function readCsvPortions(
  bytes: Uint8Array,
  fileName: string,
  chosen?: TextEncoding,
): CsvPortions {
  let encoding: ScriptEncoding | null = null;
  const onEncoding = (used: ScriptEncoding) => (encoding = used);
  const problems = createProblems();
  try {
    const named = formatOf(fileName, bytes);
    const format = isTable(named) ? named : "csv";
    const isOther = named !== null && !isTable(named);
    const why = isOther ? null : unreadableProblem(fileName, bytes);
    if (why !== null) throw new UnreadableFile(why);
    const decoding = { hasEscapes: true, encoding: chosen, onEncoding };
    const sheets = sheetsOf(format, bytes, decoding, problems);
    const rate = ({ cells }: { cells: readonly string[] }) => rateGlossaryHeader(cells);
    const table = findTable(sheets, { sheet: glossarySheet, rate }, problems);
    const portions = portionsOf(table, problems);
    return { portions: problems.hasErrors() ? [] : portions, encoding, problems: problems.list() };
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
    return { portions: [], encoding, problems: [problem] };
  }
}

/** The header with the names of the fields for columns that are named in other words. */
function fieldNames(header: readonly string[]): string[] {
  const names = [...header];
  for (const [field, index] of glossaryColumns(header)) names[index] = field;
  return names;
}

/** Rows that the file does not store are empty, so that all have the numbers of the file. */
function portionsOf(table: Table, problems: Problems): CsvPortion[] {
  const given = headerOf(table);
  const header = toRow(fieldNames(given));
  const portions: CsvPortion[] = [];
  let text = "";
  let from = table.headerRow;
  let next = from + 1;
  const flush = () => {
    portions.push({ csv: header + text, rowsBefore: from - 1 });
    text = "";
    from = next - 1;
  };
  for (const one of table.rows) {
    if (one.row <= table.headerRow) continue;
    const texts = textsOf(one, given, problems);
    warnOfUnreadable(one.row, texts, problems);
    text += "\r\n".repeat(one.row - next) + toRow(texts);
    next = one.row + 1;
    if (text.length >= portionLength) flush();
  }
  // A file with only a header is sent too; the service validates it.
  if (text !== "" || portions.length === 0) flush();
  return portions;
}
