import { afterEach, expect, it, vi } from "vitest";
import {
  createOutboxWorker,
  type OutboxWorkerDeps,
} from "../../../../main/backend/outbox/sending/outbox-worker";
import { silentLog } from "../../../../main/common/log";

afterEach(() => void vi.restoreAllMocks());

/** Resolves with the time at which the worker looks for what is due, and finds the request. */
async function foundAt(dueAt: number): Promise<number> {
  // Each reading of the clock is a millisecond later, so that time passes within a call.
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 1));
  return new Promise((resolve) => {
    const worker = createOutboxWorker({
      store: {
        limitWaits: () => undefined,
        requeueInterrupted: () => undefined,
        ready(now: number) {
          if (now < dueAt) return [];
          void worker.stop(0);
          resolve(now);
          return [];
        },
        nextDueAt: (now: number) => (dueAt > now ? dueAt : null),
      },
      isReachable: () => true,
      onChanged: () => undefined,
      log: silentLog,
      now: () => 0,
      backoffMs: 1,
    } as unknown as OutboxWorkerDeps);
    worker.start();
  });
}

it("sends a request whose delay ends at any time within a round", async () => {
  for (let dueAt = 1; dueAt <= 12; dueAt += 1)
    expect(await foundAt(dueAt)).toBeGreaterThanOrEqual(dueAt);
});
