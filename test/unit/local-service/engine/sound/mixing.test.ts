/** The limiter, and the gain of the original sound. */
import { describe, expect, it } from "vitest";
import {
  createDucking,
  duckedSpans,
  type FrameSpan,
} from "../../../../../main/local-service/engine/sound/ducking";
import {
  createLimiter,
  lookAhead,
  to16Bit,
  upcomingMinimum,
} from "../../../../../main/local-service/engine/sound/limiter";

describe("limiter", () => {
  /** All output for input in blocks of this many frames. */
  function limit(values: readonly number[] | Float32Array, channels: 1 | 2, frames: number) {
    const limiter = createLimiter(channels);
    const result: number[] = [];
    for (let at = 0; at < values.length; at += frames * channels)
      result.push(...limiter.push(Float32Array.from(values.slice(at, at + frames * channels))));
    return [...result, ...limiter.finish()];
  }
  const tone = (length: number, amplitude: number) =>
    Float32Array.from({ length }, (_none, at) => Math.sin(at / 7) * amplitude);

  it("passes sound up to full scale unchanged", () => {
    const sound = tone(3_000, 32_768);
    for (const frames of [100, 700, 3_000])
      for (const channels of [1, 2] as const)
        expect(limit(sound, channels, frames)).toEqual([...sound]);
  });

  it("keeps louder sound within full scale, in blocks of any size", () => {
    const sound = tone(12_000, 10_000);
    for (const at of [0, 1_000, 3_001, 3_100, 5_999, 11_999]) sound[at] = 90_000;
    const whole = limit(sound, 1, 12_000);
    expect(whole.length).toBe(12_000);
    expect(Math.max(...whole.map(Math.abs))).toBeLessThanOrEqual(32_768.01);
    const inBlocks = limit(sound, 1, 500);
    const differences = inBlocks.map((value, at) => Math.abs(value - (whole[at] ?? 0)));
    expect(Math.max(...differences)).toBeLessThan(0.05);
  });

  it("changes the gain slowly, the same for both channels", () => {
    const sound = new Float32Array(8_000).fill(1_000);
    sound[4_000] = 65_536;
    const result = limit(sound, 2, 1_000);
    const right = result.filter((_value, at) => at % 2 === 1);
    expect(right.slice(0, 2_000 - lookAhead).every((value) => value === 1_000)).toBe(true);
    const steps = right.slice(1).map((value, at) => Math.abs(value - (right[at] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(3);
    const left = result.filter((_value, at) => at % 2 === 0);
    expect(left.findIndex((value, at) => value !== right[at])).toBe(2_000);
    expect(result[4_000]).toBeCloseTo(32_768, 0);
    expect(result[4_001]).toBeCloseTo(500, 0);
  });

  it("finds the minimum of the next values", () => {
    const values = Float64Array.from(
      { length: 1_000 },
      (_none, at) => ((at * 7_919) % 1_009) / 1e3,
    );
    const expected = values
      .slice(0, 1_000 - lookAhead)
      .map((_value, at) => Math.min(...values.subarray(at, at + lookAhead + 1)));
    expect(upcomingMinimum(values)).toEqual(expected);
    expect(upcomingMinimum(new Float64Array(10)).length).toBe(0);
  });

  it("rounds to 16 bit without overflow", () => {
    expect([
      ...to16Bit(Float32Array.of(0.6, -0.6, 32_767.6, 40_000, -32_769), new Int16Array(6)),
    ]).toEqual([1, -1, 32_767, 32_767, -32_768]);
  });
});

describe("ducking", () => {
  const ms = 48;
  const gainsOf = (takes: FrameSpan[], length: number, blockSize: number) => {
    const ducking = createDucking(takes, 0.25, 1);
    const gains: number[] = [];
    for (let start = 0; start < length; start += blockSize) {
      const block = new Float64Array(Math.min(blockSize, length - start));
      ducking.fill(block, start);
      gains.push(...block);
    }
    return gains;
  };

  it("begins 120 ms before a take and ends 250 ms after it, with ramps of 80 ms", () => {
    const gains = gainsOf([{ start: 500 * ms, end: 900 * ms }], 1_500 * ms, 1_500 * ms);
    const at = (time: number) => gains[time * ms];
    expect([at(0), at(379), at(1_150), at(1_499)]).toEqual([1, 1, 1, 1]);
    expect([at(460), at(700), at(1_069)]).toEqual([0.25, 0.25, 0.25]);
    expect(at(420)).toBeCloseTo(0.625, 2);
    expect(at(1_110)).toBeCloseTo(0.625, 2);
    const steps = gains.slice(1).map((gain, index) => Math.abs(gain - (gains[index] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.001);
  });

  it("does not depend on the block size", () => {
    const takes = [
      { start: 0, end: 300 * ms },
      { start: 1_700 * ms, end: 1_701 * ms },
      { start: 900 * ms, end: 950 * ms },
    ];
    const gains = gainsOf(takes, 2_000 * ms, 2_000 * ms);
    expect(gains[0]).toBe(0.25);
    for (const size of [100, 999, 48_000])
      expect(gainsOf(takes, 2_000 * ms, size).every((gain, at) => gain === gains[at])).toBe(true);
  });

  it("stays for takes that are close together, and ignores empty ones", () => {
    const takes = [
      { start: 700 * ms, end: 900 * ms },
      { start: 0, end: 100 * ms },
      { start: 5_000 * ms, end: 5_000 * ms },
      { start: 10_000 * ms, end: 10_100 * ms },
    ];
    expect(duckedSpans(takes)).toEqual([
      { start: -120 * ms, end: 1_150 * ms },
      { start: 9_880 * ms, end: 10_350 * ms },
    ]);
  });
});
