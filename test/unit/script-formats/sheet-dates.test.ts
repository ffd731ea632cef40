import { expect, test } from "vitest";
import { readDates } from "../../../main/script-formats/files/sheet-dates";

const styles = (formats: string, ...ids: number[]) =>
  `<styleSheet><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>` +
  `<cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;

const code = (text: string) => `<numFmt numFmtId="170" formatCode='${text}'/>`;

test.each([
  ["no format", styles("", 0), 46_082, null],
  ["a built-in date", styles("", 14), 46_082, "2026-03-01"],
  ["with a time", styles("", 22), 46_082.5, "2026-03-01 12:00:00"],
  ["with a time", styles("", 21), 0.75, "18:00:00"],
  ["the day that did not exist", styles("", 14), 61, "1900-03-01"],
  ["the first day", styles("", 14), 1, "1900-01-01"],
  ["a custom format", styles(code("yyyy/mm"), 170), 46_082, "2026-03-01"],
  ["a duration", styles(code("[h]:mm"), 170), 0.5, "12:00:00"],
  ["literal text", styles(code('0 "days"'), 170), 5, null],
  ["a colour", styles(code("[Red]0.00"), 170), 5, null],
  ["an escaped letter", styles(code("0\\d"), 170), 5, null],
  ["beyond the last day", styles("", 14), 9_999_999, null],
  ["before the first day", styles("", 14), -1, null],
])("%s", (_name, xml, value, text) => {
  expect(readDates(xml, false).textOf(value, 0)).toBe(text);
  expect(readDates(xml, false).textOf(value, 7)).toBe(null);
});

test("supports workbooks that count days from 1904", () =>
  expect(readDates(styles("", 14), true).textOf(44_620, 0)).toBe("2026-03-01"));
