import { afterEach, expect, it, vi } from "vitest";
import {
  createOutboxWorker,
  type OutboxWorkerDeps,
} from "../../../../main/backend/outbox/sending/outbox-worker";
import { silentLog } from "../../../../main/common/log";

afterEach(() => void vi.restoreAllMocks());

/** Resolves when the worker reads the request that is due at `dueAt`. */
async function readAt(dueAt: number): Promise<void> {
  // Each reading of the clock is a millisecond later, so that time passes within a call.
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (time += 1));
  await new Promise<void>((resolve) => {
    const worker = createOutboxWorker({
      store: {
        limitWaits: () => undefined,
        requeueInterrupted: () => undefined,
        ready(now: number) {
          if (now < dueAt) return [];
          void worker.stop(0);
          resolve();
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
  for (let dueAt = 1; dueAt <= 12; dueAt += 1) await readAt(dueAt);
});
