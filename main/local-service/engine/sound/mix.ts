/** Mixes takes over the original sound, in blocks of one second. */
import type { ChannelCount } from "./channels";
import { outputRate } from "./finish-take";
import { EngineError, type MixRequest } from "../ports";
import { createDucking } from "./ducking";
import { fromDb } from "./levels";
import { createLimiter, to16Bit } from "./limiter";
import { placeTakes, requireRate, type PlacedTakes } from "./placed-takes";
import { createWav, openWav, type WavWriter, type WrittenFile } from "./wav-files";

/** Frames that are mixed at once. */
const blockFrames = outputRate;
/** A later take is an error of its script, which would fill the disk with silence. */
const maxHours = 24;

function framesAt(ms: number, name: string): number {
  if (!Number.isFinite(ms) || ms < 0) throw new RangeError(`${name} is invalid: ${ms}`);
  return Math.round((ms * outputRate) / 1000);
}

/** The memory of one block. It is reused: much garbage would make the memory of the thread grow. */
function createBlock(channels: ChannelCount) {
  const sums = new Float32Array(blockFrames * channels);
  const samples = new Int16Array(blockFrames * channels);
  const gains = new Float64Array(blockFrames);
  return { channels, sums, samples, gains };
}
type Block = ReturnType<typeof createBlock>;

/** Sets the block to the original with its gains. */
function setOriginal({ sums, samples, gains, channels }: Block, original: Original, start: number) {
  sums.fill(0);
  const frames = Math.min(blockFrames, (original?.frames ?? 0) - start);
  if (!original || frames <= 0) return;
  const values = samples.subarray(0, frames * channels);
  original.read(start, values);
  for (let at = 0, frame = 0; at < values.length; frame += 1) {
    const gain = gains[frame] ?? 0;
    for (let channel = 0; channel < channels; channel += 1, at += 1)
      sums[at] = (values[at] ?? 0) * gain;
  }
}

type Original = ReturnType<typeof openWav> | null;

export interface MixInput extends Pick<MixRequest, "duckedDb" | "otherwiseDb"> {
  takes: PlacedTakes;
  original: Original;
  /** Of the sum, if there is no original; 1 by default. */
  channels?: ChannelCount;
  frames: number;
}

/**
 * Calls `use` with each block of the sum of the takes and the original, interleaved, in the range
 * of 16 bit and not limited to it. `use` may change the block, which is valid until it returns.
 */
export function eachMixedBlock(
  { takes, original, channels: count = 1, duckedDb, otherwiseDb, frames }: MixInput,
  use: (sums: Float32Array, end: number) => void,
): void {
  const channels = original?.channels ?? count;
  const block = createBlock(channels);
  const ducking = createDucking(takes.spans, fromDb(duckedDb), fromDb(otherwiseDb));
  for (let start = 0; start < frames; start += blockFrames) {
    const end = Math.min(start + blockFrames, frames);
    ducking.fill(block.gains, start);
    setOriginal(block, original, start);
    takes.add(block.sums, channels, { start, end });
    use(block.sums.subarray(0, (end - start) * channels), end);
  }
}

function writeMix(input: MixInput, writer: WavWriter, report: (share: number) => void): void {
  const channels = input.original?.channels ?? 1;
  const limiter = createLimiter(channels);
  // The limiter delays some frames.
  const samples = new Int16Array(blockFrames * channels);
  eachMixedBlock(input, (sums, end) => {
    writer.write(to16Bit(limiter.push(sums), samples));
    report(end / input.frames);
  });
  writer.write(to16Bit(limiter.finish(), samples));
}

/** @throws WavError, RangeError, or the error of the operating system. */
export function mix(request: MixRequest, report: (share: number) => void): WrittenFile {
  const { original: originalFile, durationMs, file } = request;
  const takes = placeTakes(
    request.takes.map(({ file, startMs, gainDb = 0 }) => ({
      file,
      gainDb,
      start: framesAt(startMs, "startMs"),
    })),
  );
  const frames = durationMs === null ? takes.end : framesAt(durationMs, "durationMs");
  if (frames > maxHours * 3_600 * outputRate)
    throw new EngineError(`The sound is longer than ${maxHours} hours.`);
  const original = originalFile === null ? null : openWav(originalFile);
  try {
    if (original) requireRate(original);
    const channels = original?.channels ?? 1;
    const writer = createWav(file, { channels, sampleRate: outputRate, frames, hasSha256: false });
    try {
      const { duckedDb, otherwiseDb } = request;
      writeMix({ takes, original, frames, duckedDb, otherwiseDb }, writer, report);
      return writer.finish();
    } finally {
      writer.abandon();
    }
  } finally {
    original?.close();
  }
}
