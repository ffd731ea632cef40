/** Sizes, counts and offsets of the parts of a file, in bytes. */

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Files up to this size are sent as one PUT. */
export const singlePutLimit = 16 * mebibyte;
/** The interface's bounds of a part (§8); the last part may be smaller. */
export const minPartSize = 5 * mebibyte;
export const maxPartSize = 5 * gibibyte;
/** The bound of the storage protocol behind the interface (interface-notes). */
export const maxParts = 10_000;
export const maxFileSize = maxParts * maxPartSize;

const defaultPart = 16 * mebibyte;
/** Below the bound, for a service with a stricter one. */
const targetParts = 9_500;

/** The size of all parts but the last. `wanted` 0 selects the default; the bounds override it. */
export function choosePartSize(fileSize: number, wanted: number): number {
  const needed = Math.ceil(fileSize / targetParts / mebibyte) * mebibyte;
  const size = Math.max(wanted === 0 ? defaultPart : wanted, needed, minPartSize);
  return Math.min(size, maxPartSize);
}

export function countParts(fileSize: number, partSize: number): number {
  return Math.max(1, Math.ceil(fileSize / partSize));
}

/** The range of a part in its file. Part numbers start at 1. */
export function partRange(
  fileSize: number,
  partSize: number,
  number: number,
): { offset: number; size: number } {
  const offset = (number - 1) * partSize;
  return { offset, size: Math.min(partSize, fileSize - offset) };
}
