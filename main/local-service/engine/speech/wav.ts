/** Reads the WAV files of speech engines: mono, 16 bit, little-endian. */
import type { Sound } from "../ports";
import { maxSampleRate, minSampleRate } from "../sound/wav";
import { chunksOf, formatFieldsOf, formatTags, readerOf, wavKindOf } from "../sound/wav-chunks";

/**
 * The sound of a WAV file. A streamed file has a data size of about 2 GiB; its data ends with the
 * file.
 * @throws Error for a file that is not a mono WAV file of 16 bit.
 */
export function parseWav(file: Uint8Array): Sound {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const read = readerOf(bytes);
  if (wavKindOf(read) !== "RIFF") throw new Error("the engine did not write a WAV file");
  let sampleRate = 0;
  for (const chunk of chunksOf(read)) {
    const { id, start, size } = chunk;
    const format = id === "fmt " ? formatFieldsOf(read, chunk) : null;
    if (format) {
      const { tag, channels, bits } = format;
      if (tag !== formatTags.pcm || channels !== 1 || bits !== 16)
        throw new Error(`the engine wrote format ${tag}, ${channels} channels, ${bits} bit`);
      ({ sampleRate } = format);
    }
    if (id === "data") {
      if (sampleRate < minSampleRate || sampleRate > maxSampleRate) break;
      const length = Math.min(size, bytes.length - start) & ~1;
      // Copied, because samples must start at an even address.
      const samples = new Int16Array(Uint8Array.from(read(start, length)).buffer);
      return { samples, sampleRate };
    }
  }
  throw new Error("the WAV file of the engine is incomplete");
}
