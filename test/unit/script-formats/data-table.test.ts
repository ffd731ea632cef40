/** Tables that are exported: what a spreadsheet would evaluate, and what stays a number. */
import { expect, test } from "vitest";
import { escapeFormula, unescapeFormula } from "../../../main/script-formats/files/csv-escapes";
import { toXlsx } from "../../../main/script-formats/files/data-table";
import { openZip } from "../../../main/script-formats/files/zip";

test.each([
  ["=1+1", "'=1+1"],
  ["+cmd", "'+cmd"],
  ["-1+1", "'-1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["- Come here!", "- Come here!"],
  ["- Gracias, es muy amable.", "- Gracias, es muy amable."],
  ["- cmd|' /C calc'!A0", "'- cmd|' /C calc'!A0"],
  ["- SUM(A1)", "'- SUM(A1)"],
  ["- Sheet!A1", "'- Sheet!A1"],
  ["'=1", "''=1"],
  ["'-5", "''-5"],
  ["'tis", "'tis"],
  ["-1.5.2", "'-1.5.2"],
  ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
  ["-1\n=2", "'-1\n=2"],
  ["-23.50", "-23.50"],
  ["-23,5", "-23,5"],
  ["+3", "'+3"],
  ["-5%", "-5%"],
  ["-", "-"],
  ["--", "--"],
  ["- -", "- -"],
  ["Anna", "Anna"],
])("%j is written as %j, and read again", (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
  expect(unescapeFormula(written)).toBe(cell);
});

test("cells of columns of numbers are numbers, others texts", async () => {
  const columns = [
    { name: "ID", width: 8 },
    { name: "Gain", width: 8, isNumber: true },
  ];
  const rows = [
    ["007", "-23.50"],
    ["-5", "none"],
  ];
  const zip = openZip(await toXlsx({ name: "A", columns, rows }));
  const sheet = zip.names.find((name) => name.startsWith("xl/worksheets/sheet")) ?? "";
  const xml = zip.read(sheet).toString("utf8");
  const types = [...xml.matchAll(/<c r="([AB][23])"([^>]*)>/g)].map(
    ([, cell, rest = ""]) => `${cell ?? ""} ${/t="/.test(rest) ? "text" : "number"}`,
  );
  expect(types).toEqual(["A2 text", "B2 number", "A3 text", "B3 text"]);
});
