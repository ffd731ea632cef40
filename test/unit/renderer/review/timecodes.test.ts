import { describe, expect, test } from "vitest";
import { createTimecodes, stepTimes } from "../../../../renderer/features/review/timecodes";

describe("Timecodes of a picture", () => {
  test.each([
    [23.976, null, "00:00:00:00"],
    [24, "00:59:50:00", "00:59:50:00"],
    [25, "10:00:00:00", "10:00:00:00"],
    [29.97, null, "00:00:00;00"],
    [29.97, "01:00:00;00", "01:00:00;00"],
    [29.97, "01:00:00:00", "01:00:00:00"],
    [59.94, "01:00:00;00", "01:00:00;00"],
  ])("at %f from %s, a shown time is the typed one", (frameRate, startTimecode, first) => {
    const times = createTimecodes({ frameRate, startTimecode });
    expect(times.format(0)).toBe(first);
    for (let frame = 0; frame < 40_000; frame += 31) {
      const ms = times.step(0, frame);
      expect(times.parse(times.format(ms))).toBe(ms);
      expect(times.snap(ms)).toBe(ms);
      expect(times.step(times.step(ms, 1), -1)).toBe(ms);
    }
  });

  test("a time before the picture, or one that drop frames leave out, is no time", () => {
    const times = createTimecodes({ frameRate: 29.97, startTimecode: "01:00:00;00" });
    expect(times.parse("00:59:59;29")).toBeNull();
    expect(times.parse("01:01:00;00")).toBeNull();
    expect(times.parse("01:01:00;02")).toBe(60_060);
    for (const text of ["", "x", "1:2:3:4:5", "-1", "1:60", "01:00:00:30", "1e3"])
      expect(times.parse(text)).toBeNull();
  });

  test("without a picture, times are those of a clock", () => {
    for (const facts of [null, { frameRate: null, startTimecode: "01:00:00:00" }]) {
      const times = createTimecodes(facts);
      expect(times.format(62_500)).toBe("1:02.500");
      expect(["1:02.500", "62.5", "62,5", "0:01:02.5"].map(times.parse)).toEqual(
        Array.from({ length: 4 }, () => 62_500),
      );
    }
  });

  test("a step from between two frames goes to the one that is next", () => {
    const times = createTimecodes({ frameRate: 25, startTimecode: null });
    expect([1_010, 1_020, 1_030].map((ms) => times.step(ms, 1))).toEqual([1_040, 1_040, 1_040]);
    expect([1_010, 1_020, 1_030].map((ms) => times.step(ms, -1))).toEqual([1_000, 1_000, 1_000]);
  });

  test("a step keeps a line longer than nothing, and the length of a line that moves", () => {
    const times = createTimecodes({ frameRate: 25, startTimecode: null });
    const line = { startMs: 1_000, endMs: 1_040 };
    expect(stepTimes(line, { moved: "start", steps: 1, times })).toBeNull();
    expect(stepTimes(line, { moved: "end", steps: -1, times })).toBeNull();
    expect(stepTimes(line, { moved: "line", steps: -1, times })).toEqual({
      startMs: 960,
      endMs: 1_000,
    });
    const first = { startMs: 0, endMs: 33 };
    expect(stepTimes(first, { moved: "line", steps: -1, times })).toBeNull();
    expect(stepTimes({ startMs: null, endMs: null }, { moved: "end", steps: 1, times })).toBeNull();
  });
});
