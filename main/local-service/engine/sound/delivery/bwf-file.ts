/** Writes Broadcast Wave files synchronously, in blocks; for threads. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { syncFolderNow } from "../../../../common/private-files";
import type { BwfFacts, Levels, WrittenBwf } from "../../ports";
import { bwfBytesPerSample, bwfHeader, paddedBytes, to24Bit } from "./bwf";
import { partSuffix } from "../wav-files";
import { renameFileSync } from "../../../../common/rename";

export interface BwfWriter {
  /**
   * Appends samples in the range of 16 bit, interleaved. Values beyond the limits of 24 bit are
   * clipped.
   */
  write(samples: Float32Array): void;
  /** Stores the levels, syncs the file to disk, and gives it its name. */
  finish(levels: Levels): WrittenBwf;
  /** Closes and removes an unfinished file. */
  abandon(): void;
}

const readBytes = 1024 ** 2;

/** Writes `file` under its name with `partSuffix`. Throws the error of the operating system. */
export function createBwf(file: string, facts: Omit<BwfFacts, keyof Levels>): BwfWriter {
  const part = file + partSuffix;
  // SECURITY: what a killed process left is removed, not followed: it could be a link.
  fs.rmSync(part, { force: true });
  const handle = fs.openSync(part, "wx+");
  let isOpen = true;
  let total = 0;
  let buffer = Buffer.alloc(0);
  const close = () => {
    if (isOpen) fs.closeSync(handle);
    isOpen = false;
  };
  const append = (bytes: Buffer) => {
    for (let written = 0; written < bytes.length;)
      written += fs.writeSync(handle, bytes, written, bytes.length - written, total + written);
    total += bytes.length;
  };
  const dataBytes = facts.frames * facts.channels * bwfBytesPerSample;
  const header = bwfHeader({ ...facts, loudness: null, truePeak: null });
  try {
    append(header);
  } catch (error) {
    close();
    throw error;
  }
  return {
    write(samples) {
      const bytes = samples.length * bwfBytesPerSample;
      if (buffer.length < bytes) buffer = Buffer.alloc(bytes);
      const target = buffer.subarray(0, bytes);
      to24Bit(samples, target);
      append(target);
    },
    finish(levels) {
      if (total !== header.length + dataBytes)
        throw new Error("the file does not have the announced length");
      append(Buffer.alloc(paddedBytes(dataBytes) - dataBytes));
      const complete = bwfHeader({ ...facts, ...levels });
      fs.writeSync(handle, complete, 0, complete.length, 0);
      fs.fsyncSync(handle);
      const sha256 = hashOf(handle, total);
      close();
      renameFileSync(part, file);
      syncFolderNow(path.dirname(file));
      return { bytes: total, sha256, ...levels };
    },
    abandon() {
      close();
      fs.rmSync(part, { force: true });
    },
  };
}

function hashOf(handle: number, bytes: number): string {
  const hash = createHash("sha256");
  const block = Buffer.alloc(Math.min(readBytes, bytes));
  for (let at = 0; at < bytes;) {
    const count = fs.readSync(handle, block, 0, block.length, at);
    if (count === 0) throw new Error("the file became shorter");
    hash.update(block.subarray(0, count));
    at += count;
  }
  return hash.digest("hex");
}
