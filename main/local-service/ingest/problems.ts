/** What went wrong in an ingestion, as the sentences that `message` is made of. */
import type { ScriptProblem } from "../../script-formats/model";

const shownProblems = 5;

/** "row 12, Source_Audio: is not in the media gallery". */
function sentenceOf({ row, column, message }: ScriptProblem): string {
  const place = [row === null ? "" : `row ${row}`, column ?? ""].filter((text) => text !== "");
  const text = message.replace(/\.$/, "");
  return place.length === 0 ? text : `${place.join(", ")}: ${text}`;
}

/** The first few problems, and how many more there are; "" for none. */
export function tellProblems(problems: readonly ScriptProblem[]): string {
  const told = problems.slice(0, shownProblems).map(sentenceOf);
  const more = problems.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

export const errorsOf = (problems: readonly ScriptProblem[]) =>
  problems.filter(({ severity }) => severity === "error");
export const warningsOf = (problems: readonly ScriptProblem[]) =>
  problems.filter(({ severity }) => severity === "warning");

/** The reader ended because this service does: the work is done after the next start. */
export const wasClosed = (problems: readonly ScriptProblem[]) =>
  problems.some(({ code }) => code === "closed");
