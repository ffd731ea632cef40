/** One channel of a stereo WAV file, for the analysis of speech. */
import { open } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { bytesPerSample, readWavLayout, wavHeader } from "../sound/wav";
import { chunkBytes } from "./limits";

/** Seconds of sound whose channels are compared. */
const blockSeconds = 1;
/** The middle of two channels below this share of the power of a side: they cancel each other. */
const cancellation = 0.1;

/**
 * Writes the middle of two channels, or the louder side where they cancel each other, as one
 * channel that is inverted does. `to` is replaced.
 */
export async function writeMono(stereo: string, to: string, signal: AbortSignal): Promise<void> {
  const input = await open(stereo, "r");
  const output = await open(to, "w", 0o600);
  try {
    const head = Buffer.alloc(chunkBytes);
    const { bytesRead } = await input.read(head, 0, head.length, 0);
    const { size } = await input.stat();
    const { frames, sampleRate, dataStart } = readWavLayout(
      (position, length) => head.subarray(position, Math.min(bytesRead, position + length)),
      size,
    );
    await output.writeFile(wavHeader({ channels: 1, sampleRate }, frames));
    const block = sampleRate * blockSeconds;
    const samples = new Int16Array(2 * block);
    const bytes = Buffer.from(samples.buffer);
    let isRight = false;
    for (let frame = 0; frame < frames; frame += block) {
      signal.throwIfAborted();
      const count = Math.min(block, frames - frame);
      const length = 2 * bytesPerSample * count;
      const position = dataStart + 2 * bytesPerSample * frame;
      const read = await input.read(bytes, 0, length, position);
      if (read.bytesRead < length) throw new Error("the sound became shorter");
      const made = monoOf(samples.subarray(0, 2 * count), isRight);
      isRight = made.isRight;
      await output.writeFile(Buffer.from(made.mono.buffer));
      await nextTurn();
    }
  } finally {
    await Promise.all([input.close(), output.close()]);
  }
}

/** `isRight`: the side that was last used; the other one must be clearly louder. */
export function monoOf(
  samples: Int16Array,
  isRight: boolean,
): { mono: Int16Array; isRight: boolean } {
  const mono = new Int16Array(samples.length / 2);
  const power = { left: 0, right: 0, middle: 0 };
  for (let index = 0; index < mono.length; index += 1) {
    const [left = 0, right = 0] = [samples[2 * index], samples[2 * index + 1]];
    const middle = (left + right) / 2;
    mono[index] = Math.round(middle);
    power.left += left * left;
    power.right += right * right;
    power.middle += middle * middle;
  }
  if (power.middle >= cancellation * Math.max(power.left, power.right)) return { mono, isRight };
  const isNowRight = isRight ? power.left <= 2 * power.right : power.right > 2 * power.left;
  for (let index = 0; index < mono.length; index += 1)
    mono[index] = samples[2 * index + (isNowRight ? 1 : 0)] ?? 0;
  return { mono, isRight: isNowRight };
}
