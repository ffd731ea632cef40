/** Cells that no spreadsheet takes for a formula, and files of them read back as they were. */
import { readCsv } from "./csv";
import { createProblems } from "./problems";
import { decodeText } from "./text";

const lineEnd = "\r\n";

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
/** A row of a .csv with its line end. */
export const toRow = (cells: readonly string[]) => cells.map(quoted).join(",") + lineEnd;

/** A .csv without the guards of its cells; anything else as it is. */
export function withoutGuards(bytes: Uint8Array, fileName: string): Uint8Array {
  if (!/\.csv$/i.test(fileName)) return bytes;
  try {
    const problems = createProblems();
    const { rows } = readCsv(decodeText(bytes, problems), problems);
    if (problems.hasErrors()) return bytes;
    return Buffer.from(rows.map(({ cells }) => toRow(cells.map(unguard))).join(""));
  } catch {
    // The reader says what is wrong with it.
    return bytes;
  }
}
