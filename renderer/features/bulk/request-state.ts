import type { api } from "../../lib/api";
import type { Tone } from "../../ui/tone";

export type BulkRequest = Awaited<ReturnType<typeof api.bulk.requests>>[number];
export type RequestRow = Awaited<ReturnType<typeof api.bulk.requestRows>>["rows"][number];
export type RowFilter = Parameters<typeof api.bulk.requestRows>[0]["filter"];

/** Words for an end that are likely; what is not known is work that goes on. */
const failure = /^(failed|failure|error(ed)?|aborted|cancell?ed)$/i;
const success = /^(completed?|success|succeeded|done|finished|ready|dubbed)$/i;

/** The shape and colour of a status word. */
export function wordTone(status: string): Tone {
  const word = status.trim();
  if (word === "") return "waiting";
  return failure.test(word) ? "bad" : success.test(word) ? "good" : "active";
}

/** What a request asks for: failed rows need somebody, also while the others go on. */
export function requestTone({ counts, progress, status }: BulkRequest): Tone {
  if (counts.failed > 0 || wordTone(status) === "bad") return "bad";
  return progress >= 100 && counts.open === 0 ? "good" : "active";
}
