/** A small file system in memory, which tests fill. Mounting one needs Linux and root. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { systemCode } from "../../main/common/errors";

export interface SmallDisk {
  folder: string;
  /** Fills the free space except for `freeBytes`, in whole blocks. */
  fill(freeBytes?: number): void;
  /** Frees what `fill` used. */
  empty(): void;
  /** Makes the file system read-only. No file may be open for writing. */
  makeReadOnly(): void;
  remove(): void;
}

const blockBytes = 4096;

export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), "dubyard-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder], {
      stdio: "pipe",
    });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  const filler = path.join(folder, "filler");
  return {
    folder,
    fill(freeBytes = 0) {
      const spare = `${filler}-spare`;
      if (freeBytes > 0) append(spare, freeBytes, freeBytes);
      for (const size of [256 * blockBytes, blockBytes]) append(filler, size, Infinity);
      rmSync(spare, { force: true });
    },
    empty: () => rmSync(filler, { force: true }),
    makeReadOnly() {
      execFileSync("mount", ["-o", "remount,ro", folder]);
    },
    remove() {
      execFileSync("umount", ["-l", folder]);
      rmdirSync(folder);
    },
  };
}

/** Appends blocks until the disk is full, or `bytes` were written. */
function append(file: string, blockSize: number, bytes: number): void {
  const handle = openSync(file, "a");
  try {
    for (let written = 0; written < bytes; written += blockSize)
      writeSync(handle, Buffer.alloc(blockSize, 1));
  } catch (error) {
    if (systemCode(error) !== "ENOSPC") throw error;
  } finally {
    closeSync(handle);
  }
}

function canMountNow(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    mountSmallDisk(1).remove();
    return true;
  } catch {
    return false;
  }
}

/** Why the tests of small disks cannot run here; null if they can. */
export const smallDiskProblem = canMountNow() ? null : "needs root to mount a file system";
