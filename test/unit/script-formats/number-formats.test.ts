/** Numbers, dates and texts of workbooks as cells display them. */
import { expect, test } from "vitest";
import { readStyles } from "../../../main/script-formats/files/xlsx/styles";

const stylesOf = (formats: string, id: number, is1904 = false) =>
  readStyles(
    `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
      `<cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`,
    is1904,
  );
const code = (text: string) =>
  `<numFmt numFmtId="170" formatCode="${text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"/>`;

test.each([
  ["no format", 0, 46_082, "46082"],
  ["no format", 0, 0.1 + 0.2, "0.3"],
  ["a whole number", 1, 2.5, "3"],
  ["thousands", 3, 1_234_567, "1,234,567"],
  ["per cent", 9, 0.5, "50%"],
  ["per cent", 10, 0.125, "12.50%"],
  ["an exponent", 11, 12_345, "1.23E+04"],
  ["a fraction", 12, 0.5, " 1/2"],
  ["a date", 14, 46_082, "3/1/2026"],
  ["a day and a month", 16, 46_082, "1-Mar"],
  ["a time", 20, 0.5208333333333334, "12:30"],
  ["a time", 21, 0.75, "18:00:00"],
  ["a date and a time", 22, 46_082.5, "3/1/2026 12:00"],
  ["the day that did not exist", 14, 61, "3/1/1900"],
  ["the first day", 14, 1, "1/1/1900"],
  ["a duration", 46, 1.5, "36:00:00"],
  ["beyond the last day", 14, 9_999_999, "9999999"],
  ["before the first day", 14, -1, "-1"],
  ["text", 49, 2, "2"],
])("a built-in format: %s", (_name, id, value, text) =>
  expect(stylesOf("", id).numberText(value, 0)).toBe(text),
);

test.each([
  ["leading zeros", "000", 2, "002"],
  ["a prefix with an underscore", '"EP1_"0000', 7, "EP1_0007"],
  ["a date", "yyyy/mm", 46_082, "2026/03"],
  ["a month in German", "[$-407]d. mmmm yyyy", 46_082, "1. März 2026"],
  ["a unit", '0 "days"', 5, "5 days"],
  ["a colour", "[Red]0.00", 5, "5.00"],
  ["an escaped letter", "0\\d", 5, "5d"],
  ["a negative number in brackets", "#,##0;[Red](#,##0)", -5, "(5)"],
  ["a condition", "[<10]0.0;[>=10]0", 12.5, "13"],
  ["digits that were rounded", "0.00", 1.005, "1.01"],
  ["a hidden value", ";;;", 5, ""],
  ["an invalid format", "[$-", 5, "5"],
])("a format of the workbook: %s", (_name, format, value, text) =>
  expect(stylesOf(code(format), 170).numberText(value, 0)).toBe(text),
);

test("an unknown style shows the plain number", () =>
  expect(stylesOf("", 14).numberText(5, 7)).toBe("5"));

test.each([
  ["@", "Anna", "Anna"],
  ["0", "Anna", "Anna"],
  ['"Role: "@', "Anna", "Role: Anna"],
  [";;;", "Anna", ""],
])("a text in the format %s", (format, text, shown) =>
  expect(stylesOf(code(format), 170).ownText(text, 0)).toBe(shown),
);

test("workbooks that count days from 1904", () =>
  expect(stylesOf("", 14, true).numberText(44_620, 0)).toBe("3/1/2026"));
