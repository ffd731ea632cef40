/** The steps that turn synthesised speech into a take: trim, fit to the slot, resample, level, measure, write. */
import { EngineError, type FinishedTake, type TakeCheck, type TakeRequest } from "../ports";
import { isClipped, isSilent, levelTo16Bit, voicedLevel } from "./level";
import { toDb } from "./levels";
import { createLoudnessMeter } from "./loudness";
import { medianPitch } from "./analysis/pitch";
import { resample } from "./resample";
import type { ChangeSpeed } from "./speed";
import { fadeOut, trimSilence } from "./trim";
import { truePeak } from "./true-peak";
import { maxSampleRate, minSampleRate } from "./wav";
import { createWav } from "./wav-files";

/** Hertz, of takes and mixes. */
export const outputRate = 48_000;

/** The speed that a take may have without a check, and the largest one. Design: review desk, section 3. */
export const unnoticedSpeed = 1.35;
export const maxSpeed = 1.6;

const maxSeconds = 600;
/** A take without speech: silence of this length in milliseconds, as around a short word. */
const silentMs = 120;

/** The speed that fits a take into its slot, at most `maxSpeed`, and the check for it. */
export function fitSpeed(
  durationMs: number,
  slotMs: number | null,
): { speed: number; check: TakeCheck | null } {
  const factor = slotMs === null ? 1 : durationMs / Math.max(slotMs, 1);
  if (factor <= 1) return { speed: 1, check: null };
  if (factor <= unnoticedSpeed) return { speed: factor, check: null };
  if (factor <= maxSpeed) return { speed: factor, check: "fast" };
  return { speed: maxSpeed, check: "too-long" };
}

export interface Take {
  /** 48 kHz. */
  samples: Int16Array;
  measures: FinishedTake["measures"];
  checks: TakeCheck[];
}

/** `voiceRate`: the sample rate of the voice, which has no higher frequencies than half of it. */
function measure(
  samples: Int16Array,
  voiceRate: number,
  { speed, pitch }: { speed: number; pitch: number | null },
): Take["measures"] {
  const meter = createLoudnessMeter(1);
  meter.add(samples);
  const peak = truePeak(samples, voiceRate / 2 / outputRate);
  return {
    durationMs: (samples.length * 1000) / outputRate,
    speed,
    loudness: meter.integrated(),
    peak: peak === 0 ? null : toDb(peak),
    pitch,
  };
}

function accelerate(
  samples: Int16Array,
  sampleRate: number,
  speed: number,
  changeSpeed: ChangeSpeed,
): Int16Array {
  const length = Math.floor(samples.length / speed);
  const fast = changeSpeed(samples, sampleRate, speed).subarray(0, length);
  // Whole periods are removed, so the length is inexact by up to 15 ms; the excess is part of the silence at the end.
  fadeOut(fast, sampleRate);
  return fast;
}

/** @throws EngineError */
export function makeTake(
  { sound: { samples, sampleRate }, slotMs, speed: chosenSpeed = null }: Omit<TakeRequest, "file">,
  changeSpeed: ChangeSpeed,
): Take {
  if (!Number.isInteger(sampleRate) || sampleRate < minSampleRate || sampleRate > maxSampleRate)
    throw new EngineError(`The voice has an invalid sample rate: ${sampleRate} Hz.`);
  if (samples.length > maxSeconds * sampleRate)
    throw new EngineError("the line is longer than 10 minutes");
  if (slotMs !== null && Number.isNaN(slotMs)) throw new RangeError("slotMs is not a number");
  const trimmed = isSilent(samples, sampleRate) ? null : trimSilence(samples, sampleRate);
  if (!trimmed) {
    const silence = new Int16Array((silentMs * outputRate) / 1000);
    return {
      samples: silence,
      measures: measure(silence, sampleRate, { speed: 1, pitch: null }),
      checks: ["silent"],
    };
  }
  const { speed, check } =
    chosenSpeed === null
      ? fitSpeed((trimmed.length * 1000) / sampleRate, slotMs)
      : { speed: chosenSpeed, check: null };
  const fitted = speed === 1 ? trimmed : accelerate(trimmed, sampleRate, speed, changeSpeed);
  const leveled = levelTo16Bit(
    resample(fitted, sampleRate, outputRate),
    voicedLevel(fitted, sampleRate),
  );
  const checks: TakeCheck[] = check ? [check] : [];
  if (isClipped(samples)) checks.push("clipped");
  return {
    samples: leveled,
    measures: measure(leveled, sampleRate, { speed, pitch: medianPitch(trimmed, sampleRate) }),
    checks,
  };
}

/** Makes the take and writes its file. @throws EngineError, or the error of the operating system. */
export function finishTake(request: TakeRequest, changeSpeed: ChangeSpeed): FinishedTake {
  const { samples, measures, checks } = makeTake(request, changeSpeed);
  const writer = createWav(request.file, {
    channels: 1,
    sampleRate: outputRate,
    frames: samples.length,
    hasSha256: true,
  });
  try {
    writer.write(samples);
    return { measures, checks, ...writer.finish() };
  } finally {
    writer.abandon();
  }
}
