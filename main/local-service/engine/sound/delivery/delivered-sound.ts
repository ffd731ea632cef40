/** The sounds of a delivery, as Broadcast Wave files of 24 bit and 48 kHz; for threads. */
import {
  EngineError,
  type BwfFacts,
  type Levels,
  type MasterGains,
  type MasterRequest,
  type MeasureRequest,
  type SoundMeasures,
  type StemRequest,
  type WidenRequest,
  type WrittenBwf,
  type WrittenMix,
  type WrittenStem,
} from "../../ports";
import { createBwf, type BwfWriter } from "./bwf-file";
import { createSoundMeters } from "./sound-meters";
import { levelOf, targetOf, type ResolvedTarget } from "./target";
import { outputRate } from "../finish-take";
import { fromDb, fullScale } from "../levels";
import { createLimiter } from "../limiter";
import { eachMixedBlock, type MixInput } from "../mix";
import { placeTakes, requireRate } from "../placed-takes";
import { openWav, type WavReader } from "../wav-files";

const blockFrames = outputRate;
/** How often the gain of a mix is corrected after its limiter has changed its loudness. */
const maxPasses = 5;
/**
 * The limiter's maximum is below that of the preset, because the sound between samples may be
 * louder.
 */
const marginDb = 0.2;
/** Sums are limited to what 24 bit can store only where they are written. */
const largestSample = fullScale - 1 / 256;

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

export const measure = (
  { file, spans }: MeasureRequest,
  report: (share: number) => void,
): SoundMeasures =>
  withSource(file, (reader) => {
    const meters = createSoundMeters(reader.channels, spans);
    eachBlock(reader, (frames, end) => {
      meters.add(frames);
      report(end / reader.frames);
    });
    return meters.measures();
  });

/** The sum of takes, mono, or of a bed, of exactly this length; nothing is limited. */
export function writeStem(request: StemRequest, report: (share: number) => void): WrittenStem {
  const { bed = null } = request;
  const write = (original: WavReader | null) => writeSum(request, original, report);
  return bed === null ? write(null) : withSource(bed, write);
}

function writeSum(
  request: StemRequest,
  original: WavReader | null,
  report: (share: number) => void,
): WrittenStem {
  const { file, frames, notes } = request;
  const takes = placeTakes(request.takes);
  const channels = original?.channels ?? 1;
  const meters = createSoundMeters(channels, takes.spans);
  const overs = { count: 0, first: 0 };
  const input = { takes, original, frames, duckedDb: 0, otherwiseDb: 0 };
  const written = writeBwf(file, { ...notes, channels, frames }, (writer) => {
    eachMixedBlock(input, (block, end) => {
      for (const [index, value] of block.entries()) {
        if (value >= -fullScale && value <= largestSample) continue;
        if (overs.count === 0)
          overs.first = end - block.length / channels + Math.floor(index / channels);
        overs.count += 1;
      }
      meters.add(block);
      writer.write(block);
      report(end / frames);
    });
    return meters.measures();
  });
  return { ...written, measures: meters.measures(), overs };
}

/** A mix has two channels, as the programmes for which the targets of loudness are. */
const mixChannels = 2;

/** The blocks of a mix; one of one channel sounds equally on both. */
function eachStereoBlock(input: MixInput, use: (frames: Float32Array, end: number) => void): void {
  eachMixedBlock(input, (frames, end) => {
    if (input.original?.channels === mixChannels) {
      use(frames, end);
      return;
    }
    const both = new Float32Array(frames.length * mixChannels);
    for (let at = 0; at < both.length; at += 1) both[at] = frames[at >> 1] ?? 0;
    use(both, end);
  });
}

interface Gains {
  /** In dB. */
  gain: number;
  /** The maximum of the limiter in dBFS. */
  ceiling: number;
}

