import { formatList } from "../../format";
import { count } from "./count";

const rows = (number: number) => count(number, "row", "rows");
const cells = (number: number) => count(number, "cell", "cells");
const problemWords = { error: "Problem", warning: "Warning" };

/** A grid that is typed into like a spreadsheet. */
export const grid = {
  group: "Table",
  help: "Type or press F2 to change a cell, F8 for the next problem. Press Escape and then Tab to leave the table.",
  rowNumber: "Row number",
  newRow: "New row",
  row: (number: number, problems: readonly string[]): string =>
    problems.length === 0 ? `Row ${number}` : `Row ${number}: ${formatList(problems)}`,
  cell: (
    column: string,
    row: number,
    text: string,
    problem: { severity: "error" | "warning"; text: string } | undefined,
  ): string => {
    const said = `${column}, row ${row}: ${text === "" ? "empty" : text}`;
    return problem ? `${said}. ${problemWords[problem.severity]}: ${problem.text}` : said;
  },
  field: (column: string, row: number) => `${column}, row ${row}`,
  suggestions: (column: string) => `${column}: suggestions`,
  copied: (height: number, width: number) =>
    `Copied ${rows(height)}, ${count(width, "column", "columns")}`,
  pasted: (height: number, width: number) =>
    `Pasted ${rows(height)}, ${count(width, "column", "columns")}.`,
  noRoom: (number: number) => `${rows(number)} did not fit: the table is full.`,
  cleared: "Cleared",
  filled: (number: number) => `Filled ${cells(number)}`,
  inserted: (number: number) => `Inserted ${rows(number)}`,
  removed: (number: number) => `Deleted ${rows(number)}`,
  duplicated: (number: number) => `Duplicated ${rows(number)}`,
  moved: (number: number, to: number) => `Moved ${rows(number)} to row ${to}`,
  undone: "Undone",
  redone: "Done again",
  nothingToUndo: "There is nothing to undo",
  nothingToRedo: "There is nothing to do again",
  noProblems: "There are no problems",
  readOnly: "This cannot be changed now",
  noRows: "Select a row first",
  selectSeveral: "Select several cells first",
  undo: "Undo",
  redo: "Redo",
  fillDown: "Fill down",
  fillBlock: "Fill the selection with this value",
  fillSeries: "Continue the series",
  insertAbove: "Insert row above",
  insertBelow: "Insert row below",
  duplicate: (number: number): string =>
    number > 1 ? `Duplicate ${rows(number)}` : "Duplicate row",
  remove: (number: number): string => (number > 1 ? `Delete ${rows(number)}` : "Delete row"),
  moveUp: (number: number): string => (number > 1 ? `Move ${rows(number)} up` : "Move row up"),
  moveDown: (number: number): string =>
    number > 1 ? `Move ${rows(number)} down` : "Move row down",
  nextProblem: "Next problem",
  lastProblem: "Previous problem",
  wider: "Widen column",
  narrower: "Narrow column",
};
