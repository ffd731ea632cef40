import type { OutboxEntry } from "../../preload/calls/sending";
import { problemText } from "./problem-text";
import { t } from "./strings";

/** What an entry met, in words of its own where those of an upload or a script would mislead; "" for nothing. */
export function entryProblemText({ state, problem, waitsFor }: OutboxEntry): string {
  const words = t.outbox.problems;
  const isFile = state === "refused" && waitsFor.failedUploads > 0;
  if (!problem) return isFile ? words.calledOff : "";
  if (isFile) {
    const known = Object.hasOwn(t.errors, problem.code) ? t.errors[problem.code] : undefined;
    return words.fileFailed(problem.message, (known ?? t.errors.internal).sentence);
  }
  if (problem.code !== "unconfirmed") return problemText(problem);
  return state === "sent" ? words.lostButThere : words.lost;
}
