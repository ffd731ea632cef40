/** Progress that is reported once in an interval, with its last value. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPacedReport } from "../../../main/common/paced-report";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("reports the first progress at once, and the last one of each interval at its end", () => {
  let value = 0;
  const reported: number[] = [];
  const report = createPacedReport(() => reported.push(value), 200);
  for (value of [1, 2, 3]) report.request();
  expect(reported).toEqual([1]);
  vi.advanceTimersByTime(200);
  expect(reported).toEqual([1, 3]);
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([1, 3]);
  value = 4;
  report.request();
  expect(reported).toEqual([1, 3, 4]);
});

it("reports the last progress at its end, and nothing later", () => {
  let value = 1;
  const reported: number[] = [];
  const report = createPacedReport(() => reported.push(value), 200);
  report.request();
  value = 2;
  report.request();
  report.stop();
  expect(reported).toEqual([1, 2]);
  vi.advanceTimersByTime(1_000);
  expect(reported).toEqual([1, 2]);
});
