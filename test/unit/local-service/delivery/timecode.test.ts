/** Timecodes with and without drop frames. */
import { expect, it } from "vitest";
import {
  frameAt,
  frameOfTimecode,
  samplesOfFrame,
  timecodeAt,
  timecodeOf,
} from "../../../../main/local-service/delivery/formats/timecode";
import { frameRateOf } from "../../../../main/local-service/delivery/picture";
import { startAt } from "../../../../preload/facts/timecode";
import type { FrameRate } from "../../../../main/local-service/delivery/timeline";
import { timelineOf } from "../../../helpers/timelines";
import { long } from "../../../long";

const pal: FrameRate = { numerator: 25, denominator: 1, isDropFrame: false };
const film: FrameRate = { numerator: 24_000, denominator: 1_001, isDropFrame: false };
const ntsc: FrameRate = { numerator: 30_000, denominator: 1_001, isDropFrame: true };
const double: FrameRate = { numerator: 60_000, denominator: 1_001, isDropFrame: true };

it.each<[number, FrameRate, string]>([
  [0, pal, "00:00:00:00"],
  [90_024, pal, "01:00:00:24"],
  [24, film, "00:00:01:00"],
  // The numbers of SMPTE 12M: two are left out in each minute but the tenth.
  [1_799, ntsc, "00:00:59;29"],
  [1_800, ntsc, "00:01:00;02"],
  [17_981, ntsc, "00:09:59;29"],
  [17_982, ntsc, "00:10:00;00"],
  [107_892, ntsc, "01:00:00;00"],
  [3_600, double, "00:01:00;04"],
])("frame %i", (frame, rate, timecode) => {
  expect(timecodeOf(frame, rate)).toBe(timecode);
  expect(frameOfTimecode(timecode, rate)).toBe(frame);
});

it("each frame has a timecode of its own, and a position", () => {
  for (const rate of [pal, film, ntsc, double])
    for (let frame = 0; frame < 40_000; frame += 37) {
      expect(frameOfTimecode(timecodeOf(frame, rate), rate)).toBe(frame);
      expect(frameAt(samplesOfFrame(frame, rate), rate)).toBe(frame);
    }
});

const atItsFrame =
  "a time in whole milliseconds is at its frame, for 24 hours at $numerator/$denominator";
it.each([pal, ntsc])(atItsFrame, hasItsFrames);
it.each([
  film,
  { ...ntsc, isDropFrame: false },
  double,
  { ...film, numerator: 23_976, denominator: 1_000 },
])(atItsFrame, long, hasItsFrames);

function hasItsFrames(rate: FrameRate): void {
  const frames = Math.round((86_400 * rate.numerator) / rate.denominator);
  for (let frame = 0; frame < frames; frame += 1) {
    const samples = samplesOfFrame(frame, rate);
    const rounded = Math.round(samples / 48) * 48;
    if (frameAt(samples, rate) !== frame || frameAt(rounded, rate) !== frame)
      expect.fail(`frame ${frame}`);
  }
}

it.each(["00:01:00;00", "00:01:00;01", "24:00:00;00", "00:60:00;00", "00:00:00;30", "1:2:3;4", ""])(
  "%j does not exist",
  (timecode) => {
    expect(frameOfTimecode(timecode, ntsc)).toBeNull();
  },
);

it("positions on a timeline begin with its start", () => {
  expect(timecodeAt(48_000 * 3 + 1_920, timelineOf([]))).toBe("01:00:03:01");
});

it("a start timecode says how frames are counted, and exists at the rate or not", () => {
  expect(startAt(pal, "10:00:00:00")).toEqual({ frameRate: pal, startFrame: 900_000 });
  expect(startAt({ ...ntsc, isDropFrame: false }, "01:00:00;00")).toEqual({
    frameRate: ntsc,
    startFrame: 107_892,
  });
  expect(startAt(ntsc, "01:00:00:00")).toEqual({
    frameRate: { ...ntsc, isDropFrame: false },
    startFrame: 108_000,
  });
  for (const invalid of ["10:00:00:25", "10:00:00;00", "24:00:00:00", "1:00:00:00", "10:00:00", ""])
    expect(startAt(pal, invalid), invalid).toBeNull();
  expect(startAt(ntsc, "00:01:00;00")).toBeNull();
});

it("the frame rate of a picture has drop frames as its timecode has them", () => {
  const fast = frameRateOf(120);
  expect(frameOfTimecode(timecodeOf(239, fast), fast)).toBe(239);
  expect([29.97, 59.94].map((rate) => frameRateOf(rate).isDropFrame)).toEqual([true, true]);
  expect(frameRateOf(29.97, "01:00:00;02")).toEqual(ntsc);
  expect(frameRateOf(29.97, "01:00:00:00")).toEqual({ ...ntsc, isDropFrame: false });
  expect(frameRateOf(23.976, "01:00:00;00")).toEqual(film);
  // Slow pictures are counted in the rate of an editing program, unless they have timecodes.
  const counted = [15, 12.5, 14.985, 10, 12, 6, 11.988, 20, 16].map((rate) => frameRateOf(rate));
  expect(counted.map(({ numerator, denominator }) => numerator / denominator)).toEqual([
    30,
    25,
    30_000 / 1_001,
    30,
    24,
    24,
    24_000 / 1_001,
    60,
    48,
  ]);
  expect(frameRateOf(15, "00:00:00:14").numerator).toBe(15);
  expect([24.5, 29.5, 48, 17].map((rate) => frameRateOf(rate).numerator)).toEqual([25, 30, 48, 17]);
  expect([frameRateOf(25, "10:00:00:00"), frameRateOf(null), frameRateOf(0.1)]).toEqual([
    pal,
    pal,
    pal,
  ]);
});
