/** Takes on a timeline, which are summed in blocks. */
import { centre, type ChannelCount } from "./channels";
import type { FrameSpan } from "./ducking";
import { outputRate } from "./finish-take";
import { fromDb } from "./levels";
import { WavError, type WavLayout } from "./wav";
import { openWav } from "./wav-files";

interface PlacedSound extends FrameSpan {
  file: string;
  /** A factor. */
  gain: number;
  layout: WavLayout;
}

export interface PlacedTakes {
  /** In the order of their starts. */
  spans: readonly FrameSpan[];
  /** The end of the last one, in frames. */
  end: number;
  /**
   * Adds the parts of the takes within a block to its frames, interleaved, in the range of 16 bit:
   * to all channels of mono and stereo, and to the centre of 5.1.
   * The blocks have to follow each other; one at 0 begins again.
   */
  add(sums: Float32Array, channels: ChannelCount, block: FrameSpan): void;
}

export function requireRate({ sampleRate }: WavLayout): void {
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

/** A take with its position in samples, and its gain in dB; 0 by default. */
export interface TakeAt {
  file: string;
  start: number;
  gainDb?: number;
}

/** @throws WavError for a file that is no take. */
export function placeTakes(takes: readonly TakeAt[]): PlacedTakes {
  const placed = takes
    .map(({ file, start, gainDb = 0 }) =>
      withWav(file, (layout): PlacedSound => {
        requireRate(layout);
        if (layout.channels !== 1) throw new WavError("The take is not mono.");
        const gain = gainDb === 0 ? 1 : fromDb(gainDb);
        return { file, layout, gain, start, end: start + layout.frames };
      }),
    )
    .sort((a, b) => a.start - b.start);
  let active: PlacedSound[] = [];
  let next = 0;
  /** Reused: much garbage would make the memory of the thread grow. */
  let samples = new Int16Array(0);

  function addTake(
    sums: Float32Array,
    channels: ChannelCount,
    take: PlacedSound,
    block: FrameSpan,
  ): void {
    const from = Math.max(take.start, block.start);
    const to = Math.min(take.end, block.end);
    if (to <= from) return;
    if (samples.length < to - from) samples = new Int16Array(block.end - block.start);
    const values = samples.subarray(0, to - from);
    withWav(take.file, (reader) => {
      if (reader.frames !== take.layout.frames)
        throw new WavError("A take changed while it was mixed.");
      reader.read(from - take.start, values);
    });
    const { gain } = take;
    let at = (from - block.start) * channels;
    if (channels === 6) {
      for (const value of values) {
        sums[at + centre] = (sums[at + centre] ?? 0) + value * gain;
        at += channels;
      }
      return;
    }
    for (const value of values)
      for (let channel = 0; channel < channels; channel += 1, at += 1)
        sums[at] = (sums[at] ?? 0) + value * gain;
  }

  return {
    spans: placed,
    end: placed.reduce((last, { end }) => Math.max(last, end), 0),
    add(sums, channels, block) {
      if (block.start === 0) [active, next] = [[], 0];
      for (let take = placed[next]; take && take.start < block.end; take = placed[next]) {
        active.push(take);
        next += 1;
      }
      for (const take of active) addTake(sums, channels, take, block);
      active = active.filter((take) => take.end > block.end);
    },
  };
}
