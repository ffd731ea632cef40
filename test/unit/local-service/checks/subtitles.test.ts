/** Subtitles of lines: their times, rows and findings. */
import { expect, test } from "vitest";
import { checkSubtitles } from "../../../../main/local-service/checks/subtitles/check-subtitles";
import {
  subtitlesOf,
  type SubtitleLine,
  type SubtitleOptions,
} from "../../../../main/local-service/checks/subtitles/cues";
import { readingLimitsOf } from "../../../../preload/facts/checks";
import { seeded } from "../../../helpers/random";
import { long } from "../../../long";

const spanish: SubtitleOptions = { languageId: "es-es", frameMs: 40 };
const line = (
  number: number,
  startMs: number,
  endMs: number,
  change: Partial<SubtitleLine> = {},
): SubtitleLine => ({
  number,
  character: "Ana",
  text: `Text ${number}`,
  startMs,
  endMs,
  ...change,
});
const timesOf = (lines: readonly SubtitleLine[], options = spanish) =>
  subtitlesOf(lines, options).map(({ startMs, endMs, lines: shown }) => [
    startMs,
    endMs,
    ...shown.flatMap(({ rows }) => rows),
  ]);
const rulesOf = (lines: readonly SubtitleLine[], options = spanish) =>
  checkSubtitles(lines, options).map((found) => `${found.line} ${found.rule}`);

test.each([
  ["one that is too short lasts longer", [line(1, 1000, 1200)], [[1000, 1834, "Text 1"]]],
  ["one without a length lasts two seconds", [line(1, 1000, 1000)], [[1000, 3000, "Text 1"]]],
  [
    "one that runs into the next one ends two frames before it",
    [line(1, 1000, 6000), line(2, 3000, 5000)],
    [
      [1000, 2920, "Text 1"],
      [3000, 5000, "Text 2"],
    ],
  ],
  [
    "a gap of less than half a second is closed to two frames",
    [line(1, 1000, 2501), line(2, 3000, 5000)],
    [
      [1000, 2920, "Text 1"],
      [3000, 5000, "Text 2"],
    ],
  ],
  [
    "a longer gap stays",
    [line(1, 1000, 2500), line(2, 3000, 5000)],
    [
      [1000, 2500, "Text 1"],
      [3000, 5000, "Text 2"],
    ],
  ],
  [
    "two characters without time for two subtitles share one, with dashes",
    [line(1, 1000, 1500), line(2, 1600, 3000, { character: "Ben" })],
    [[1000, 3000, "- Text 1", "- Text 2"]],
  ],
  [
    "two lines of one character share one without dashes",
    [line(1, 1000, 1500), line(2, 1600, 3000)],
    [[1000, 3000, "Text 1", "Text 2"]],
  ],
  [
    "a sign at the top and a text with the same times share one without dashes",
    [line(1, 1000, 3000, { appearance: "top" }), line(2, 1000, 3000)],
    [[1000, 3000, "Text 1", "Text 2"]],
  ],
  [
    "two lines of one character with the same start and other ends share one without dashes",
    [line(1, 1000, 2000), line(2, 1000, 3000)],
    [[1000, 3000, "Text 1", "Text 2"]],
  ],
  [
    "two lines of one cue, which has two speakers, share one with dashes",
    [line(1, 1000, 3000), line(2, 1000, 3000)],
    [[1000, 3000, "- Text 1", "- Text 2"]],
  ],
  [
    "a third line does not join two rows, and the gap stays",
    [line(1, 1000, 1500), line(2, 1100, 1500), line(3, 1600, 3000)],
    [
      [1000, 1520, "Text 1", "Text 2"],
      [1600, 3000, "Text 3"],
    ],
  ],
])("%s", (_title, lines, expected) => {
  expect(timesOf(lines)).toEqual(expected);
});

