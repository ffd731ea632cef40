/**
 * An attempt that received less counts as one without progress; of a smaller file, a hundredth of
 * it.
 */
const leastProgress = 1024 ** 2;

/**
 * Whether an attempt that received so many new bytes of a file made progress: the attempts are
 * counted from the beginning then. `total`: the size of the file in bytes; null if unknown.
 */
export const isProgress = (received: number, total: number | null): boolean =>
  received >= Math.max(1, Math.min(leastProgress, (total ?? Infinity) / 100));
