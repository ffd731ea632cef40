/** Resampling, loudness, true peak and pitch, against their formulas. */
import { describe, expect, it } from "vitest";
import { gainTo, to16Bit, voicedLevel } from "../../../../../main/local-service/engine/sound/level";
import { fullScale, toDb } from "../../../../../main/local-service/engine/sound/levels";
import { createLoudnessMeter } from "../../../../../main/local-service/engine/sound/loudness";
import { medianPitch } from "../../../../../main/local-service/engine/sound/analysis/pitch";
import { resample } from "../../../../../main/local-service/engine/sound/resample";
import {
  createTruePeakMeter,
  truePeak,
} from "../../../../../main/local-service/engine/sound/true-peak";
import { sine, speechLike } from "../../../../helpers/sound-signals";
import { long } from "../../../../long";

describe("resample", () => {
  const seconds = 0.2;
  /** The largest difference to a sine, away from the ends. */
  function errorOf(sound: Float32Array, hertz: number, amplitude: number): number {
    let error = 0;
    for (let at = 2_000; at < sound.length - 2_000; at += 1) {
      const expected = Math.sin((2 * Math.PI * hertz * at) / 48_000) * amplitude;
      error = Math.max(error, Math.abs((sound[at] ?? 0) - expected));
    }
    return error;
  }

  it.each([8_000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000])("a sine of %i Hz", (rate) => {
    for (const hertz of [100, 1_000, 0.35 * Math.min(rate, 48_000)]) {
      const sound = resample(sine(seconds, { sampleRate: rate, hertz }), rate, 48_000);
      expect(sound.length).toBe(Math.ceil(seconds * 48_000));
      expect(toDb(errorOf(sound, hertz, 0.5))).toBeLessThan(-70);
    }
  });

  it("removes what the lower rate cannot represent", () => {
    const sound = resample(sine(seconds, { sampleRate: 96_000, hertz: 30_000 }), 96_000, 48_000);
    expect(toDb(errorOf(sound, 0, 0))).toBeLessThan(-70);
  });

  it("adds no tone to a constant", () => {
    const sound = resample(new Int16Array(2_000).fill(16_384), 22_050, 48_000);
    const errors = sound.subarray(200, -200).map((value) => Math.abs(value - 0.5));
    expect(Math.max(...errors)).toBeLessThan(1e-6);
  });

  it("rejects a pair of rates that needs an enormous filter", () => {
    expect(() => resample(new Int16Array(10), 191_999, 48_000)).toThrow(RangeError);
  });
});

