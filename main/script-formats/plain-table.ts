/** Reads a workbook or .csv as rows of text: a casting sheet. */
import { isTable } from "../../preload/facts/script-formats";
import { maxLines } from "./limits";
import type { TextEncoding } from "../../preload/facts/text-encodings";
import type { ScriptEncoding, ScriptProblem } from "./model";
import { warnOfUnreadable } from "./files/text";
import { createProblems, UnreadableFile } from "./problems";
import { rateCastingHeader } from "./columns/casting-columns";
import { findTable } from "./columns/find-table";
import { problemOf, sheetsOf, unreadableProblem } from "./read";
import { formatOf } from "./format";
import { headerOf, textsOf, type TableRow } from "./table";

/**
 * Rows with their numbers in the file, the header among them. An unreadable file has no rows, and
 * problems.
 */
export interface PlainTable {
  rows: { row: number; cells: string[] }[];
  /** The row that has the names of the columns, or could have them. */
  headerRow: number;
  /** Of a .csv; null for other formats. */
  encoding: ScriptEncoding | null;
  problems: ScriptProblem[];
}

/**
 * `sheet`: the sheet of a workbook; the first one if there is none of this name. `chosen`: the
 * encoding that the user chose for a .csv. Does not throw.
 */
export function readPlainTable(
  bytes: Uint8Array,
  fileName: string,
  sheet: string,
  chosen?: TextEncoding,
): PlainTable {
  const problems = createProblems();
  let encoding: ScriptEncoding | null = null;
  const onEncoding = (used: ScriptEncoding) => (encoding = used);
  try {
    const why = unreadableProblem(fileName, bytes);
    if (why !== null) throw new UnreadableFile(why);
    const format = formatOf(fileName, bytes);
    if (!isTable(format)) throw new UnreadableFile("bulk-format");
    const sheets = sheetsOf(
      format,
      bytes,
      { hasEscapes: true, encoding: chosen, onEncoding },
      problems,
    );
    const rate = ({ cells }: TableRow) => rateCastingHeader(cells);
    const table = findTable(sheets, { sheet, rate }, problems);
    const { rows, headerRow } = table;
    const header = headerOf(table);
    if (rows.length > maxLines + 1) throw new UnreadableFile("too-many-rows");
    for (const { row, cells } of rows) warnOfUnreadable(row, cells, problems);
    return {
      rows: rows.map((one) => ({ row: one.row, cells: textsOf(one, header, problems) })),
      headerRow,
      encoding,
      problems: problems.list(),
    };
  } catch (error) {
    problems.add(problemOf(error));
    return { rows: [], headerRow: 1, encoding, problems: problems.list() };
  }
}
