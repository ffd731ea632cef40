/** Spans of speech, timbre and clusters. */
import { describe, expect, it } from "vitest";
import { cluster } from "../../../../../main/local-service/engine/sound/analysis/clusters";
import { meanMfcc } from "../../../../../main/local-service/engine/sound/analysis/mfcc";
import { groupVoices } from "../../../../../main/local-service/engine/sound/analysis/speakers";
import { findSpans } from "../../../../../main/local-service/engine/sound/analysis/speech-spans";
import { sine, speechLike } from "../../../../helpers/sound-signals";

describe("spans of speech", () => {
  /**
   * Windows of 10 ms: pairs of a number of windows and their level, "speech" where the detector
   * reports it.
   */
  function activityOf(parts: readonly (readonly [number, number, "speech"?])[]) {
    const isSpeech = parts.flatMap(([count, , kind]) =>
      Array.from({ length: count }, () => (kind === "speech" ? 1 : 0)),
    );
    const levels = parts.flatMap(([count, level]) => Array.from({ length: count }, () => level));
    return { isSpeech: Uint8Array.from(isSpeech), levels: Float32Array.from(levels) };
  }

  it("begin 50 ms before the speech and end 120 ms after it", () => {
    const spans = findSpans(
      activityOf([
        [100, -90],
        [100, -20, "speech"],
        [100, -90],
      ]),
    );
    expect(spans).toEqual([{ startMs: 940, endMs: 2_120 }]);
  });

  it("contain short pauses, and are separated by long ones", () => {
    const speech = [50, -20, "speech"] as const;
    const pause = (windows: number) => [windows, -80] as const;
    const spans = findSpans(activityOf([speech, pause(30), speech, pause(60), speech]));
    expect(spans.map(({ startMs }) => startMs)).toEqual([0, 1_840]);
    expect(spans[0]?.endMs).toBe(1_420);
    expect(spans[1]?.endMs).toBe(2_400);
  });

  it("exclude music that the detector took for speech", () => {
    const music = -37;
    const spans = findSpans(
      activityOf([
        [300, music],
        [66, music, "speech"],
        [100, -20, "speech"],
        [55, music, "speech"],
        [300, music],
        [80, music + 4, "speech"],
        [300, music],
      ]),
    );
    expect(spans).toEqual([{ startMs: 3_600, endMs: 4_780 }]);
  });

  it("begin with speech that the detector missed, and exclude clicks", () => {
    const spans = findSpans(
      activityOf([
        [100, -90],
        [15, -22],
        [60, -20, "speech"],
        [100, -90],
        [5, -10, "speech"],
        [99, -90],
      ]),
    );
    expect(spans).toEqual([{ startMs: 940, endMs: 1_870 }]);
  });

  it("are none in silence and in an empty file", () => {
    expect(findSpans(activityOf([[500, -90]]))).toEqual([]);
    expect(findSpans(activityOf([]))).toEqual([]);
  });
});

describe("timbre", () => {
  const sound = (hertz: number) => sine(0.3, { sampleRate: 16_000, hertz });
  const distance = (a: Float64Array, b: Float64Array) =>
    Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));

  it("does not depend on the loudness", () => {
    const loud = meanMfcc(speechLike(0.5, { amplitude: 0.8 }));
    expect(distance(meanMfcc(speechLike(0.5, { amplitude: 0.2 })), loud)).toBeLessThan(3);
    expect(distance(meanMfcc(sound(300)), meanMfcc(sound(3_000)))).toBeGreaterThan(10);
  });

  it("does not depend on pauses", () => {
    const speech = speechLike(1, { silence: 0 });
    const withPause = new Int16Array(32_000);
    withPause.set(speech);
    expect(distance(meanMfcc(withPause), meanMfcc(speech))).toBeLessThan(2);
  });

  it("is 0 for sound without a complete frame", () => {
    expect([...meanMfcc(new Int16Array(399))]).toEqual(Array.from({ length: 13 }, () => 0));
    expect(meanMfcc(new Int16Array(16_000)).every(Number.isFinite)).toBe(true);
  });
});

describe("clusters", () => {
  const points = (...centres: number[]) =>
    Array.from({ length: 30 }, (_none, at) => [
      (centres[at % centres.length] ?? 0) + ((at * 0.618) % 1),
      (at * 0.755) % 1,
    ]);
  const expected = (clusters: number) => Array.from({ length: 30 }, (_none, at) => at % clusters);

  it("are those of separate groups, with and without their number", () => {
    for (const centres of [
      [0, 10],
      [0, 10, 20],
      [30, 0, 10, 20],
    ]) {
      expect(cluster(points(...centres), centres.length)).toEqual(expected(centres.length));
      expect(cluster(points(...centres), null)).toEqual(expected(centres.length));
    }
  });

  it("join the closest groups first", () => {
    expect(cluster([[0], [10], [1], [14], [30]], 3)).toEqual([0, 1, 0, 1, 2]);
    expect(cluster([[0], [10], [1], [14], [30]], 2)).toEqual([0, 0, 0, 0, 1]);
    // By the mean distance: by the shortest one, only the last would be separate.
    expect(cluster([[0], [2], [4], [6], [8], [10], [12.5]], 2)).toEqual([0, 0, 0, 0, 1, 1, 1]);
    expect(cluster([[1], [1], [1], [1]], 2)).toHaveLength(4);
  });

  it("are one without structure, and not more than there are vectors", () => {
    const scattered = Array.from({ length: 30 }, (_none, at) =>
      Array.from({ length: 14 }, (_unused, index) => ((at + 1) * Math.sqrt(index + 2)) % 1),
    );
    expect(cluster(scattered, null)).toEqual(expected(1));
    expect(cluster(points(0), 1)).toEqual(expected(1));
    expect(cluster([[5]], null)).toEqual([0]);
    expect(cluster([[5], [6]], null)).toEqual([0, 0]);
    expect(cluster([[5], [6]], 9)).toEqual([0, 1]);
    expect(cluster([], 3)).toEqual([]);
  });

  it("of voices take short spans to the nearest speaker of long ones", () => {
    const count = 1_600;
    const voices = Array.from({ length: count }, (_none, at) => ({
      pitch: (at % 2 === 0 ? 110 : 210) + ((at * 13) % 20),
      timbre: Float64Array.of(((at * 7) % 30) / 10, at % 2 === 0 ? 5 : -5),
    }));
    const durations = voices.map((_voice, at) => (at % 16 === 0 ? 100 : 1_000));
    const speakers = groupVoices(voices, durations, 2);
    expect(speakers).toEqual(voices.map((_voice, at) => at % 2));
  });
});
