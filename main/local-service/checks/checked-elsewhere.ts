/** The findings of languages in a process whose background work others do. */
import { setTimeout as pause } from "node:timers/promises";
import { notMadeHere } from "../common/not-made-here";
import type { FindingRows } from "../rows/review/finding-port";
import type { Checking } from "./checking";

/** The interval between two reads of the rows, in milliseconds. */
const pollMs = 250;
/** How long a request waits, in milliseconds. */
const limitMs = 20_000;

export const createCheckedElsewhere = (
  store: Pick<FindingRows, "areFindingsDue">,
  /** Aborted when the service closes. */
  closing: AbortSignal,
): Pick<Checking, "wake" | "settle"> => ({
  // Workers look for due checks every second.
  wake: () => undefined,
  async settle(language) {
    const until = performance.now() + limitMs;
    while (await store.areFindingsDue(language)) {
      if (performance.now() >= until) throw notMadeHere("findings-not-made");
      await pause(pollMs, undefined, { ref: false });
      closing.throwIfAborted();
    }
  },
});
