import { expect, it } from "vitest";
import { createScheduler, type SchedulerDeps } from "../../../../main/backend/uploads/scheduler";

/** A scheduler whose only file is due at `dueAt`, unless the queue is suspended until then. */
async function startedAt(dueAt: number, cause: "delay" | "suspension"): Promise<number> {
  // Each reading of the clock is a millisecond later, so that time passes within a round.
  let time = 0;
  const now = () => (time += 1);
  const delay = cause === "delay" ? dueAt : 0;
  const isSuspended = () => cause === "suspension" && now() < dueAt;
  const busy = new Set<number>();
  return new Promise((resolve) => {
    const scheduler = createScheduler({
      store: {
        due: (_workspace: string, current: number) => (delay <= current && !busy.has(1) ? [1] : []),
        get: () => ({ id: 1, state: "queued", nextTryAt: delay }),
        nextDueAt: (_workspace: string, current: number) => (delay > current ? delay : null),
        requeueInterrupted: () => undefined,
      },
      workspaceIds: () => ["w"],
      transfers: {
        hasCapacity: () => true,
        ids: () => Array.from(busy),
        isActive: (id: number) => busy.has(id),
      },
      hours: { apply: () => false, isClosed: () => false, nextAt: () => Infinity },
      suspensions: {
        of: () => (isSuspended() ? { code: "offline", message: "", until: dueAt } : null),
        endTimes: () => (cause === "suspension" ? [dueAt] : []),
      },
      connectivity: { blocked: () => null },
      databasePause: {
        current: () => null,
        end: () => undefined,
        guard: (work: () => void) => work(),
      },
      isPaused: () => false,
      start() {
        busy.add(1);
        scheduler.stop();
        resolve(time);
      },
      onChanged: () => undefined,
      now,
    } as unknown as SchedulerDeps);
    scheduler.start();
  });
}

it.each(["delay", "suspension"] as const)(
  "starts a file whose %s ends at any time within a round",
  async (cause) => {
    for (let dueAt = 1; dueAt <= 12; dueAt += 1)
      expect(await startedAt(dueAt, cause)).toBeGreaterThanOrEqual(dueAt);
  },
);
