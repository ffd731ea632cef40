import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPollScheduler, type PollTarget } from "../../../main/common/poll-scheduler";

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

it("waits for a target that is due in a year without running more than one round a minute", () => {
  const year = 365 * 24 * 60 * 60_000;
  const target: PollTarget = { intervalMs: 1000, dueAt: year };
  const update = vi.fn((targets: Map<string, PollTarget>) => targets.set("a", target));
  const polled: number[] = [];
  const scheduler = createPollScheduler({
    update,
    canPoll: () => true,
    poll(due) {
      polled.push(Date.now());
      due.dueAt = Infinity;
    },
    now: Date.now,
  });
  scheduler.start();
  vi.advanceTimersByTime(10 * 60_000);
  expect(update).toHaveBeenCalledTimes(11);
  expect(polled).toEqual([]);
  target.dueAt = Date.now() + 30_000;
  vi.advanceTimersByTime(60_000);
  expect(polled).toHaveLength(1);
  scheduler.stop();
});
