/** What the words of a service for the state of a request, a row or a batch come to (interface-notes: they are not public). */
import type { BulkOutcome } from "./request-store";

const failed = /^(fail|error|abort|cancel)/i;
const done = /^(complete|success|done|ready|dubbed|cast)/i;
const over = /^(complete|success|done|finish|fail|error|abort|cancel)/i;

/** What a row has come to; words that nobody knows are work that goes on, as long as the request does. */
export function outcomeOf(status: string, isOver: boolean): BulkOutcome {
  const word = status.trim();
  if (failed.test(word)) return "failed";
  return isOver || done.test(word) ? "done" : "open";
}
/** Whether a row will come to nothing else. */
export const isSettled = (status: string) => outcomeOf(status, false) !== "open";
/** Whether a request's word says that nothing more happens to it. */
export const isEnd = (status: string) => over.test(status.trim());