test("more rows than two are shown one after the other, in proportion to their lengths", () => {
  const text = Array.from({ length: 3 }, (_none, at) => `${"palabra ".repeat(9).trim()} ${at}.`);
  const shown = subtitlesOf([line(1, 10_000, 20_000, { text: text.join(" ") })], spanish);
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.at(0)?.startMs).toBe(10_000);
  expect(shown.at(-1)?.endMs).toBe(20_000);
  for (const [index, { startMs, lines }] of shown.entries()) {
    expect(lines.flatMap(({ rows }) => rows).length).toBeLessThanOrEqual(2);
    const before = shown[index - 1];
    if (before) expect(startMs - before.endMs).toBe(80);
  }
  const words = shown.flatMap(({ lines }) => lines.flatMap(({ rows }) => rows)).join(" ");
  expect(words).toBe(text.join(" "));
});

test("without time to read the parts of a long line, they stay one subtitle with a finding", () => {
  const text = "palabra ".repeat(30).trim();
  expect(timesOf([line(1, 0, 2_000, { text })])).toHaveLength(1);
  expect(rulesOf([line(1, 0, 2_000, { text })])).toContain("1 subtitleRows");
});

const neverTouch = "no subtitles overlap or touch, at any rate (seed %i)";
test.each([1])(neverTouch, overlapNowhere);
test.each([2, 3, 4, 5])(neverTouch, long, overlapNowhere);

function overlapNowhere(seed: number): void {
  const random = seeded(seed);
  for (const frameMs of [1001 / 24, 1000 / 24, 40, 1001 / 30, 20]) {
    const lines = Array.from({ length: 200 }, (_none, at) => {
      const startMs = Math.floor(random() * 200_000);
      const character = random() < 0.5 ? "Ana" : "Ben";
      const text = "palabra, y ".repeat(1 + Math.floor(random() * 20));
      return line(at, startMs, startMs + Math.floor(random() * 9_000), { character, text });
    });
    const options = { languageId: "es-es", frameMs };
    const shown = subtitlesOf(lines, options);
    const numbers = new Set(shown.flatMap((one) => one.lines.map((each) => each.line.number)));
    expect(numbers.size).toBe(lines.length);
    for (const [index, { startMs, endMs, lines: each }] of shown.entries()) {
      expect(endMs).toBeGreaterThan(startMs);
      const next = shown[index + 1];
      if (next) expect(next.startMs - endMs).toBeGreaterThanOrEqual(Math.floor(2 * frameMs));
      for (const row of each.flatMap(({ rows }) => rows))
        expect(Array.from(row).length).toBeLessThanOrEqual(42);
    }
    expect(rulesOf(lines, options).filter((rule) => rule.endsWith("GapFrames"))).toEqual([]);
  }
}

test.each([
  ["es-es", "a", 17, 42],
  ["en-gb", "a", 20, 42],
  ["ar-ar", "مَ", 20, 42],
  ["hi-in", "क", 22, 42],
  ["ja-jp", "日", 4, 13],
  ["ko-kr", "한", 12, 16],
  ["zh-tw", "中", 9, 16],
  ["ru-ru", "ж", 17, 39],
  ["th-th", "ก", 17, 35],
])(
  "in %s %s is read at %i characters per second, %i in a row",
  (languageId, letter, speed, row) => {
    const options = { languageId, frameMs: 40 };
    const rules = (count: number) =>
      rulesOf([line(1, 0, 2_000, { text: letter.repeat(count) })], options);
    expect(rules(2 * speed)).toEqual([]);
    expect(rules(2 * speed + 1)).toEqual(["1 charactersPerSecond"]);
    expect(readingLimitsOf(languageId).rowCharacters).toBe(row);
  },
);

test.each([
  ["7 s", [line(1, 0, 7_000)], []],
  ["longer", [line(1, 0, 7_001)], ["1 subtitleMaxMs"]],
  ["a short line with time after it", [line(1, 0, 100), line(2, 5_000, 7_000)], []],
  [
    "a short line that cannot last longer",
    [line(1, 0, 100), line(2, 20, 100), line(3, 500, 3_000)],
    ["1 subtitleMinMs", "1 charactersPerSecond"],
  ],
  ["no text", [line(1, 0, 100, { text: " " })], []],
  ["own rows, three of them", [line(1, 0, 2_000, { text: "a\nb\nc" })], ["1 subtitleRows"]],
])("findings: %s", (_title, lines, expected) => {
  expect(rulesOf(lines).sort()).toEqual(expected.sort());
});
