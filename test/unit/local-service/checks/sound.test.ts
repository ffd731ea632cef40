/** Checks of the sound of takes, and of the takes of neighbouring lines. */
import { describe, expect, test } from "vitest";
import {
  createComparison,
  type ComparedLine,
} from "../../../../main/local-service/checks/between-lines";
import {
  checkSound,
  voicePaces,
  type CheckedTake,
} from "../../../../main/local-service/checks/sound";
import {
  createTakeScan,
  type TakeScan,
} from "../../../../main/local-service/engine/sound/take-scan";
import { sine } from "../../../helpers/sound-signals";

const scan: TakeScan = {
  durationMs: 2000,
  levelDb: -22,
  speechDb: -20,
  endDb: -70,
  silenceStartMs: 150,
  silenceEndMs: 400,
  silenceInsideMs: 1200,
  fullScaleSamples: 2,
};
const good: CheckedTake = {
  number: 3,
  languageId: "es-es",
  text: "¿Adónde vas?",
  voice: "Ashley",
  speed: 1,
  loudness: -23,
  truePeak: -3,
  scan,
};
const found = (change: Partial<CheckedTake>, msPerCharacter = 160) =>
  checkSound({ ...good, ...change }, new Map([["Ashley", msPerCharacter]])).map(
    ({ name, severity, rule }) => [name, severity, rule].join(" "),
  );
const scanned = (change: Partial<TakeScan>) => found({ scan: { ...scan, ...change } });

test("a take at each limit has no findings", () => {
  expect(found({})).toEqual([]);
  expect(found({ loudness: -22 })).toEqual([]);
  expect(found({ loudness: -24 })).toEqual([]);
  expect(scanned({ levelDb: -60, endDb: -32 })).toEqual([]);
  expect(found({}, 2000 / 12 / 2)).toEqual([]);
  expect(found({}, (2 * 2000) / 12)).toEqual([]);
  expect(found({ loudness: -30, scan: { ...scan, durationMs: 399 } }, 33)).toEqual([]);
  expect(found({ loudness: null, truePeak: null })).toEqual([]);
});

test.each<[string, Partial<TakeScan>]>([
  ["silence error silentDb", { levelDb: -60.1, silenceStartMs: 2000 }],
  ["silence error silentDb", { levelDb: -Infinity, speechDb: -Infinity, endDb: -Infinity }],
  ["silence note silenceStartMs", { silenceStartMs: 160 }],
  ["silence note silenceEndMs", { silenceEndMs: 410 }],
  ["silence note silenceInsideMs", { silenceInsideMs: 1210 }],
  ["words-cut warning endBelowSpeechDb", { endDb: -31.9 }],
  ["clipping error fullScaleSamples", { fullScaleSamples: 3 }],
])("%s", (expected, change) => {
  expect(scanned(change)).toEqual([expected]);
});

test("length, peak and loudness", () => {
  expect(found({}, 2001 / 12 / 0.5)).toEqual(["words-cut warning lengthMin"]);
  expect(found({}, 1999 / 12 / 2)).toEqual(["words-cut warning lengthMax"]);
  expect(found({ speed: 1.5 }, 2001 / 12 / 0.5)).toEqual([]);
  expect(found({ truePeak: -2.8 })).toEqual(["clipping warning truePeak"]);
  // The engine limits its own takes to -3 dBTP, and rounds them.
  expect(found({ truePeak: -2.95 })).toEqual([]);
  expect(found({ loudness: -21.9 })).toEqual(["loudness warning loudness"]);
  expect(found({ loudness: -24.1 })).toEqual(["loudness warning loudness"]);
});

test("the pace of a voice is the median of at least 20 takes", () => {
  const takes = Array.from({ length: 20 }, (_none, index) => ({
    ...good,
    text: index === 0 ? "日" : "안녕하세요",
  }));
  expect(voicePaces(takes).get("Ashley")).toBe(400);
  expect(voicePaces(takes.slice(1)).size).toBe(0);
  expect(voicePaces(takes.map((take) => ({ ...take, text: "" }))).size).toBe(0);
});

describe("the scan of a take", () => {
  const rate = 48_000;
  const tone = sine(0.5, { sampleRate: rate, hertz: 400 });
  const sound = new Int16Array(rate * 3);
  sound.set(tone, 0.2 * rate);
  sound.set(tone, 2 * rate);
  sound.fill(32_767, 2 * rate, 2 * rate + 3);
  const scanOf = (samples: Int16Array, size = samples.length + 1) => {
    const scanner = createTakeScan(rate);
    for (let at = 0; at < samples.length; at += size) scanner.add(samples.subarray(at, at + size));
    return scanner.finish();
  };

  test("measures silence and samples at full scale, in blocks of any size", () => {
    const whole = scanOf(sound);
    expect(whole).toMatchObject({
      durationMs: 3000,
      silenceStartMs: 200,
      silenceInsideMs: 1300,
      silenceEndMs: 500,
      fullScaleSamples: 3,
      endDb: -Infinity,
    });
    expect(scanOf(sound, 997)).toEqual(whole);
  });

  test("finds the level of speech at the end of a cut tone", () => {
    const { speechDb, endDb, levelDb } = scanOf(tone);
    expect(endDb).toBeCloseTo(speechDb, 1);
    expect(levelDb).toBeCloseTo(speechDb, 1);
  });

  test("is that of silence without samples", () => {
    expect(scanOf(new Int16Array(0))).toMatchObject({ durationMs: 0, levelDb: -Infinity });
    expect(scanOf(new Int16Array(rate))).toMatchObject({ silenceStartMs: 1000, silenceEndMs: 0 });
  });
});

describe("between lines", () => {
  const line = (number: number, change: Partial<ComparedLine> = {}): ComparedLine => ({
    number,
    character: "Anna",
    text: `Line ${number}`,
    loudness: -23,
    hash: `hash ${number}`,
    ...change,
  });
  const compare = (lines: readonly ComparedLine[]) => {
    const comparison = createComparison("ar-ar");
    return lines
      .flatMap((one) => comparison.add(one))
      .map(({ line: number, name, severity, subject }) =>
        [number, name, severity, subject].join(" "),
      );
  };

  test("the loudness of a character changes by more than 3 LU", () => {
    const other = line(2, { character: "Ben", loudness: -40 });
    expect(compare([line(1), other, line(3, { loudness: -26 })])).toEqual([]);
    expect(compare([line(1), other, line(3, { loudness: -26.1 })])).toEqual([
      "3 loudness-jump warning 1",
    ]);
    expect(compare([line(1), line(2, { loudness: null }), line(3)])).toEqual([]);
  });

  test("one sound is used for different texts or characters", () => {
    const first = line(1, { text: "نعم", hash: "a" });
    expect(compare([first, { ...first, number: 2 }])).toEqual([]);
    expect(compare([first, line(2, { text: "لا", hash: "a" })])).toEqual(["2 duplicate error 1"]);
    expect(compare([first, { ...first, number: 2, character: "Ben" }])).toEqual([
      "2 duplicate warning 1",
    ]);
    expect(compare([line(1, { hash: null }), line(2, { hash: null })])).toEqual([]);
  });
});
