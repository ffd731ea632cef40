/**
 * The steps that turn synthesised speech into a take: trim, fit to the slot, resample, level,
 * measure, write.
 */
import { checkRules } from "../../../../preload/facts/checks";
import { EngineError, type FinishedTake, type Sound, type TakeRequest } from "../ports";
import { correctionDb, countFullScale, gainTo, isSilent, to16Bit, voicedLevel } from "./level";
import { fromDb, toDb } from "./levels";
import { createLoudnessMeter } from "./loudness";
import { medianPitch } from "./analysis/pitch";
import { resample } from "./resample";
import type { ChangeSpeed } from "./speed";
import { createTakeScan } from "./take-scan";
import { fadeOut, trimSilence } from "./trim";
import { truePeak } from "./true-peak";
import { maxSampleRate, minSampleRate } from "./wav";
import { createWav, openWav, type WrittenFile } from "./wav-files";

/** Hertz, of takes and mixes. */
export const outputRate = 48_000;

/**
 * The largest speed that fits a take into its slot; the same as that of an error of the check
 * "too-long".
 */
const maxSpeed = checkRules.factorError.limit;

/** The smallest speed of a take that is slowed to fill its slot. */
const minSpeed = 0.85;

const maxSeconds = 600;
/** A take without speech: silence of this length in milliseconds, as around a short word. */
const silentMs = 120;

/**
 * The speed that fits a take into `slotMs`, from 1 to `maxSpeed`; or one from `minSpeed` that slows
 * it to `fillMs`.
 */
export function fitSpeed(
  durationMs: number,
  slotMs: number | null,
  fillMs: number | null = null,
): number {
  if (fillMs !== null && durationMs < fillMs) return Math.max(durationMs / fillMs, minSpeed);
  if (slotMs === null) return 1;
  return Math.min(Math.max(durationMs / Math.max(slotMs, 1), 1), maxSpeed);
}

interface Take extends Pick<FinishedTake, "measures" | "scan"> {
  /** 48 kHz. */
  samples: Int16Array;
}

/** `voiceRate`: the sample rate of the voice, which has no higher frequencies than half of it. */
function measure(
  samples: Int16Array,
  voiceRate: number,
  { speed, pitch }: { speed: number; pitch: number | null },
): Take["measures"] {
  return {
    durationMs: (samples.length * 1000) / outputRate,
    speed,
    pitch,
    ...measureLevels(samples, voiceRate),
  };
}

function measureLevels(
  samples: Int16Array,
  voiceRate: number,
): Pick<Take["measures"], "loudness" | "peak"> {
  const meter = createLoudnessMeter(1);
  meter.add(samples);
  const peak = truePeak(samples, voiceRate / 2 / outputRate);
  return { loudness: meter.integrated(), peak: peak === 0 ? null : toDb(peak) };
}

/** `source`: the synthesised samples, before their level was changed. */
function scanOf(samples: Int16Array, source: Int16Array): Take["scan"] {
  const scan = createTakeScan(outputRate);
  scan.add(samples);
  return { ...scan.finish(), fullScaleSamples: countFullScale(source) };
}

/**
 * Brings a voice to the loudness of the checks: first by its RMS, then by what the meter measures.
 */
function level(sound: Float32Array, currentLevel: number, voiceRate: number): Int16Array {
  const gain = gainTo(sound, currentLevel);
  const first = to16Bit(sound, gain);
  const { loudness, peak } = measureLevels(first, voiceRate);
  const correction = correctionDb(loudness, peak);
  return correction === 0 ? first : to16Bit(sound, gain * fromDb(correction));
}

function atSpeed(
  samples: Int16Array,
  sampleRate: number,
  speed: number,
  changeSpeed: ChangeSpeed,
): Int16Array {
  const length = Math.floor(samples.length / speed);
  const changed = changeSpeed(samples, sampleRate, speed).subarray(0, length);
  // Whole periods are removed or repeated, so the length is inexact by up to 15 ms; the excess is
  // part of the silence at the end.
  fadeOut(changed, sampleRate);
  return changed;
}

/** @throws EngineError */
function makeTake(
  {
    sound: { samples, sampleRate },
    slotMs,
    fillMs = null,
    speed: chosenSpeed = null,
  }: Pick<TakeRequest, "slotMs" | "fillMs" | "speed"> & { sound: Sound },
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
      scan: scanOf(silence, samples),
    };
  }
  const speed = chosenSpeed ?? fitSpeed((trimmed.length * 1000) / sampleRate, slotMs, fillMs);
  const fitted = speed === 1 ? trimmed : atSpeed(trimmed, sampleRate, speed, changeSpeed);
  const leveled = level(
    resample(fitted, sampleRate, outputRate),
    voicedLevel(fitted, sampleRate),
    sampleRate,
  );
  return {
    samples: leveled,
    measures: measure(leveled, sampleRate, { speed, pitch: medianPitch(trimmed, sampleRate) }),
    scan: scanOf(leveled, samples),
  };
}

/**
 * Makes the take and writes its file.
 * @throws EngineError, or the error of the operating system.
 */
export function finishTake(request: TakeRequest, changeSpeed: ChangeSpeed): FinishedTake {
  const sound = "file" in request.sound ? readSound(request.sound.file) : request.sound;
  const { samples, measures, scan } = makeTake({ ...request, sound }, changeSpeed);
  if (request.soundFile !== undefined) writeSound(request.soundFile, sound, false);
  const written = writeSound(request.file, { samples, sampleRate: outputRate }, true);
  return { measures, scan, ...written };
}

function writeSound(file: string, { samples, sampleRate }: Sound, hasSha256: boolean): WrittenFile {
  const writer = createWav(file, { channels: 1, sampleRate, frames: samples.length, hasSha256 });
  try {
    writer.write(samples);
    return writer.finish();
  } finally {
    writer.abandon();
  }
}

/** @throws WavError for a damaged file */
function readSound(file: string): Sound {
  const reader = openWav(file);
  try {
    const samples = new Int16Array(Math.min(reader.frames, maxSeconds * reader.sampleRate));
    reader.read(0, samples);
    return { samples, sampleRate: reader.sampleRate };
  } finally {
    reader.close();
  }
}
