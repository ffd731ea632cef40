/** The sounds of a delivery, as Broadcast Wave files of 24 bit and 48 kHz; for threads. */
import {
  EngineError,
  type BwfFacts,
  type Levels,
  type MasterRequest,
  type StemRequest,
  type WidenRequest,
  type WrittenBwf,
} from "../../ports";
import { createBwf, type BwfWriter } from "./bwf-file";
import { outputRate } from "../finish-take";
import { fromDb, fullScale, toDb } from "../levels";
import { createLimiter } from "../limiter";
import { createLoudnessMeter } from "../loudness";
import { placeTakes, requireRate } from "../placed-takes";
import { createTruePeakMeter } from "../true-peak";
import { openWav, type WavReader } from "../wav-files";

const blockFrames = outputRate;
/** How often the gain of a mix is corrected after its limiter has changed its loudness. */
const maxPasses = 5;
/** The limiter's maximum is below that of the preset, because the sound between samples may be louder. */
const marginDb = 0.2;

/** The levels of sound in blocks, in the range of 16 bit. */
function createMeters(channels: 1 | 2) {
  const loudness = createLoudnessMeter(channels);
  const peak = createTruePeakMeter(channels);
  let squares = 0;
  let count = 0;
  return {
    add(frames: Float32Array) {
      loudness.add(frames);
      peak.add(frames);
      for (const value of frames) squares += value * value;
      count += frames.length;
    },
    levels(): Levels & { rms: number | null } {
      const truePeak = peak.peak();
      return {
        loudness: loudness.integrated(),
        truePeak: truePeak === 0 ? null : toDb(truePeak),
        rms: squares === 0 ? null : toDb(Math.sqrt(squares / count) / fullScale),
      };
    },
  };
}

type Facts = Omit<BwfFacts, keyof Levels>;

function writeBwf(file: string, facts: Facts, write: (writer: BwfWriter) => Levels): WrittenBwf {
  const writer = createBwf(file, facts);
  try {
    const { loudness, truePeak } = write(writer);
    return writer.finish({ loudness, truePeak });
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Calls `use` with each block of a file, in the range of 16 bit. */
function eachBlock(reader: WavReader, use: (frames: Float32Array, end: number) => void): void {
  const samples = new Int16Array(blockFrames * reader.channels);
  const values = new Float32Array(samples.length);
  for (let start = 0; start < reader.frames; start += blockFrames) {
    const count = Math.min(blockFrames, reader.frames - start) * reader.channels;
    reader.read(start, samples.subarray(0, count));
    values.set(samples.subarray(0, count));
    use(values.subarray(0, count), start + count / reader.channels);
  }
}

function withSource<T>(file: string, use: (reader: WavReader) => T): T {
  const reader = openWav(file);
  try {
    requireRate(reader);
    return use(reader);
  } finally {
    reader.close();
  }
}

/** A take with the same samples. */
export const widen = ({ source, file, notes, levels }: WidenRequest): WrittenBwf =>
  withSource(source, (reader) =>
    writeBwf(file, { ...notes, channels: reader.channels, frames: reader.frames }, (writer) => {
      eachBlock(reader, (frames) => writer.write(frames));
      return levels;
    }),
  );

/** The sum of takes, mono, of exactly this length; nothing is limited. */
export function writeStem(request: StemRequest, report: (share: number) => void): WrittenBwf {
  const { file, frames, notes } = request;
  const takes = placeTakes(request.takes);
  return writeBwf(file, { ...notes, channels: 1, frames }, (writer) => {
    const meters = createMeters(1);
    const sums = new Float32Array(blockFrames);
    for (let start = 0; start < frames; start += blockFrames) {
      const end = Math.min(frames, start + blockFrames);
      const block = sums.subarray(0, end - start).fill(0);
      takes.add(block, 1, { start, end });
      meters.add(block);
      writer.write(block);
      report(end / frames);
    }
    return meters.levels();
  });
}

interface Gains {
  /** In dB. */
  gain: number;
  /** The maximum of the limiter in dBFS. */
  ceiling: number;
}

/** Applies a gain and the limiter to a file, in blocks. */
function limited(
  reader: WavReader,
  gains: Gains,
  use: (frames: Float32Array, end: number) => void,
) {
  // The limiter limits to full scale.
  const before = fromDb(gains.gain - gains.ceiling);
  const after = fromDb(gains.ceiling);
  const limiter = createLimiter(reader.channels);
  const scaled = (frames: Float32Array, factor: number) => {
    for (let at = 0; at < frames.length; at += 1) frames[at] = (frames[at] ?? 0) * factor;
    return frames;
  };
  // The limiter keeps its result until the next call, and delays it.
  const out = (frames: Float32Array, end: number) =>
    use(scaled(Float32Array.from(frames), after), end);
  eachBlock(reader, (frames, end) => out(limiter.push(scaled(frames, before)), end));
  out(limiter.finish(), reader.frames);
}

/**
 * A mix with the loudness of a preset: a constant gain, then a limiter. @throws EngineError if it needs more limiting than
 * allowed, has no sound, or cannot have its loudness.
 */
export function master(request: MasterRequest, report: (share: number) => void): WrittenBwf {
  const { target, file, notes } = request;
  return withSource(request.source, (reader) => {
    const { channels, frames } = reader;
    const measuredOf = (levels: ReturnType<ReturnType<typeof createMeters>["levels"]>) =>
      target.measure === "rms" ? levels.rms : levels.loudness;
    const source = createMeters(channels);
    eachBlock(reader, (block) => source.add(block));
    const original = source.levels();
    const measured = measuredOf(original);
    if (target.loudness !== null && measured === null)
      throw new EngineError("the mix has no sound whose loudness could be measured");
    const gains: Gains = {
      gain: target.loudness === null ? 0 : target.loudness - (measured ?? 0),
      ceiling: target.truePeak - marginDb,
    };
    for (let pass = 1; ; pass += 1) {
      const limiting = (original.truePeak ?? -Infinity) + gains.gain - gains.ceiling;
      if (limiting > target.maxLimitingDb)
        throw new EngineError(
          `the mix needs ${limiting.toFixed(1)} dB of limiting for its loudness; at most ${target.maxLimitingDb} dB are applied`,
        );
      const meters = createMeters(channels);
      limited(reader, gains, (block) => meters.add(block));
      const levels = meters.levels();
      report(Math.min(0.9, pass * 0.2));
      const loudnessError =
        target.loudness === null ? 0 : target.loudness - (measuredOf(levels) ?? target.loudness);
      const excess = (levels.truePeak ?? -Infinity) - target.truePeak;
      // Half of the tolerance: the meters of others differ by a tenth.
      const isGood = Math.abs(loudnessError) <= target.tolerance / 2 && excess <= 0;
      if (isGood)
        return writeBwf(file, { ...notes, channels, frames }, (writer) => {
          limited(reader, gains, (block) => writer.write(block));
          return levels;
        });
      if (pass === maxPasses)
        throw new EngineError(
          `the mix cannot have ${target.loudness ?? 0} dB with a true peak of ${target.truePeak} dBTP`,
        );
      gains.gain += loudnessError;
      if (excess > 0) gains.ceiling -= excess + 0.05;
    }
  });
}
