/** Tables of reports as .csv and .xlsx. Equal tables have equal bytes. */
import { escapeFormula, toRow } from "./csv-escapes";
import { maxTextLength } from "../limits";

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

/** What XML cannot contain: control characters, surrogates without a partner, and two that are no characters. */
const forbidden =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const toCell = (text: string) => text.slice(0, maxTextLength).replace(forbidden, "\uFFFD");

/** SECURITY: each cell is a text, even if it looks like a formula. */
export async function toXlsx({ name, columns, rows }: Table): Promise<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    properties: { created: fileDate, modified: fileDate },
    sheets: [
      {
        name,
        columns: columns.map(({ width }) => ({ width })),
        rows: [columns.map((column) => column.name), ...rows.map((cells) => cells.map(toCell))],
        freezePane: { rows: 1 },
      },
    ],
  });
}
