import { isFailure, notAppeared } from "../../../../preload/facts/rules";
import type { api } from "../../../app/api";
import { t } from "../../../app/strings";
import type { Tone } from "../../../ui/tone";

export type BulkRequest = Awaited<ReturnType<typeof api.bulk.requests>>[number];
export type RequestRow = Awaited<ReturnType<typeof api.bulk.requestRows>>["rows"][number];
export type RowFilter = Parameters<typeof api.bulk.requestRows>[0]["filter"];

/**
 * Status words that count as success. The interface does not define them; unknown words count as
 * work in progress.
 */
const success = /^(completed?|success|succeeded|done|finished|ready|dubbed)$/i;

/** The tone of a status word. */
function statusTone(status: string): Tone {
  const word = status.trim();
  if (word === "") return "waiting";
  return isFailure(word) ? "bad" : success.test(word) ? "good" : "active";
}

/** The displayed status of a bulk request: the service's status text if there is one. */
export function requestStatus({ status, isLost, progress, counts }: BulkRequest): string {
  const { lost } = t.bulk.requests;
  if (!isLost) return status === "" ? t.bulk.requests.noStatus : t.serviceTexts.status(status);
  if (progress < 100) return lost.looking;
  return counts.failed > 0 ? lost.someMissing : lost.found;
}

/**
 * The displayed state of a row: the service's status, or the search state while its batch is being
 * looked up.
 */
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
  return {
    tone: statusTone(status),
    status: status === "" ? noStatus : t.serviceTexts.status(status),
    message: t.serviceTexts.message(message),
  };
}

/** The tone of a bulk request. */
export function requestTone({ counts, progress, status, problem }: BulkRequest): Tone {
  if (statusTone(status) === "bad") return "bad";
  if (problem) return "warn";
  if (progress < 100) return "active";
  return counts.failed > 0 ? "bad" : "good";
}