describe("loudness", () => {
  const stereo = (mono: Int16Array) =>
    Int16Array.from({ length: mono.length * 2 }, (_none, at) => mono[at >> 1] ?? 0);
  const tone = (seconds: number, db: number) =>
    sine(seconds, { hertz: 1_000, amplitude: 10 ** (db / 20) });
  function loudnessOf(channels: 1 | 2, ...parts: Int16Array[]): number | null {
    const meter = createLoudnessMeter(channels);
    for (const part of parts) meter.add(part);
    return meter.integrated();
  }

  // EBU Tech 3341, test signals 1 to 3: a sine of 1000 Hz in both channels.
  it("measures the signals of EBU Tech 3341", () => {
    expect(loudnessOf(2, stereo(tone(4, -23)))).toBeCloseTo(-23, 1);
    expect(loudnessOf(2, stereo(tone(4, -33)))).toBeCloseTo(-33, 1);
    const [quiet, loud] = [stereo(tone(4, -36)), stereo(tone(1, -23))];
    const parts = Array.from({ length: 36 }, () => loud);
    expect(loudnessOf(2, quiet, ...parts, quiet)).toBeCloseTo(-23, 1);
  });

  // Signals 4 and 5. Those without a number here have more channels, or are recordings.
  const measuresSignal = "measures signal %s";
  it.each([["4, with both gates", [-72, 10, -36, 10, -23, 60, -36, 10, -72, 10]]] as const)(
    measuresSignal,
    isAtTarget,
  );
  it.each([["5, with parts above the target", [-26, 20, -20, 20.1, -26, 20]]] as const)(
    measuresSignal,
    long,
    isAtTarget,
  );
  function isAtTarget(_name: string, steps: readonly number[]): void {
    const meter = createLoudnessMeter(2);
    for (let at = 0; at < steps.length; at += 2)
      meter.add(stereo(tone(steps[at + 1] ?? 0, steps[at] ?? 0)));
    expect(Math.abs((meter.integrated() ?? 0) + 23)).toBeLessThanOrEqual(0.1);
  }

  // EBU Tech 3342, test signals 1 to 4, and 3341 for the maxima; on one channel, 3 LU lower.
  it.each([
    ["1", [-20, -30], 10, -23],
    ["2", [-20, -15], 5, -18],
    ["3", [-40, -20], 20, -23],
    ["4", [-50, -35, -20, -35, -50], 15, -23],
  ])("has the range and the maxima of signal %s", (_name, levels, range, most) => {
    const meter = createLoudnessMeter(1);
    for (const level of levels) meter.add(tone(20, level));
    const found = meter.dynamics();
    expect(Math.abs((found.range ?? 0) - range)).toBeLessThanOrEqual(1);
    expect(found.maxMomentary).toBeCloseTo(most, 1);
    expect(found.maxShortTerm).toBeCloseTo(most, 1);
  });

  it("has no short-term loudness below 3 s, and none of silence", () => {
    const meter = createLoudnessMeter(1);
    meter.add(tone(1, -20));
    expect(meter.dynamics()).toMatchObject({ range: null, maxShortTerm: null });
    expect(meter.dynamics().maxMomentary).toBeCloseTo(-23, 1);
    const silent = createLoudnessMeter(1);
    silent.add(new Int16Array(48_000 * 4));
    expect(silent.dynamics()).toEqual({ range: null, maxMomentary: null, maxShortTerm: null });
  });

  it("is 3 LU lower for one channel, and does not depend on the blocks", () => {
    const mono = tone(2, -23);
    expect(loudnessOf(1, mono)).toBeCloseTo(-26, 1);
    const parts = [mono.subarray(0, 777), mono.subarray(777, 50_001), mono.subarray(50_001)];
    expect(loudnessOf(1, ...parts)).toBe(loudnessOf(1, mono));
  });

  it("uses blocks of 400 ms that overlap by 75 %", () => {
    const steady = loudnessOf(1, tone(2, -23)) ?? 0;
    // The shares of the tone in the blocks are 3/4, 1, 3/4, 1/2 and 1/4.
    const burst = loudnessOf(1, new Int16Array(4_800), tone(0.4, -23), new Int16Array(24_000));
    expect(burst).toBeCloseTo(steady + 10 * Math.log10(0.65), 1);
  });

  it("is null for less than 400 ms, and for silence", () => {
    expect(loudnessOf(1, tone(0.399, -23))).toBeNull();
    expect(loudnessOf(1, tone(0.4, -23))).not.toBeNull();
    expect(loudnessOf(1, new Int16Array(96_000))).toBeNull();
    expect(loudnessOf(1)).toBeNull();
  });
});

describe("true peak", () => {
  it("finds the peak between samples", () => {
    // Samples of this sine are at 45 degrees, 3 dB below its peak.
    const sound = sine(0.1, { hertz: 12_000, amplitude: 0.5, phase: Math.PI / 4 });
    expect(Math.max(...sound) / 32_768).toBeCloseTo(0.5 * Math.SQRT1_2, 3);
    expect(Math.abs(toDb(truePeak(sound) / 0.5))).toBeLessThan(0.3);
  });

  it("is the sample peak of slow sound, and 0 for silence", () => {
    expect(Math.abs(toDb(truePeak(sine(0.2, { hertz: 995 })) / 0.5))).toBeLessThan(0.02);
    expect(truePeak(new Int16Array(100))).toBe(0);
    expect(truePeak(new Int16Array(0))).toBe(0);
  });

  it.each([8_000, 16_000, 22_050, 24_000])(
    "is the same for the voice of %i Hz, of which few positions are computed",
    (rate) => {
      for (const hertz of [87, 248, rate * 0.4]) {
        const voice =
          hertz < 300
            ? speechLike(0.5, { sampleRate: rate, hertz })
            : sine(0.5, { sampleRate: rate, hertz });
        const resampled = resample(voice, rate, 48_000);
        const sound = to16Bit(resampled, gainTo(resampled, voicedLevel(voice, rate)));
        expect(truePeak(sound, rate / 2 / 48_000)).toBe(truePeak(sound));
      }
    },
  );

  it("finds one click among silence", () => {
    const click = new Int16Array(1_000);
    click[500] = -16_384;
    expect(truePeak(click)).toBeCloseTo(0.5, 3);
  });
});

