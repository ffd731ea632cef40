/** The styles of a workbook, as far as they change what a cell shows. */
import { format, isDateFormat } from "numfmt";
import { maxStyles } from "../../limits";
import { UnreadableFile } from "../../problems";
import { attributeOf, isOn, localName, scanXml } from "../xml";

export interface Styles {
  /** A number as it is displayed in a cell of this style. */
  numberText(value: number, style: number): string;
  /** A text as it is displayed in a cell of this style. */
  ownText(text: string, style: number): string;
  isStruck(style: number): boolean;
}

/**
 * The formats that workbooks do not list (ECMA-376, 18.8.30); those of dates as Excel shows them in
 * the United States, because a file does not say in which country it is opened.
 */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0 ;(#,##0)",
  38: "#,##0 ;[Red](#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;[Red](#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};
/** The built-in date formats of East Asia differ by language. */
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const codeOf = (id: number) => builtIn[id] ?? (isEastAsianDate(id) ? "yyyy-mm-dd" : general);

const general = "General";
/** Excel accepts 255 characters. */
const maxCodeLength = 255;
/** Days between the first days of the two systems of dates. */
const daysTo1904 = 1462;
/** 9999-12-31. */
const lastDay = 2_958_466;

/**
 * A number without a format, in at most 15 digits, as spreadsheets calculate. The width of the
 * column may round it on the screen; an ID of 13 digits stays whole.
 */
const plainNumber = (value: number) => String(Number(value.toPrecision(15)));

/** Reads the styles of a workbook; `is1904` when the workbook counts days from 1904. */
export function readStyles(xml: string, is1904: boolean): Styles {
  const custom = new Map<number, string>();
  const struckFonts: boolean[] = [];
  const cells: { code: string; isStruck: boolean }[] = [];
  let part = "";
  scanXml(xml, {
    open(tag, attributes) {
      const name = localName(tag);
      if (cells.length > maxStyles || custom.size > maxStyles || struckFonts.length > maxStyles)
        throw new UnreadableFile("damaged");
      const number = (attribute: string) => Number(attributeOf(attributes, attribute) ?? 0);
      if (name === "numFmt")
        custom.set(number("numFmtId"), attributeOf(attributes, "formatCode") ?? "");
      else if (name === "fonts" || name === "cellXfs" || name === "dxfs") part = name;
      else if (name === "font" && part === "fonts") struckFonts.push(false);
      else if (name === "strike" && part === "fonts" && isOn(attributes))
        struckFonts[struckFonts.length - 1] = true;
      else if (name === "xf" && part === "cellXfs") {
        const id = number("numFmtId");
        const code = (custom.get(id) ?? codeOf(id)).slice(0, maxCodeLength);
        cells.push({ code, isStruck: struckFonts[number("fontId")] ?? false });
      }
    },
    close(tag) {
      if (localName(tag) === part) part = "";
    },
  });

  function shown(code: string, value: number | string): string | null {
    try {
      return format(code, value, { nbsp: false, dateErrorThrows: true });
    } catch {
      // The format is invalid, or the number is no date.
      return null;
    }
  }
  return {
    numberText(value, style) {
      const code = cells[style]?.code ?? general;
      if (/^general$/i.test(code) || code === "@") return plainNumber(value);
      const isDate = isDateFormat(code);
      if (isDate && (value < 0 || value >= lastDay)) return plainNumber(value);
      return shown(code, isDate && is1904 ? value + daysTo1904 : value) ?? plainNumber(value);
    },
    ownText(text, style) {
      const code = cells[style]?.code ?? general;
      // Only the fourth section, or one with "@", changes texts.
      const changesTexts = code !== "@" && (code.includes("@") || code.split(";").length > 3);
      return changesTexts ? (shown(code, text) ?? text) : text;
    },
    isStruck: (style) => cells[style]?.isStruck ?? false,
  };
}
