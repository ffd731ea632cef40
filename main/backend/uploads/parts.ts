/** How a file is cut: sizes, counts and offsets of its parts. Bytes throughout. */

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Files up to this size go as one PUT. */
export const singlePutLimit = 16 * mebibyte;
/** The interface's bounds of a part (§8); the last one may be smaller. */
export const smallestPart = 5 * mebibyte;
export const largestPart = 5 * gibibyte;
/** The bound of the storage protocol behind the interface (interface-notes). */
export const mostParts = 10_000;
export const largestFile = mostParts * largestPart;

const usualPart = 16 * mebibyte;
/** Leaves room below the bound for a service that counts more strictly. */
const partsAimedAt = 9_500;

/** The size of all parts but the last. `wanted` 0 leaves the choice to us; the bounds win over it. */
export function choosePartSize(fileSize: number, wanted: number): number {
  const needed = Math.ceil(fileSize / partsAimedAt / mebibyte) * mebibyte;
  const size = Math.max(wanted === 0 ? usualPart : wanted, needed, smallestPart);
  return Math.min(size, largestPart);
}

export function countParts(fileSize: number, partSize: number): number {
  return Math.max(1, Math.ceil(fileSize / partSize));
}

/** Where a part lies in its file. Numbers count from 1. */
export function partRange(
  fileSize: number,
  partSize: number,
  number: number,
): { offset: number; size: number } {
  const offset = (number - 1) * partSize;
  return { offset, size: Math.min(partSize, fileSize - offset) };
}