/** Applies a gain and the limiter to a mix, in blocks. */
function limited(
  input: MixInput,
  gains: Gains,
  use: (frames: Float32Array) => void,
  onBlock: (end: number) => void,
): void {
  // The limiter limits to full scale.
  const before = fromDb(gains.gain - gains.ceiling);
  const after = fromDb(gains.ceiling);
  const limiter = createLimiter(mixChannels);
  const scaled = (frames: Float32Array, factor: number) => {
    for (let at = 0; at < frames.length; at += 1) frames[at] = (frames[at] ?? 0) * factor;
    return frames;
  };
  // The limiter keeps its result until the next call, and delays it.
  const out = (frames: Float32Array) => use(scaled(Float32Array.from(frames), after));
  eachStereoBlock(input, (frames, end) => {
    out(limiter.push(scaled(frames, before)));
    onBlock(end);
  });
  out(limiter.finish());
}

/**
 * The sum of takes and the original with the loudness of a preset: a constant gain, then a limiter.
 */
export function master(request: MasterRequest, report: (share: number) => void): WrittenMix {
  const { original, frames, duckedDb, otherwiseDb } = request;
  const takes = placeTakes(request.takes);
  const mastered = (reader: WavReader | null) =>
    masterMix({ takes, original: reader, frames, duckedDb, otherwiseDb }, request, report);
  return original === null ? mastered(null) : withSource(original, mastered);
}

function masterMix(
  input: MixInput,
  { target, file, notes }: MasterRequest,
  report: (share: number) => void,
): WrittenMix {
  const { frames } = input;
  // Each pass reports its progress: a thread that reports nothing counts as stopped.
  let passes = 0;
  const onBlock = (end: number) => report((passes + end / frames) / (maxPasses + 2));
  const source = createSoundMeters(mixChannels, input.takes.spans);
  eachStereoBlock(input, (block, end) => {
    source.add(block);
    onBlock(end);
  });
  const original = source.measures();
  const resolved = targetOf(target, original);
  const measured = levelOf(resolved, original);
  if (resolved.loudness !== null && measured === null)
    throw new EngineError("the mix has no sound whose loudness could be measured");
  const gains: Gains = {
    gain: resolved.loudness === null ? 0 : resolved.loudness - (measured ?? 0),
    ceiling: target.truePeak - marginDb,
  };
  for (;;) {
    passes += 1;
    const limiting = (original.truePeak ?? -Infinity) + gains.gain - gains.ceiling;
    if (limiting > target.maxLimitingDb)
      throw new EngineError(
        `the mix needs ${limiting.toFixed(1)} dB of limiting for its loudness; at most ${target.maxLimitingDb} dB are applied`,
      );
    const meters = createSoundMeters(mixChannels, input.takes.spans);
    limited(input, gains, (block) => meters.add(block), onBlock);
    const measures = meters.measures();
    const { loudnessError, excess } = differencesOf(resolved, target.truePeak, measures);
    // Half of the tolerance: the meters of others differ by a tenth.
    if (Math.abs(loudnessError) <= target.tolerance / 2 && excess <= 0) {
      requireQuietFloor(target.noiseFloor, measures);
      passes += 1;
      const written = writeBwf(file, { ...notes, channels: mixChannels, frames }, (writer) => {
        limited(input, gains, (block) => writer.write(block), onBlock);
        return measures;
      });
      const applied: MasterGains = { gain: gains.gain, limiting: Math.max(0, limiting) };
      return { ...written, measures, gains: applied };
    }
    if (passes === maxPasses)
      throw new EngineError(
        `the mix cannot have ${resolved.loudness ?? 0} dB with a true peak of ${target.truePeak} dBTP`,
      );
    gains.gain += loudnessError;
    if (excess > 0) gains.ceiling -= excess + 0.05;
  }
}

function differencesOf(target: ResolvedTarget, truePeak: number, measures: SoundMeasures) {
  const { loudness } = target;
  return {
    loudnessError: loudness === null ? 0 : loudness - (levelOf(target, measures) ?? loudness),
    excess: (measures.truePeak ?? -Infinity) - truePeak,
  };
}

function requireQuietFloor(limit: number | null, { noiseFloor }: SoundMeasures): void {
  if (limit !== null && noiseFloor !== null && noiseFloor > limit)
    throw new EngineError(
      `the noise floor of the mix is ${noiseFloor.toFixed(1)} dBFS; at most ${limit} dBFS are allowed`,
    );
}
