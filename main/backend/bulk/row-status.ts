/**
 * Interprets the status texts of services, which the interface does not specify (interface-notes).
 */
import type { RowStatus } from "./request-rows";

const failed = /^(fail|error|abort|cancel)/i;
const done = /^(complete|success|done|ready|dubbed|cast)/i;
const over = /^(complete|success|done|finish|fail|error|abort|cancel)/i;

/**
 * The status of a row. An unknown text counts as in progress until the request is over, then as
 * done.
 */
export function rowStatusOf(status: string, isOver: boolean): RowStatus {
  const text = status.trim();
  if (failed.test(text)) return "failed";
  return isOver || done.test(text) ? "done" : "open";
}
/** Whether a row's status is final. */
export const isSettled = (status: string) => rowStatusOf(status, false) !== "open";
/** Whether a request's status is final. */
export const isEnd = (status: string) => over.test(status.trim());
