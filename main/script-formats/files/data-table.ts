/** Tables of reports as .csv and .xlsx. Equal tables have equal bytes. */
import { escapeFormula, toRow } from "./csv-escapes";
import { maxTextLength } from "../limits";

export interface Table {
  /** The name of the sheet. */
  name: string;
  /** `isNumber`: cells with a number are numbers in a workbook; others are texts ("007"). */
  columns: readonly { name: string; width: number; isNumber?: boolean }[];
  rows: readonly (readonly string[])[];
}

/** Any date; the same one in all files. */
const fileDate = new Date(Date.UTC(2000, 0, 1));

/**
 * With a byte order mark: spreadsheets read the file as UTF-8. SECURITY: cells cannot be formulas.
 */
export const toCsv = ({ columns, rows }: Table): string =>
  `\uFEFF${[columns.map(({ name }) => name), ...rows].map((cells) => toRow(cells.map(escapeFormula))).join("")}`;

/**
 * What XML cannot contain: control characters, surrogates without a partner, and two that are no
 * characters.
 */
const forbidden =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\v\f\x0E-\x1F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
/** What a workbook reads as a code of a character ("_x000D_"). */
const code = /_(?=x[0-9a-f]{4}_)/gi;
const toText = (text: string) =>
  text.slice(0, maxTextLength).replace(forbidden, "\uFFFD").replace(code, "_x005F_");

const toCell = (text: string, isNumber: boolean) =>
  isNumber && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : toText(text);

/** SECURITY: each cell is a text or a number, even if it looks like a formula. */
export async function toXlsx({ name, columns, rows }: Table): Promise<Uint8Array> {
  const { writeXlsx } = await import("hucre/xlsx");
  return writeXlsx({
    properties: { created: fileDate, modified: fileDate },
    sheets: [
      {
        name,
        columns: columns.map(({ width }) => ({ width })),
        rows: [
          columns.map((column) => column.name),
          ...rows.map((cells) =>
            cells.map((text, at) => toCell(text, columns[at]?.isNumber === true)),
          ),
        ],
        freezePane: { rows: 1 },
      },
    ],
  });
}
