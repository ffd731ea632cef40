/** Recognises times of a file that run at another speed than those of a batch, as after PAL. */

/** Frames per second of film and television between which programs are converted. */
const rates = [24_000 / 1001, 24, 25] as const;
const nameOf = (rate: number) => String(Math.round(rate * 1000) / 1000);
/** Milliseconds of a frame at 24 frames per second. */
const frameMs = 42;
const minRows = 3;
const minShare = 0.8;

/** Whether a sorted list has a time within a frame of this one. */
function hasNear(sorted: readonly number[], ms: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < ms - frameMs) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Infinity) <= ms + frameMs;
}

/**
 * The frame rates between which the times have to be converted so that most of them are those of
 * lines; null if no conversion does that.
 */
export function speedBetween(
  given: readonly number[],
  lines: readonly number[],
): { from: string; to: string } | null {
  if (given.length < minRows) return null;
  const sorted = lines.toSorted((one, other) => one - other);
  for (const from of rates)
    for (const to of rates) {
      if (from === to) continue;
      const near = given.filter((ms) => hasNear(sorted, (ms * from) / to)).length;
      if (near >= minShare * given.length) return { from: nameOf(from), to: nameOf(to) };
    }
  return null;
}
