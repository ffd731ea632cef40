import type { OutboxEntry, OutboxState } from "../../preload/contract/outbox";
import type { Tone } from "../ui/tone";
import { t } from "../app/strings";

export const stateTones: Record<OutboxState, Tone> = {
  waiting: "waiting",
  sending: "active",
  refused: "bad",
  sent: "good",
};

/** The state of an entry as text: what it waits for, or its result. */
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
