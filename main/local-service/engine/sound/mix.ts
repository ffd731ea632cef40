/** Mixes takes over the original sound, in blocks of one second. */
import { outputRate } from "./finish-take";
import { EngineError, type MixRequest } from "../ports";
import { createDucking, type FrameSpan } from "./ducking";
import { fromDb } from "./levels";
import { createLimiter, to16Bit } from "./limiter";
import { WavError, type WavLayout } from "./wav";
import { createWav, openWav, type WavWriter, type WrittenFile } from "./wav-files";

/** Frames that are mixed at once. */
const blockFrames = outputRate;
/** A later take is an error of its script, which would fill the disk with silence. */
const maxHours = 24;

/** A take with its position in the mix. */
interface PlacedSound extends FrameSpan {
  file: string;
  layout: WavLayout;
}

function framesAt(ms: number, name: string): number {
  if (!Number.isFinite(ms) || ms < 0) throw new RangeError(`${name} is invalid: ${ms}`);
  return Math.round((ms * outputRate) / 1000);
}

function requireRate({ sampleRate }: WavLayout): void {
  if (sampleRate !== outputRate)
    throw new WavError(`The sound has ${sampleRate} Hz instead of ${outputRate} Hz.`);
}

/** Files are opened for each access: more takes may play at once than files may be open. */
function withWav<T>(file: string, use: (reader: ReturnType<typeof openWav>) => T): T {
  const reader = openWav(file);
  try {
    return use(reader);
  } finally {
    reader.close();
  }
}

function placeTakes(takes: MixRequest["takes"]): PlacedSound[] {
  return takes
    .map(({ file, startMs }) =>
      withWav(file, (layout) => {
        requireRate(layout);
        if (layout.channels !== 1) throw new WavError("The take is not mono.");
        const start = framesAt(startMs, "startMs");
        return { file, layout, start, end: start + layout.frames };
      }),
    )
    .sort((a, b) => a.start - b.start);
}

/** Adds the part of a take that is within the block. */
function addTake(block: Float32Array, blockStart: number, channels: number, take: PlacedSound) {
  const from = Math.max(take.start, blockStart);
  const to = Math.min(take.end, blockStart + block.length / channels);
  if (to <= from) return;
  const samples = new Int16Array(to - from);
  withWav(take.file, (reader) => {
    if (reader.frames !== take.layout.frames)
      throw new WavError("A take changed while it was mixed.");
    reader.read(from - take.start, samples);
  });
  let at = (from - blockStart) * channels;
  for (const value of samples)
    for (let channel = 0; channel < channels; channel += 1, at += 1)
      block[at] = (block[at] ?? 0) + value;
}

function addOriginal(block: Float32Array, samples: Int16Array, gains: Float64Array): void {
  const channels = block.length / gains.length;
  for (let at = 0, frame = 0; at < samples.length; frame += 1) {
    const gain = gains[frame] ?? 0;
    for (let channel = 0; channel < channels; channel += 1, at += 1)
      block[at] = (samples[at] ?? 0) * gain;
  }
}

type Original = ReturnType<typeof openWav> | null;

function writeMix(
  request: MixRequest,
  takes: readonly PlacedSound[],
  original: Original,
  frames: number,
  writer: WavWriter,
  report: (share: number) => void,
): void {
  const channels = original?.channels ?? 1;
  const ducking = createDucking(takes, fromDb(request.duckedDb), fromDb(request.otherwiseDb));
  const limiter = createLimiter(channels);
  let active: PlacedSound[] = [];
  let next = 0;
  for (let start = 0; start < frames; start += blockFrames) {
    const length = Math.min(blockFrames, frames - start);
    const block = new Float32Array(length * channels);
    if (original && start < original.frames) {
      const gains = new Float64Array(length);
      ducking.fill(gains, start);
      const samples = new Int16Array(Math.min(length, original.frames - start) * channels);
      original.read(start, samples);
      addOriginal(block, samples, gains);
    }
    for (let take = takes[next]; take && take.start < start + length; take = takes[next]) {
      active.push(take);
      next += 1;
    }
    for (const take of active) addTake(block, start, channels, take);
    active = active.filter(({ end }) => end > start + length);
    writer.write(to16Bit(limiter.push(block)));
    report((start + length) / frames);
  }
  writer.write(to16Bit(limiter.finish()));
}

/** @throws WavError, RangeError, or the error of the operating system. */
export function mix(request: MixRequest, report: (share: number) => void): WrittenFile {
  const { original: originalFile, durationMs, file } = request;
  const takes = placeTakes(request.takes);
  const frames =
    durationMs === null
      ? takes.reduce((last, { end }) => Math.max(last, end), 0)
      : framesAt(durationMs, "durationMs");
  if (frames > maxHours * 3_600 * outputRate)
    throw new EngineError(`The sound is longer than ${maxHours} hours.`);
  const original = originalFile === null ? null : openWav(originalFile);
  try {
    if (original) requireRate(original);
    const channels = original?.channels ?? 1;
    const writer = createWav(file, { channels, sampleRate: outputRate, frames, hasSha256: false });
    try {
      writeMix(request, takes, original, frames, writer, report);
      return writer.finish();
    } finally {
      writer.abandon();
    }
  } finally {
    original?.close();
  }
}
