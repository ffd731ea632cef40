/** Scripts whose times count from the timecode of the picture. */
import { describe, expect, it } from "vitest";
import { countFrom, parseStart, requireStart, spanOf } from "../../../main/headless/script-start";
import { proposeStart } from "../../../main/local-service/delivery/script-start";
import { clock } from "../../../main/script-formats/files/srt-write";
import { extrasOf } from "../../../main/local-service/engine/media/extras";
import type { MediaFacts } from "../../../main/local-service/engine/ports";
import type { ScriptLine } from "../../../main/script-formats/model";

const hour = 3_600_000;
const facts = (startTimecode: string | null, frameRate = 25, seconds = 14): MediaFacts => ({
  container: "mp4",
  durationMs: seconds * 1000,
  video: {
    codec: "h264",
    width: 160,
    height: 120,
    frameRate,
    length: { ms: seconds * 1000 },
    startTimecode,
  },
  audio: null,
  soundTracks: [],
  isCutOff: false,
  hasIndexInFront: true,
  extras: extrasOf([]),
});
const line = (row: number, startMs: number | null, endMs: number | null): ScriptLine => ({
  number: row,
  row,
  id: null,
  character: null,
  text: {},
  sourceAudio: null,
  emotion: null,
  intensity: null,
  startMs,
  endMs,
});
const from = (startMs: number) => ({ startMs, endMs: startMs + 3_000 });

describe("a start is proposed", () => {
  it.each<[string, MediaFacts, number, string, boolean]>([
    ["the timecode of the picture", facts("01:00:00:00"), hour, "01:00:00.000", false],
    ["a rounded first time", facts("01:00:00:00"), hour - 20, "01:00:00.000", false],
    ["a timecode with frames", facts("10:00:00:05"), 10 * hour + 900, "10:00:00.200", false],
    ["no timecode", facts(null), hour + 2_000, "01:00:00.000", true],
    ["drop frames", facts("01:00:00;00", 29.97), hour + 1_000, "01:00:00.000", false],
    // 86,400 frames at 24000/1001 last 3,603.6 s.
    ["clock time at 23.976", facts("01:00:00:00", 23.976), hour + 1_000, "01:00:00.000", false],
    [
      "the time of its frames",
      facts("01:00:00:00", 23.976, 2),
      hour + 4_000,
      "01:00:03.600",
      false,
    ],
  ])("%s", (_title, of, startMs, argument, isAssumed) => {
    const proposed = proposeStart(from(startMs), of);
    expect(proposed).toMatchObject({ isAssumed });
    expect(clock(proposed?.offsetMs ?? 0, ".")).toBe(argument);
  });

  it.each<[string, MediaFacts, ReturnType<typeof spanOf>]>([
    ["a script without times", facts("01:00:00:00"), null],
    ["a script that begins within the picture", facts("01:00:00:00"), from(13_000)],
    ["a script after both", facts("01:00:00:00"), from(hour + 15_000)],
    ["a script before the timecode", facts("01:00:00:00"), from(hour - 500)],
    ["a picture that begins at 0", facts("00:00:00:00"), from(20_000)],
    ["a file without a picture", { ...facts(null), video: null }, from(hour)],
  ])("not for %s", (_title, of, span) => {
    expect(proposeStart(span, of)).toBeNull();
  });

  it("ends the command unless the user gave one", () => {
    const options = { script: "a.srt", scriptStartMs: null };
    expect(() => requireStart(options, from(hour), facts("01:00:00:00"))).toThrow(
      "--script-start 01:00:00.000",
    );
    requireStart({ ...options, scriptStartMs: 0 }, from(hour), facts("01:00:00:00"));
  });
});

describe("the times of a script", () => {
  it("span from the first start to the last end", () => {
    expect(spanOf([])).toBeNull();
    expect(spanOf([line(1, null, null)])).toBeNull();
    expect(spanOf([line(1, 500, 900), line(2, 200, 1_200)])).toEqual({
      startMs: 200,
      endMs: 1_200,
    });
  });

  it("count from another start, and name a row before it", () => {
    const moved = countFrom([line(1, hour - 20, hour + 900), line(2, null, null)], hour);
    expect(moved.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 900],
      [null, null],
    ]);
    expect(() => countFrom([line(1, hour, hour), line(7, 1_500, 2_000)], hour)).toThrow(
      "row 7 begins before it, at 00:00:01.500",
    );
  });

  it("have a start of hours, minutes and seconds", () => {
    expect(["01:00:00", "1:02:03.040", "00:00:00"].map(parseStart)).toEqual([hour, 3_723_040, 0]);
    expect(["", "3600", "01:60:00", "01:00:00:00", "-1:00:00"].map(parseStart)).toEqual(
      Array(5).fill(null),
    );
  });
});
