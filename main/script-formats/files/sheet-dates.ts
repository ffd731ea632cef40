/**
 * Converts sheet numbers that are displayed as dates, such as an ID "3-1" that a spreadsheet interpreted as 1 March.
 */
import { maxStyles } from "../limits";
import { UnreadableFile } from "../problems";
import { attributeOf, localName, scanXml } from "./xml";

export interface Dates {
  /** "2026-03-01", "2026-03-01 12:30:00" or "12:30:00" for a number with a date format, else `null`. */
  textOf(value: number, style: number): string | null;
}

/** The implicit built-in date formats of every workbook (ECMA-376, 18.8.30), including those of East Asia. */
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** Whether a format has date parts outside of its literal text, colours and conditions. */
const isDateCode = (code: string) =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, ""));

const day = 86_400_000;

/** Reads the styles of a workbook; `is1904` when the workbook counts days from 1904. */
export function readDates(styles: string, is1904: boolean): Dates {
  const custom = new Map<number, boolean>();
  const isDate: boolean[] = [];
  let isInCells = false;
  scanXml(styles, {
    open(tag, attributes) {
      const name = localName(tag);
      if (isDate.length > maxStyles || custom.size > maxStyles) throw new UnreadableFile("damaged");
      const id = Number(attributeOf(attributes, "numFmtId") ?? 0);
      if (name === "numFmt")
        custom.set(id, isDateCode(attributeOf(attributes, "formatCode") ?? ""));
      else if (name === "cellXfs") isInCells = true;
      else if (name === "xf" && isInCells) isDate.push(custom.get(id) ?? isBuiltIn(id));
    },
    close(tag) {
      if (localName(tag) === "cellXfs") isInCells = false;
    },
  });
  return {
    textOf(value, style) {
      // The latest supported date is 9999-12-31.
      if (isDate[style] !== true || value < 0 || value > 2_958_466) return null;
      // In the 1900 system, day 60 is 29 February 1900, which did not exist; earlier days use an epoch one day later.
      const first = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, value < 60 ? 31 : 30);
      const written = new Date(first + Math.round(value * 86_400) * 1_000).toISOString();
      const time = written.slice(11, 19);
      if (value < 1 && !is1904) return time;
      return Math.round(value * 86_400) % (day / 1_000) === 0
        ? written.slice(0, 10)
        : `${written.slice(0, 10)} ${time}`;
    },
  };
}
