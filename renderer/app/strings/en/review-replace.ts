import { formatNumber } from "../../format";
import { count } from "./count";

/** Find and replace in the texts of a language. */
export const replace = {
  open: "Find and replace…",
  title: "Find and replace",
  find: "Find",
  replacement: "Replace with",
  caseSensitive: "Match case",
  wholeWord: "Whole words only",
  preview: "Changes",
  found: (number: number) => count(number, "line changes", "lines change"),
  more: (number: number) => `The first ${formatNumber(number)} are listed and will be changed.`,
  progress: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} changed`,
  action: (number: number) =>
    number === 0 ? "Replace" : `Replace in ${count(number, "line", "lines")}`,
  nothingToFind: "Enter the text to find",
  noMatch: "No lines to change",
  done: (number: number) => `${count(number, "text", "texts")} changed`,
  notChanged: (number: number) =>
    `${count(number, "line was", "lines were")} not changed, because of changes in the meantime`,
};
