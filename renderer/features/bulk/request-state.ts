import { isFailure, notAppeared } from "../../../preload/facts/rules";
import type { api } from "../../app/api";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

export type BulkRequest = Awaited<ReturnType<typeof api.bulk.requests>>[number];
export type RequestRow = Awaited<ReturnType<typeof api.bulk.requestRows>>["rows"][number];
export type RowFilter = Parameters<typeof api.bulk.requestRows>[0]["filter"];

/** Words for an end that are likely; what is not known is work that goes on. */
const success = /^(completed?|success|succeeded|done|finished|ready|dubbed)$/i;

/** The shape and colour of a status word. */
export function wordTone(status: string): Tone {
  const word = status.trim();
  if (word === "") return "waiting";
  return isFailure(word) ? "bad" : success.test(word) ? "good" : "active";
}

/** How a request stands, in the service's word for it where there is one. */
export function requestStatus({ status, isLost, progress, counts }: BulkRequest): string {
  const { lost } = t.bulk.requests;
  if (!isLost) return status === "" ? t.bulk.requests.noStatus : status;
  if (progress < 100) return lost.looking;
  return counts.failed > 0 ? lost.someMissing : lost.found;
}

/** How a row stands: what the service says of it; of one whose batch is looked for, what we do. */
export function rowState(
  { isLost }: BulkRequest,
  { id, status, message }: RequestRow,
): {
  tone: Tone;
  status: string;
  message: string;
} {
  const { lost, noStatus } = t.bulk.requests;
  if (message === notAppeared)
    return { tone: "bad", status: lost.missing, message: lost.notAppeared };
  if (isLost && id === "") return { tone: "waiting", status: lost.looking, message };
  return { tone: wordTone(status), status: status === "" ? noStatus : status, message };
}

/** How a request stands as a whole. */
export function requestTone({ counts, progress, status, problem }: BulkRequest): Tone {
  if (wordTone(status) === "bad") return "bad";
  if (problem) return "warn";
  if (progress < 100) return "active";
  return counts.failed > 0 ? "bad" : "good";
}
