/** A restart that waits for work. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Activity } from "../../../../preload/facts/activity";
import { createRestart } from "../../../../main/backend/updates/restart";

let activity: Activity;
let due: number;
const create = () =>
  createRestart({
    activity: () => activity,
    countdownMs: 60_000,
    onDue: () => void (due += 1),
    onChanged: () => undefined,
    now: () => 0,
  });

beforeEach(() => {
  activity = {};
  due = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("happens at once while no work is running", () => {
  create().want();
  expect(due).toBe(1);
});

test("never happens while work is running, and only after a countdown when it has ended", () => {
  const restart = create();
  activity = { uploads: 1 };
  restart.want();
  vi.advanceTimersByTime(10 * 3_600_000);
  expect([due, restart.at()]).toEqual([0, null]);
  activity = { dubs: 1 };
  restart.activityChanged();
  activity = {};
  restart.activityChanged();
  expect([due, restart.at()]).toEqual([0, 60_000]);
  vi.advanceTimersByTime(59_999);
  expect(due).toBe(0);
  vi.advanceTimersByTime(1);
  expect(due).toBe(1);
});

test("waits again for work that begins during the countdown, with a new countdown", () => {
  const restart = create();
  activity = { uploads: 1 };
  restart.want();
  activity = {};
  restart.activityChanged();
  vi.advanceTimersByTime(30_000);
  activity = { deliveries: 1 };
  restart.activityChanged();
  expect(restart.at()).toBeNull();
  vi.advanceTimersByTime(3_600_000);
  activity = {};
  restart.activityChanged();
  vi.advanceTimersByTime(59_000);
  expect(due).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(due).toBe(1);
});

test("can be cancelled while it waits, and during the countdown", () => {
  const restart = create();
  activity = { uploads: 1 };
  restart.want();
  restart.cancel();
  activity = {};
  restart.activityChanged();
  vi.advanceTimersByTime(3_600_000);
  activity = { uploads: 1 };
  restart.want();
  activity = {};
  restart.activityChanged();
  restart.cancel();
  vi.advanceTimersByTime(3_600_000);
  expect([due, restart.isWanted()]).toEqual([0, false]);
});
