import type { OutboxEntry, OutboxState } from "../../../preload/calls/sending";
import { batchFieldTitle } from "../../lib/batch-fields";
import { entryProblemText } from "../../lib/order-problem";
import { t } from "../../lib/strings";
import type { Tone } from "../../ui/tone";

export const stateTones: Record<OutboxState, Tone> = {
  waiting: "waiting",
  sending: "active",
  refused: "bad",
  sent: "good",
};

/** How an entry is, in words: what it waits for, or what became of it. */
export function stateText({ state, waitsFor, problem }: OutboxEntry, isOnline: boolean): string {
  const words = t.outbox.states;
  if (state === "refused" && waitsFor.failedUploads > 0)
    return words.filesFailed(waitsFor.failedUploads);
  if (state !== "waiting") return words[state];
  if (waitsFor.uploads > 0) return words.uploads(waitsFor.uploads);
  if (waitsFor.network) return isOnline ? words.service : words.network;
  if (problem) return words.again;
  return waitsFor.script ? words.script : words.turn;
}

/** What is wrong with a field: a rule, or what its script names that is nowhere. */
function ruleOf(message: string): string {
  const audio: Record<string, string> = t.outbox.audio;
  return Object.hasOwn(audio, message) ? (audio[message] ?? message) : t.rule(message);
}

/** Why it was refused, or what the last try met; "" for nothing. */
export function reasonText(entry: OutboxEntry): string {
  const { fields } = entry;
  if (fields.length === 0) return entryProblemText(entry);
  return fields
    .map(({ field, message }) => `${batchFieldTitle(field)}: ${ruleOf(message)}`)
    .join(" · ");
}
