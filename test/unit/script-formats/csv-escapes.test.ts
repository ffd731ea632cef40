/** Cells of an exported .csv: what a spreadsheet would run is escaped, and numbers stay numbers. */
import { expect, it } from "vitest";
import { escapeFormula, unescapeFormula } from "../../../main/script-formats/files/csv-escapes";

it.each([
  ["-23.4", "-23.4"],
  ["-1", "-1"],
  ["0.5", "0.5"],
  ["-1+1", "'-1+1"],
  ["-1.5.2", "'-1.5.2"],
  ["- Yes?", "'- Yes?"],
  ["-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"],
  ["+49 30", "'+49 30"],
  ["=1", "'=1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["'-1", "''-1"],
  ["-1\n=2", "'-1\n=2"],
  ["'tis", "'tis"],
])("%j is written as %j, and read as it was", (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
  expect(unescapeFormula(written)).toBe(cell);
});
