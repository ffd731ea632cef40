import { parseSourceAudioProblem } from "../../preload/facts/source-audio";
import type { OutboxEntry } from "../../preload/contract/outbox";
import { batchFieldTitle } from "./batch-fields";
import { problemText } from "../app/messages/problem-text";
import { t } from "../app/strings";

/**
 * The problem of an entry, with a specific text where the general one would be misleading; "" for
 * none.
 */
function entryProblemText({ state, problem, waitsFor }: OutboxEntry): string {
  const words = t.outbox.problems;
  const isFile = state === "refused" && waitsFor.failedUploads > 0;
  if (!problem) return isFile ? words.uploadCancelled : "";
  if (isFile) {
    const known = Object.hasOwn(t.errors, problem.code) ? t.errors[problem.code] : undefined;
    return words.fileFailed(problem.message, (known ?? t.errors.internal).sentence);
  }
  if (problem.code !== "unconfirmed") return problemText(problem, state !== "refused");
  return state === "sent" ? words.lostButThere : words.lost;
}

const isKey = <T extends object>(words: T, text: string): text is Extract<keyof T, string> =>
  Object.hasOwn(words, text);

/** The problem of a field: a violated rule, missing source audio, or a failed file. */
export function fieldProblemText(message: string): string {
  if (isKey(t.outbox.faults, message)) return t.outbox.faults[message];
  const audio = parseSourceAudioProblem(message);
  if (audio && isKey(t.outbox.faults, audio.code))
    return t.outbox.audioFault(t.outbox.faults[audio.code], audio.file, audio.cell);
  const text = t.rule(message);
  return text === message && isKey(t.errors, message) ? t.errors[message].sentence : text;
}

/**
 * Why an entry was rejected, or the error of the last attempt; "" for none. Cells of a table are
 * counted.
 */
export function reasonText(entry: OutboxEntry): string {
  const { fields } = entry;
  const isCell = ({ field }: { field: string }) => field.startsWith("rows[");
  const cells = fields.filter(isCell);
  const messages = fields
    .filter((one) => !isCell(one))
    .map(({ field, message }) => `${batchFieldTitle(field)}: ${fieldProblemText(message)}`);
  const [first] = cells;
  if (first) messages.push(t.outbox.cells(cells.length, fieldProblemText(first.message)));
  return messages.length === 0 ? entryProblemText(entry) : messages.join(" · ");
}
