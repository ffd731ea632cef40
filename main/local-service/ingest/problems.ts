/** Formats script problems for the `message` of a batch. */
import type { ScriptProblem } from "../../script-formats/model";

const shownProblems = 5;

/** "row 12, Source_Audio: is not in the media gallery". */
function sentenceOf({ row, column, message }: ScriptProblem): string {
  const position = [row === null ? "" : `row ${row}`, column ?? ""].filter((text) => text !== "");
  const text = message.replace(/\.$/, "");
  return position.length === 0 ? text : `${position.join(", ")}: ${text}`;
}

/** The first five problems, and the number of further ones; "" for none. */
export function describeProblems(problems: readonly ScriptProblem[]): string {
  const shown = problems.slice(0, shownProblems).map(sentenceOf);
  const more = problems.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

export const errorsOf = (problems: readonly ScriptProblem[]) =>
  problems.filter(({ severity }) => severity === "error");
export const warningsOf = (problems: readonly ScriptProblem[]) =>
  problems.filter(({ severity }) => severity === "warning");

/** Whether the reader ended because the service is closing; the task is then repeated after the next start. */
export const isReaderClosed = (problems: readonly ScriptProblem[]) =>
  problems.some(({ code }) => code === "closed");
