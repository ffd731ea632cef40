/** Reads the WAV files of speech engines: mono, 16 bit, little-endian. */
import type { Sound } from "../ports";

/**
 * The sound of a WAV file. A streamed file has a data size of about 2 GiB; its data ends with the file.
 * @throws Error for a file that is not a mono WAV file of 16 bit.
 */
export function parseWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== "RIFF" || tag(8) !== "WAVE")
    throw new Error("the engine did not write a WAV file");
  let sampleRate = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true);
    const start = at + 8;
    if (tag(at) === "fmt " && start + 16 <= bytes.length) {
      const [format, channels] = [view.getUint16(start, true), view.getUint16(start + 2, true)];
      const bits = view.getUint16(start + 14, true);
      if (format !== 1 || channels !== 1 || bits !== 16)
        throw new Error(`the engine wrote format ${format}, ${channels} channels, ${bits} bit`);
      sampleRate = view.getUint32(start + 4, true);
    }
    if (tag(at) === "data") {
      if (sampleRate < 8000 || sampleRate > 192_000) break;
      const end = Math.min(start + size, bytes.length);
      const even = start + ((end - start) & ~1);
      // Copied, because samples must start at an even address.
      return {
        samples: new Int16Array(Uint8Array.from(bytes.subarray(start, even)).buffer),
        sampleRate,
      };
    }
    at = start + size + (size & 1);
  }
  throw new Error("the WAV file of the engine is incomplete");
}
