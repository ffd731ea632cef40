/** Formats script problems for the `message` of a batch. */
import { bySeverity } from "../../../preload/facts/script-problems";
import { messageText } from "../../../preload/facts/service-messages";
import type { ScriptProblem } from "../../script-formats/model";

const shownProblems = 5;

/** "row 12, Source_Audio: is not in the media gallery". */
export function problemSentence({
  row,
  rows,
  column,
  sheet,
  message,
  remedy,
}: ScriptProblem): string {
  const position = [
    sheet === undefined ? "" : messageText("sheet", { sheet }),
    rows !== undefined
      ? messageText("rows", { rows: rows.join(", ") })
      : row === null
        ? ""
        : messageText("row", { row }),
    column ?? "",
  ].filter((text) => text !== "");
  const text = [message, ...(remedy === undefined ? [] : [remedy])].join(" ").replace(/\.$/, "");
  return position.length === 0 ? text : `${position.join(", ")}: ${text}`;
}

/**
 * A batch has been sent: its encoding cannot be chosen any more, as in the window and in the
 * terminal before.
 */
const afterSending = (problem: ScriptProblem): ScriptProblem =>
  problem.code === "encoding" && problem.remedy !== undefined
    ? { ...problem, remedy: messageText("encoding-sent", {}) }
    : problem;

/** The five most urgent problems, and the number of further ones; "" for none. */
export function describeProblems(problems: readonly ScriptProblem[]): string {
  const listed = problems.filter(({ code }) => code !== "more");
  const shown = listed
    .toSorted(bySeverity)
    .slice(0, shownProblems)
    .map((problem) => problemSentence(afterSending(problem)));
  const total = problems.reduce((sum, { count = 1 }) => sum + count, 0);
  const more = total - shown.length;
  return [...shown, ...(more > 0 ? [messageText("more", { count: more })] : [])].join("; ");
}

export const errorsOf = (problems: readonly ScriptProblem[]) =>
  problems.filter(({ severity }) => severity === "error");

/**
 * Whether the reader ended because the service is closing; the task is then repeated after the next
 * start.
 */
export const isReaderClosed = (problems: readonly ScriptProblem[]) =>
  problems.some(({ code }) => code === "closed");
