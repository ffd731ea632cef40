/** The sounds of a delivery, as Broadcast Wave files of 24 bit and 48 kHz; for threads. */
import {
  EngineError,
  type BwfFacts,
  type LevelRequest,
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
import { isAboveLimit } from "../../../../../preload/facts/delivery";
import { messageText } from "../../../../../preload/facts/service-messages";
import { createBwf, type BwfWriter } from "./bwf-file";
import { createSoundMeters } from "./sound-meters";
import type { FrameSpan } from "../ducking";
import { levelOf, targetOf, type ResolvedTarget } from "./target";
import { outputRate } from "../finish-take";
import type { ChannelCount } from "../channels";
import { fromDb, fullScale, toDb } from "../levels";
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
    const { loudness, truePeak, dynamics } = write(writer);
    return writer.finish({ loudness, truePeak, dynamics });
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

/** Multiplies in place. */
function scaled(frames: Float32Array, factor: number): Float32Array {
  if (factor !== 1)
    for (let at = 0; at < frames.length; at += 1) frames[at] = (frames[at] ?? 0) * factor;
  return frames;
}

/**
 * A take with the same samples, or with a gain. Its levels are those of the request without a gain,
 * and otherwise measured.
 */
export const widen = ({ source, file, notes, levels, gainDb = 0 }: WidenRequest): WrittenBwf =>
  withSource(source, (reader) =>
    writeBwf(file, { ...notes, channels: reader.channels, frames: reader.frames }, (writer) => {
      const meters = createSoundMeters(reader.channels, []);
      let highest = 0;
      eachBlock(reader, (frames) => {
        const block = scaled(frames, fromDb(gainDb));
        if (gainDb !== 0) {
          meters.add(block);
          for (const value of block) highest = Math.max(highest, Math.abs(value));
        }
        writer.write(block);
      });
      if (highest > fullScale)
        throw new EngineError(
          messageText("take-full-scale", { excess: toDb(highest / fullScale).toFixed(1) }),
        );
      return gainDb === 0 ? levels : withoutDynamics(meters.measures());
    }),
  );

/** Takes are too short for a loudness range. */
const withoutDynamics = ({ loudness, truePeak }: SoundMeasures): Levels => ({
  loudness,
  truePeak,
});

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

/** A sound as blocks, from its begin to its end: interleaved, in the range of 16 bit. */
interface BlockSource {
  channels: ChannelCount;
  frames: number;
  /** When takes sound, in frames. */
  spans: readonly FrameSpan[];
  /** `use` may change the block, which is valid until it returns. */
  each: (use: (frames: Float32Array, end: number) => void) => void;
}

/**
 * A mix with these channels. One of one channel sounds equally on both sides.
 * @throws EngineError for an original with other channels.
 */
function mixSource(input: MixInput, channels: ChannelCount): BlockSource {
  const { original, frames, takes } = input;
  const found = original?.channels ?? (channels === 2 ? 1 : channels);
  const facts = { channels, frames, spans: takes.spans };
  if (found === channels)
    return { ...facts, each: (use) => eachMixedBlock({ ...input, channels }, use) };
  if (found !== 1 || channels !== 2)
    throw new EngineError(`the sound below the dub has ${found} channels instead of ${channels}`);
  const each: BlockSource["each"] = (use) =>
    eachMixedBlock(input, (block, end) => {
      const both = new Float32Array(block.length * channels);
      for (let at = 0; at < both.length; at += 1) both[at] = block[at >> 1] ?? 0;
      use(both, end);
    });
  return { ...facts, each };
}

interface Gains {
  /** Gain in dB. */
  gain: number;
  /** The maximum of the limiter in dBFS. */
  ceiling: number;
}

/** Applies a gain and the limiter to a sound, in blocks. */
function limited(
  source: BlockSource,
  gains: Gains,
  use: (frames: Float32Array) => void,
  onBlock: (end: number) => void,
): void {
  // The limiter limits to full scale.
  const before = fromDb(gains.gain - gains.ceiling);
  const after = fromDb(gains.ceiling);
  const limiter = createLimiter(source.channels);
  // The limiter keeps its result until the next call, and delays it.
  const out = (frames: Float32Array) => use(scaled(Float32Array.from(frames), after));
  source.each((frames, end) => {
    out(limiter.push(scaled(frames, before)));
    onBlock(end);
  });
  out(limiter.finish());
}

/**
 * The sum of takes and the original with the loudness of a preset: a constant gain, then a limiter.
 */
export function master(request: MasterRequest, report: (share: number) => void): WrittenMix {
  const { original, frames, channels, duckedDb, otherwiseDb } = request;
  const takes = placeTakes(request.takes);
  const mastered = (reader: WavReader | null) => {
    const input = { takes, original: reader, frames, duckedDb, otherwiseDb };
    return masterSource(mixSource(input, channels), { ...request, what: "mix" }, report);
  };
  return original === null ? mastered(null) : withSource(original, mastered);
}

/** A take with the loudness of a preset. */
export const levelTake = (
  { source, ...request }: LevelRequest,
  report: (share: number) => void,
): WrittenMix =>
  withSource(source, (reader) => {
    const { channels, frames } = reader;
    const each: BlockSource["each"] = (use) => eachBlock(reader, use);
    return masterSource(
      { channels, frames, spans: [], each },
      { ...request, what: "take" },
      report,
    );
  });

type MasterSourceRequest = Pick<MasterRequest, "target" | "file" | "notes"> & {
  what: "mix" | "take";
  /** See LevelRequest; without one, a sound without a loudness is an error. */
  unmeasuredGainDb?: number;
};

/** The gain that a sound needs, before a limiter has changed its loudness. */
function gainOf(
  { loudness }: ResolvedTarget,
  measured: number | null,
  { what, unmeasuredGainDb }: MasterSourceRequest,
): number {
  if (loudness === null) return 0;
  if (measured !== null) return loudness - measured;
  if (unmeasuredGainDb !== undefined) return unmeasuredGainDb;
  throw new EngineError(messageText(`${what}-no-loudness`, {}));
}

function masterSource(
  sound: BlockSource,
  request: MasterSourceRequest,
  report: (share: number) => void,
): WrittenMix {
  const { target, file, notes, what } = request;
  const { channels, frames, spans } = sound;
  // Each pass reports its progress: a thread that reports nothing counts as stopped.
  let passes = 0;
  const onBlock = (end: number) => report((passes + end / frames) / (maxPasses + 2));
  const source = createSoundMeters(channels, spans);
  sound.each((block, end) => {
    source.add(block);
    onBlock(end);
  });
  const original = source.measures();
  const resolved = targetOf(target, original);
  const gains: Gains = {
    gain: gainOf(resolved, levelOf(resolved, original), request),
    ceiling: target.truePeak - marginDb,
  };
  for (;;) {
    passes += 1;
    const limiting = (original.truePeak ?? -Infinity) + gains.gain - gains.ceiling;
    const limit = target.maxLimitingDb;
    if (isAboveLimit(limiting, limit))
      throw new EngineError(
        messageText(`${what}-limiting`, { limiting: limiting.toFixed(1), limit }),
      );
    const meters = createSoundMeters(channels, spans);
    limited(sound, gains, (block) => meters.add(block), onBlock);
    const measures = meters.measures();
    const { loudnessError, excess } = differencesOf(resolved, target.truePeak, measures);
    // Half of the tolerance: the meters of others differ by a tenth.
    if (Math.abs(loudnessError) <= target.tolerance / 2 && excess <= 0) {
      requireQuietFloor(target.noiseFloor, measures);
      passes += 1;
      const written = writeBwf(file, { ...notes, channels, frames }, (writer) => {
        limited(sound, gains, (block) => writer.write(block), onBlock);
        return what === "take" ? withoutDynamics(measures) : measures;
      });
      const applied: MasterGains = { gain: gains.gain, limiting: Math.max(0, limiting) };
      return { ...written, measures, gains: applied };
    }
    if (passes === maxPasses)
      throw new EngineError(
        messageText(`${what}-loudness`, {
          loudness: (resolved.loudness ?? 0).toFixed(1),
          peak: target.truePeak,
        }),
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
  if (limit !== null && noiseFloor !== null && isAboveLimit(noiseFloor, limit))
    throw new EngineError(messageText("mix-noise-floor", { floor: noiseFloor.toFixed(1), limit }));
}
