/** Tables of reports as .csv and .xlsx. Equal tables have equal bytes. */
import { escapeFormula, toRow } from "./csv-escapes";

export interface Table {
  /** The name of the sheet. */
  name: string;
  columns: readonly { name: string; width: number }[];
  rows: readonly (readonly string[])[];
}

/** Any date; the same one in all files. */
const fileDate = new Date(Date.UTC(2000, 0, 1));

/** With a byte order mark: spreadsheets read the file as UTF-8. SECURITY: cells cannot be formulas. */
export const toCsv = ({ columns, rows }: Table): string =>
  `\uFEFF${[columns.map(({ name }) => name), ...rows].map((cells) => toRow(cells.map(escapeFormula))).join("")}`;

/** SECURITY: each cell is a text, even if it looks like a formula. */
export async function toXlsx({ name, columns, rows }: Table): Promise<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    properties: { created: fileDate, modified: fileDate },
    sheets: [
      {
        name,
        columns: columns.map(({ width }) => ({ width })),
        rows: [columns.map((column) => column.name), ...rows.map((cells) => [...cells])],
        freezePane: { rows: 1 },
      },
    ],
  });
}
