/** Sessions of REAPER and OpenTimelineIO, read by independent readers. */
import { expect, it } from "vitest";
import { toOtio } from "../../../../main/local-service/delivery/formats/otio";
import { field, toReaper } from "../../../../main/local-service/delivery/formats/reaper";
import { chosenTake } from "../../../../main/local-service/delivery/timeline";
import { seeded } from "../../../helpers/random";
import {
  adaptOtio,
  readOtio,
  readReaper,
  sumOf,
  type PlayedSound,
} from "../../../helpers/session-readers";
import { timelineLine, timelineOf, timelineTake } from "../../../helpers/timelines";

/** Lines at odd positions with one to three takes; those of a character overlap at times. */
function randomTimeline(seed: number) {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const files = new Map<string, Int16Array>();
  const lines = Array.from({ length: 40 }, (_, index) => {
    const chosen = below(3);
    const takes = Array.from({ length: chosen + 1 }, (__, variant) => {
      const file = `takes/${index}_${variant} ä.wav`;
      files.set(
        file,
        Int16Array.from({ length: 1 + below(900) }, () => below(20_000) - 10_000),
      );
      const isChosen = variant === chosen;
      return timelineTake(variant, { file, length: files.get(file)!.length, isChosen });
    });
    const character = ["ANNA", "BOB"][below(2)] ?? "";
    return timelineLine(index + 1, { character, takes, start: below(20_000) });
  });
  return { timeline: timelineOf(lines), samplesOf: (file: string) => files.get(file)! };
}

it.each([1, 2, 3])(
  "the sessions leave no difference to the takes on the timeline (seed %i)",
  (seed) => {
    const { timeline, samplesOf } = randomTimeline(seed);
    const expected = timeline.lines.map((line): PlayedSound => {
      const { file, length } = chosenTake(line)!;
      return { track: line.character, file, length, start: line.start! };
    });
    const stem = sumOf(expected, samplesOf);
    expect(stem.some((sample) => sample !== 0)).toBe(true);
    const { sounds } = readReaper(toReaper(timeline));
    expect(sumOf(sounds, samplesOf)).toEqual(stem);
    expect(sounds.map(({ takes }) => takes)).toEqual(
      timeline.characters.flatMap((name) =>
        timeline.lines
          .filter(({ character }) => character === name)
          .map(({ takes }) => takes.length),
      ),
    );
    const clips = readOtio(toOtio(timeline));
    expect(clips).toHaveLength(40);
    expect(sumOf(clips, samplesOf)).toEqual(stem);
  },
);

it("texts are notes, and open comments are markers, with any characters", () => {
  const text = `a "b" 'c' \`d\`\n<TRACK\n>\n|x`;
  const comments = [
    { at: 96_001, text: `say "it's"`, by: "Mia", isResolved: false },
    { at: 5, text: "resolved", by: "", isResolved: true },
    { at: null, text: "without time", by: "", isResolved: false },
    { at: 144_000, end: 192_000, text: "a span", by: "", isResolved: false },
    { at: 144_000, text: "a reply", by: "", isResolved: false, isReply: true },
  ];
  const line = timelineLine(1, { text, comments, character: `"A" <B>\n` });
  const read = readReaper(toReaper(timelineOf([line])));
  expect(read.sounds.map(({ notes }) => notes)).toEqual([text]);
  expect(read.sounds[0]?.track).toBe(`"A" <B> `);
  // A region has a second row for its end.
  expect(read.markers).toEqual([
    { at: 96_001, name: `1: say "it's"` },
    { at: 144_000, name: "1: a span" },
    { at: 192_000, name: "" },
  ]);
  expect(read.offsetSeconds).toBe(3_600);
  expect(read.videos).toEqual(["video/EP01.mp4"]);
});

it("a field with all kinds of quotes stays one field", () => {
  expect(field(`a "b" 'c' \`d\``)).toBe("`a \"b\" 'c' 'd'`");
});

it("lines without a take or a position are left out", () => {
  const lines = [timelineLine(1, { takes: [] }), timelineLine(2, { start: null }), timelineLine(3)];
  const timeline = timelineOf(lines, { video: null });
  expect(readReaper(toReaper(timeline)).sounds.map(({ file }) => file)).toEqual(["takes/3.wav"]);
  expect(readOtio(toOtio(timeline)).map(({ file }) => file)).toEqual(["takes/3.wav"]);
});

it.each([
  { numerator: 24_000, denominator: 1_001, isDropFrame: false, format: "NDF" },
  { numerator: 25, denominator: 1, isDropFrame: false, format: "NDF" },
  { numerator: 30_000, denominator: 1_001, isDropFrame: true, format: "DF" },
])(
  "the adapters of OpenTimelineIO accept the timeline at $numerator/$denominator, with the timecodes of all media",
  ({ format, ...frameRate }) => {
    const startFrame = 86_400;
    const takes = [0, 1].map((variant) => timelineTake(variant, { length: 30_011 }));
    const lines = [timelineLine(1, { start: 96_001, takes })];
    const timeline = timelineOf(lines, { frameRate, startFrame });
    const { numerator, denominator } = frameRate;
    const start = Math.round((96_001 * numerator) / (denominator * 48_000));
    const file = { frame: startFrame + start, displayFormat: format };
    expect(adaptOtio(toOtio(timeline))).toEqual([
      { start: 0, in: 0, file: { ...file, name: "EP01.mp4", frame: startFrame } },
      { start, in: 0, file: { ...file, name: "0.wav" } },
    ]);
  },
);
