/** Reads and writes WAV files synchronously, in blocks; for threads. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { privateFileMode } from "../../../common/private-files";
import {
  bytesPerSample,
  readWavLayout,
  wavHeader,
  WavError,
  type WavFormat,
  type WavLayout,
} from "./wav";
import { renameFileSync } from "../../../common/rename";

export interface WavReader extends WavLayout {
  /** Fills `target`, interleaved, from a frame of the file. The range must be within the file. */
  read(frame: number, target: Int16Array): void;
  close(): void;
}

/** The suffix of a file that is not complete. */
export const partSuffix = ".part";

const bytesOf = (samples: Int16Array) =>
  Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);

/** @throws WavError, or the error of the operating system. */
export function openWav(file: string): WavReader {
  // A named pipe must not block the thread. Windows has no such flag.
  const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants as Partial<typeof fs.constants>;
  const handle = fs.openSync(file, (O_RDONLY ?? 0) | O_NONBLOCK);
  try {
    const stats = fs.fstatSync(handle);
    if (!stats.isFile()) throw new WavError("The file is not a WAV file.");
    const layout = readWavLayout((position, length) => {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, fs.readSync(handle, buffer, 0, length, position));
    }, stats.size);
    const frameBytes = layout.channels * bytesPerSample;
    return {
      ...layout,
      read(frame, target) {
        const bytes = bytesOf(target);
        let filled = 0;
        while (filled < bytes.length) {
          const position = layout.dataStart + frame * frameBytes + filled;
          const count = fs.readSync(handle, bytes, filled, bytes.length - filled, position);
          // The file became shorter after it was opened.
          if (count === 0) throw new WavError("The WAV file is truncated.");
          filled += count;
        }
      },
      close: () => fs.closeSync(handle),
    };
  } catch (error) {
    fs.closeSync(handle);
    throw error;
  }
}

export interface WrittenFile {
  bytes: number;
  /** In hexadecimal. */
  md5: string;
  sha256: string;
}

export interface WavWriter {
  /** Appends samples, interleaved. */
  write(samples: Int16Array): void;
  /** Syncs the file to disk, and gives it its name. */
  finish(): WrittenFile;
  /** Closes an unfinished file; the caller removes it. */
  abandon(): void;
}

export interface WavWriterOptions extends WavFormat {
  /** The number of frames that will be written. */
  frames: number;
  /**
   * Whether `finish` returns the SHA-256; otherwise it is empty. It takes most of the time of
   * writing.
   */
  hasSha256: boolean;
}

/**
 * Writes `file` under its name with `partSuffix`. Its bytes are synced to disk in the end; its name
 * is not, since the store moves the file. Throws the error of the operating system.
 */
export function createWav(file: string, options: WavWriterOptions): WavWriter {
  const { frames, hasSha256, channels } = options;
  const part = file + partSuffix;
  const md5 = createHash("md5");
  const sha256 = hasSha256 ? createHash("sha256") : null;
  const handle = fs.openSync(part, "w", privateFileMode);
  let isOpen = true;
  let total = 0;
  const close = () => {
    if (isOpen) fs.closeSync(handle);
    isOpen = false;
  };
  const append = (bytes: Buffer) => {
    md5.update(bytes);
    sha256?.update(bytes);
    for (let written = 0; written < bytes.length;)
      written += fs.writeSync(handle, bytes, written, bytes.length - written);
    total += bytes.length;
  };
  const header = wavHeader(options, frames);
  try {
    append(header);
  } catch (error) {
    close();
    throw error;
  }
  return {
    write: (samples) => append(bytesOf(samples)),
    finish() {
      if (total !== header.length + frames * channels * bytesPerSample)
        throw new Error("the WAV file does not have the announced length");
      fs.fsyncSync(handle);
      close();
      renameFileSync(part, file);
      return { bytes: total, md5: md5.digest("hex"), sha256: sha256?.digest("hex") ?? "" };
    },
    abandon: close,
  };
}
