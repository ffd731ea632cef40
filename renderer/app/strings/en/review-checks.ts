import { formatNumber } from "../../format";
import { count } from "./count";

/** What the checks found on the lines in the review. */
export const checks = {
  title: "Checks",
  filter: "Check",
  any: "All checks",
  withCount: (name: string, number: number) => `${name} (${formatNumber(number)})`,
  detail: (name: string, detail: string) => `${name}: ${detail}`,
  /** With the word of a glossary, or the number of another line. */
  subjects: {
    glossary: (word: string) => `“${word}”`,
    line: (number: string) => `line ${number}`,
  },
  more: (number: number) => `+${formatNumber(number)}`,
  ignore: "Ignore",
  ignoreOf: (name: string) => `Ignore: ${name}`,
  ignoreTitle: (name: string) => `Ignore “${name}” for this line`,
  ignoreText:
    "The check applies again when the text of the line changes. Reports list it with your name.",
  stopIgnoring: "Stop ignoring",
  stopIgnoringOf: (name: string) => `Stop ignoring: ${name}`,
  ignoredBy: (name: string) => `Ignored by ${name}`,
  approveClean: "Approve all without warnings",
  approveCleanOf: (language: string) => `Approve all without warnings: ${language}`,
  approveCleanTitle: (number: number) =>
    `Approve ${count(number, "line", "lines")} without errors or warnings?`,
  approveCleanText: "Lines with errors or warnings are not changed.",
  noneClean: "All undecided lines have errors or warnings.",
};
