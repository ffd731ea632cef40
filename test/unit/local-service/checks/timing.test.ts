/** Checks of the times of lines. */
import { expect, test } from "vitest";
import { createTimingChecks, type TimedLine } from "../../../../main/local-service/checks/timing";

/** Line n starts after n × 4 s, in a slot of 2 s. */
const line = (number: number, change: Partial<TimedLine> = {}): TimedLine => ({
  number,
  character: "Anna",
  text: "Buenos días",
  startMs: number * 4000,
  endMs: number * 4000 + 2000,
  take: { durationMs: 1900, speed: 1, offsetMs: 0 },
  ...change,
});
const take = (durationMs: number, speed = 1, offsetMs = 0) => ({
  take: { durationMs, speed, offsetMs },
});
function run(lines: readonly TimedLine[], languageId = "es-es") {
  const checks = createTimingChecks(languageId);
  return [...lines.flatMap((one) => checks.add(one)), ...checks.finish()];
}
const found = (lines: readonly TimedLine[], languageId?: string) =>
  run(lines, languageId).map(({ line: number, name, severity, rule }) =>
    [number, name, severity, rule].join(" "),
  );

test("lines without a fault have no findings", () => {
  expect(found([line(0), line(1), line(2), line(3, { take: null })])).toEqual([]);
});

test.each([
  [2875, []],
  [2876, ["1 too-long note factorNote"]],
  [3375, ["1 too-long note factorNote"]],
  [3376, ["1 too-long warning factorWarning"]],
  [4000, ["1 too-long warning factorWarning"]],
  [4001, ["1 too-long error factorError"]],
])("a take of %i ms in a room of 2,500 ms", (durationMs, expected) => {
  expect(found([line(1, take(durationMs))])).toEqual(expected);
});

test("the room ends 80 ms before the next line, and its slot is the least", () => {
  const next = (startMs: number) => line(2, { startMs, endMs: startMs + 2000, character: "Ben" });
  const value = (startMs: number) => run([line(1, take(4600)), next(startMs)])[0]?.value;
  expect(value(6280)).toBeCloseTo(4600 / 2200);
  expect(value(6080)).toBeCloseTo(4600 / 2000);
  expect(value(5000)).toBeCloseTo(4600 / 2000);
});

test("an accelerated take is judged by its natural length", () => {
  expect(run([line(1, take(2000, 1.5))])[0]).toMatchObject({ value: 1.2, severity: "note" });
});

test("a line is faster than both neighbours of its character", () => {
  const lines = (speed: number) => [
    line(0),
    line(1, { character: "Ben", ...take(1000, 0.5) }),
    line(2, take(1500, speed)),
    line(3),
  ];
  expect(found(lines(1.25))).toEqual([]);
  expect(found(lines(1.26))).toEqual(["2 uneven-pace note paceDifference"]);
});

test("two takes of one character overlap", () => {
  expect(found([line(0), line(1, take(1900, 1, -2100))])).toEqual([]);
  expect(found([line(0), line(1, take(1900, 1, -2101))])).toEqual(["1 overlap error overlapMs"]);
  expect(found([line(0), line(1, { character: "Ben", ...take(1900, 1, -2101) })])).toEqual([]);
  expect(found([line(1), line(2, take(900, 1, -9000))])).toEqual([]);
});

test.each<[string, string, Partial<TimedLine>, string | null]>([
  ["17 characters/s", "es-es", { text: "a".repeat(34) }, null],
  ["more", "es-es", { text: "a".repeat(35) }, "charactersPerSecond"],
  ["20 in English", "en-us", { text: "a".repeat(40) }, null],
  ["more in English", "en-gb", { text: "a".repeat(41) }, "charactersPerSecond"],
  ["4 in Japanese", "ja-jp", { text: "日".repeat(8) }, null],
  ["more in Japanese", "ja-jp", { text: "日".repeat(9) }, "charactersPerSecond"],
  ["12 in Korean", "ko-kr", { text: "한".repeat(24) }, null],
  ["more in Korean", "ko-kr", { text: "한".repeat(25) }, "charactersPerSecond"],
  ["9 in Chinese", "zh-cn", { text: "中".repeat(18) }, null],
  ["more in Chinese", "zh-cn", { text: "中".repeat(19) }, "charactersPerSecond"],
  ["Arabic with marks", "ar-ar", { text: "مَ".repeat(34) }, null],
  ["833 ms", "es-es", { endMs: 4833, ...take(800) }, null],
  ["less", "es-es", { endMs: 4832, ...take(800) }, "subtitleMinMs"],
  ["7 s", "es-es", { endMs: 11_000, text: "a".repeat(84) }, null],
  ["longer", "es-es", { endMs: 11_001 }, "subtitleMaxMs"],
  ["more than two rows", "es-es", { endMs: 11_000, text: "a".repeat(85) }, "subtitleCharacters"],
  ["no text", "es-es", { text: "", endMs: 4700, ...take(600) }, null],
])("subtitles: %s", (_title, languageId, change, rule) => {
  const expected = rule === null ? [] : [`1 reading-speed warning ${rule}`];
  expect(found([line(1, change)], languageId)).toEqual(expected);
});

test.each([
  ["es-es", 42],
  ["en-gb", 42],
  ["ja-jp", 13],
  ["ko-kr", 16],
  ["zh-tw", 16],
])("subtitles in %s have at most two rows of %i characters", (languageId, count) => {
  const rules = (...rows: number[]) => {
    const text = rows.map((length) => "字".repeat(length)).join("\n");
    return run([line(1, { endMs: 11_000, text })], languageId).map(({ rule, value, limit }) =>
      [rule, value, limit].join(" "),
    );
  };
  expect(rules(count, count)).toEqual([]);
  expect(rules(count + 1, 1)).toEqual([`subtitleRowCharacters ${count + 1} ${count}`]);
  expect(rules(2, 2, 2)).toEqual(["subtitleRows 3 2"]);
  // Without line breaks.
  expect(rules(2 * count)).toEqual([]);
  expect(rules(2 * count + 1)).toEqual([`subtitleCharacters ${2 * count + 1} ${2 * count}`]);
});

test("subtitles have a gap of 2 frames", () => {
  const next = (startMs: number) => line(2, { startMs, endMs: startMs + 2000, character: "Ben" });
  expect(found([line(1), next(6080)])).toEqual([]);
  expect(found([line(1), next(6079)])).toEqual(["1 reading-speed warning subtitleGapFrames"]);
  // The last millisecond that is too close, by the frame rate of the picture.
  for (const [frameRate, ms] of [
    [23.976, 82],
    [25, 79],
    [29.97, 65],
    [60, 32],
  ] as const) {
    const rulesAfter = (gapMs: number) => {
      const checks = createTimingChecks("es-es", frameRate);
      checks.add(line(1));
      return checks.add(next(6000 + gapMs)).map(({ rule }) => rule);
    };
    expect(rulesAfter(ms)).toEqual(["subtitleGapFrames"]);
    expect(rulesAfter(ms + 1)).toEqual([]);
  }
});

test("lines out of order are rejected", () => {
  expect(() => run([line(2), line(1)])).toThrow("line 1 starts before line 2");
});

test("10,000 lines are checked in one pass", () => {
  expect(found(Array.from({ length: 10_000 }, (_none, number) => line(number)))).toEqual([]);
});
