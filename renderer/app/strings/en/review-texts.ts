import type { TextsProblem } from "../../../../preload/facts/review";
import { count } from "./count";

/** The texts of a language as a file. */
const problem: Record<TextsProblem, string> = {
  "texts-language": "The file has no texts in this language",
  "texts-empty": "The text is empty. The line keeps its text",
};

export const textsFile = {
  save: "Export texts…",
  saved: (number: number) => `${count(number, "line", "lines")} exported`,
  withoutTimes: "The lines have no times. Export the texts as .xlsx or .csv",
  read: "Import texts…",
  title: (name: string) => `Texts from “${name}”`,
  changed: (number: number) => count(number, "line changes", "lines change"),
  unchanged: (number: number) => count(number, "line is the same", "lines are the same"),
  missing: (number: number) =>
    count(number, "line is not in the file", "lines are not in the file"),
  problems: (number: number) => `${count(number, "row is", "rows are")} ignored`,
  notes: "Notes on the file",
  problem,
  more: (number: number) =>
    number === 1
      ? "One more line changes."
      : `${count(number, "more line changes", "more lines change")}.`,
  action: (number: number) =>
    number === 0 ? "Change texts" : `Change ${count(number, "text", "texts")}`,
  nothingToChange: "No lines to change",
};
