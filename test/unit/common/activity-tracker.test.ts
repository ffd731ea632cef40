/** What is running, reported when a kind of work begins and after it has ended. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApplicationActivity } from "../../../main/backend/activity";
import { createActivityTracker } from "../../../main/common/activity-tracker";
import type { Activity } from "../../../preload/facts/activity";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function track() {
  const reports: Activity[] = [];
  return { reports, tracker: createActivityTracker((activity) => reports.push(activity)) };
}

it("reports a kind when it begins, and its end after a pause", () => {
  const { reports, tracker } = track();
  const first = tracker.begin("dubs");
  const second = tracker.begin("dubs");
  first();
  second();
  expect(reports).toEqual([{ dubs: 1 }]);
  vi.advanceTimersByTime(500);
  expect(reports).toEqual([{ dubs: 1 }, {}]);
});

it("does not report the pause between two works of a kind", () => {
  const { reports, tracker } = track();
  for (let take = 0; take < 5; take += 1) {
    tracker.begin("dubs")();
    vi.advanceTimersByTime(400);
  }
  expect(reports).toEqual([{ dubs: 1 }]);
});

it("reports a kind that begins during the pause of another", () => {
  const { reports, tracker } = track();
  tracker.begin("dubs")();
  const end = tracker.begin("deliveries");
  vi.advanceTimersByTime(500);
  expect(reports.at(-1)).toEqual({ deliveries: 1 });
  end();
  end();
  vi.advanceTimersByTime(500);
  expect(reports.at(-1)).toEqual({});
});

it("reports nothing after its stop", () => {
  const { reports, tracker } = track();
  tracker.stop();
  tracker.begin("packs");
  expect(reports).toEqual([]);
});

it("of the application is the sum of its own work and that of all services", () => {
  const reports: Activity[] = [];
  const activity = createApplicationActivity((all) => reports.push(all));
  activity.begin("uploads");
  activity.setService("a", { dubs: 2 });
  activity.setService("b", { dubs: 1, backups: 1 });
  expect(reports.at(-1)).toEqual({ uploads: 1, dubs: 3, backups: 1 });
  activity.setService("b", {});
  expect(reports.at(-1)).toEqual({ uploads: 1, dubs: 2 });
});
