/** The steps of a take: silence, level, speed. */
import { describe, expect, it } from "vitest";
import { fitSpeed } from "../../../../../main/local-service/engine/sound/finish-take";
import {
  correctionDb,
  countFullScale,
  gainTo,
  to16Bit,
  voicedLevel,
} from "../../../../../main/local-service/engine/sound/level";
import { loadChangeSpeed } from "../../../../../main/local-service/engine/sound/speed";
import { trimSilence } from "../../../../../main/local-service/engine/sound/trim";
import { sine, speechLike } from "../../../../helpers/sound-signals";

const rate = 16_000;
const floats = (samples: Int16Array) => Float32Array.from(samples, (value) => value / 32_768);

/** Much faster than toEqual. */
const areEqual = (a: Int16Array | undefined, b: Int16Array) =>
  a?.length === b.length && b.every((value, at) => a[at] === value);

describe("silence", () => {
  it("remains for 40 ms before and 80 ms after, with fades", () => {
    const tone = sine(0.5, { sampleRate: rate, hertz: 400 });
    const sound = new Int16Array(rate * 2).fill(3);
    sound.set(tone, rate / 2);
    const trimmed = trimSilence(sound, rate);
    expect(trimmed?.length).toBe(0.62 * rate);
    expect(areEqual(trimmed?.subarray(0.04 * rate, 0.54 * rate), tone)).toBe(true);
    expect([trimmed?.at(0), trimmed?.at(-1)]).toEqual([0, 0]);
  });

  it("is not added, and does not change the input", () => {
    const tone = sine(0.5, { sampleRate: rate, hertz: 400 });
    const copy = tone.slice();
    expect(trimSilence(tone, rate)?.length).toBe(tone.length);
    expect(areEqual(tone, copy)).toBe(true);
  });

  it("is all there is: null", () => {
    expect(trimSilence(new Int16Array(rate).fill(20), rate)).toBeNull();
    expect(trimSilence(new Int16Array(0), rate)).toBeNull();
  });
});

describe("level", () => {
  it("is 0.08 over the voiced parts, whatever it was and however long the pauses are", () => {
    for (const amplitude of [0.01, 0.1, 0.9])
      for (const silence of [0, 0.4]) {
        const sound = speechLike(1, { amplitude, silence });
        const gain = gainTo(floats(sound), voicedLevel(sound, rate));
        expect(voicedLevel(to16Bit(floats(sound), gain), rate)).toBeCloseTo(0.08, 2);
      }
  });

  it("is lower where the peak would exceed -3 dB", () => {
    const clicks = new Int16Array(rate);
    for (let at = 0; at < rate; at += 800) clicks[at] = 1_000;
    const result = to16Bit(floats(clicks), gainTo(floats(clicks), voicedLevel(clicks, rate)));
    expect(Math.max(...result)).toBe(Math.round(10 ** (-3 / 20) * 32_768));
  });

  it("is corrected to -23 LUFS, as far as the true peak stays at -3 dBTP", () => {
    expect(correctionDb(-24, -12)).toBe(1);
    expect(correctionDb(-20, -12)).toBe(-3);
    expect(correctionDb(-26, -4)).toBe(1);
    expect(correctionDb(-22, -1)).toBe(-2);
    expect(correctionDb(null, -12)).toBe(0);
  });

  it("counts the samples at full scale", () => {
    expect(countFullScale(Int16Array.of(32_767, -32_768, 0, 32_766))).toBe(2);
  });
});

describe("speed", () => {
  it.each([
    [1_000, null, 1],
    [1_000, 1_000, 1],
    [1_000, 5_000, 1],
    [1_350, 1_000, 1.35],
    [1_600, 1_000, 1.6],
    [1_601, 1_000, 1.6],
    [1_000, 0, 1.6],
    [1_000, -5, 1.6],
  ])("%i ms in a slot of %s ms: %f", (durationMs, slotMs, speed) => {
    expect(fitSpeed(durationMs, slotMs)).toBe(speed);
  });

  it.each([
    [900, 1_500, 1_000, 0.9],
    [850, 1_500, 1_000, 0.85],
    [500, 1_500, 1_000, 0.85],
    [1_000, 1_500, 1_000, 1],
    [1_500, 1_500, 1_000, 1],
    [1_800, 1_500, 1_000, 1.2],
  ])("%i ms in %i ms, filled to %i ms: %f", (durationMs, slotMs, fillMs, speed) => {
    expect(fitSpeed(durationMs, slotMs, fillMs)).toBe(speed);
  });

  it("makes sound longer below 1", async () => {
    const change = await loadChangeSpeed();
    const sound = speechLike(1);
    const slow = change(sound, rate, 0.85);
    expect(Math.abs(slow.length - sound.length / 0.85)).toBeLessThan(0.03 * rate);
  });

  it("does not depend on earlier sound", async () => {
    const change = await loadChangeSpeed();
    const sound = speechLike(1);
    const first = change(sound, rate, 1.4);
    change(speechLike(1, { hertz: 210, amplitude: 0.9 }), rate, 1.1);
    expect(areEqual(change(sound, rate, 1.4), first)).toBe(true);
    expect(Math.abs(first.length - sound.length / 1.4)).toBeLessThan(0.015 * rate);
    expect(change(new Int16Array(0), rate, 1.4).length).toBe(0);
  });
});