describe("the true peak of the signals of EBU Tech 3341", () => {
  /** The measured dBTP of a sound of two channels, 1 for full scale, that fades in and out. */
  function peakOf(valueAt: (frame: number) => number): number {
    const [frames, fade] = [24_000, 2_400];
    const sound = new Float32Array(2 * frames);
    for (let frame = 0; frame < frames; frame += 1) {
      const gain = Math.min(1, frame / fade, (frames - frame) / fade);
      sound.fill(valueAt(frame) * gain * fullScale, 2 * frame, 2 * frame + 2);
    }
    const meter = createTruePeakMeter(2);
    for (let at = 0; at < sound.length; at += 1_000) meter.add(sound.subarray(at, at + 1_000));
    return toDb(meter.peak());
  }
  function expectPeak(measured: number, expected: number): void {
    expect(measured).toBeGreaterThanOrEqual(expected - 0.4);
    expect(measured).toBeLessThanOrEqual(expected + 0.2);
  }

  it.each([
    [15, { divisor: 4, amplitude: 0.5, degrees: 0 }, -6],
    [16, { divisor: 4, amplitude: 0.5, degrees: 45 }, -6],
    [17, { divisor: 6, amplitude: 0.5, degrees: 60 }, -6],
    [18, { divisor: 8, amplitude: 0.5, degrees: 67.5 }, -6],
    [19, { divisor: 4, amplitude: 1.41, degrees: 45 }, 3],
  ])("%i: a sine between the samples", (_number, { divisor, amplitude, degrees }, expected) => {
    const phase = (degrees * Math.PI) / 180;
    const valueAt = (frame: number) =>
      amplitude * Math.sin((2 * Math.PI * frame) / divisor + phase);
    expectPeak(peakOf(valueAt), expected);
  });

  // As signals 20 to 23: one peak at full scale in a sine of half of it, at four positions between
  // two samples.
  it.each([0, 1, 2, 3])("a peak at %i quarters of a sample", (quarters) => {
    const at = 12_000 + quarters / 4;
    const valueAt = (frame: number) => {
      const distance = frame - at;
      const wave = Math.cos((Math.PI * distance) / 2);
      return wave * (0.5 + 0.5 * Math.exp(-((distance / 12) ** 2)));
    };
    expectPeak(peakOf(valueAt), 0);
  });
});

describe("pitch", () => {
  it.each([
    [16_000, 87],
    [16_000, 165],
    [22_050, 101],
    [22_050, 248],
    [48_000, 330],
  ])("of sound at %i Hz", (sampleRate, hertz) => {
    const pitch = medianPitch(speechLike(1, { sampleRate, hertz }), sampleRate) ?? 0;
    expect(Math.abs(pitch / hertz - 1)).toBeLessThan(0.02);
  });

  it("is null without a voice", () => {
    let state = 1;
    const noise = Int16Array.from({ length: 16_000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return (state % 20_000) - 10_000;
    });
    expect(medianPitch(noise, 16_000)).toBeNull();
    expect(medianPitch(new Int16Array(16_000), 16_000)).toBeNull();
    expect(medianPitch(new Int16Array(0), 16_000)).toBeNull();
  });
});
