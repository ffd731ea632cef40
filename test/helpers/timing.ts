/**
 * The minimum time of several runs of a function, in milliseconds: up to six runs, until one is
 * below the limit. Load on the computer makes a run longer, never shorter. For the same reason, the
 * lesser of wall-clock and CPU time counts.
 */
export function minimumTime(work: () => unknown, boundMs: number): number {
  let minimum = Infinity;
  for (let run = 0; run < 6 && minimum >= boundMs; run += 1) {
    const startedAt = performance.now();
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    minimum = Math.min(minimum, performance.now() - startedAt, (user + system) / 1000);
  }
  return minimum;
}

/**
 * Processor time below which nothing is slow, in milliseconds: a quadratic function needs minutes
 * for a megabyte. The use of memory makes steps in shorter times.
 */
const floorMs = 200;
/** A linear function needs twice the time for twice the text, a quadratic one four times. */
export const maxGrowth = 3;

/**
 * How many times the processor time grows if a text gets twice as long; 0 if the longer one
 * needs less than the floor. The shorter text lacks the middle of the longer one. A
 * busy computer changes neither processor time nor its ratio by much, and the best of three counts.
 */
export function growthOf(work: (text: string) => unknown, text: string): number {
  const quarter = Math.floor(text.length / 4);
  const shorter = text.slice(0, quarter) + text.slice(-quarter);
  let [least, leastOfShorter] = [Infinity, Infinity];
  for (let run = 0; run < 3; run += 1) {
    least = Math.min(
      least,
      processorTime(() => work(text)),
    );
    if (least < floorMs) return 0;
    leastOfShorter = Math.min(
      leastOfShorter,
      processorTime(() => work(shorter)),
    );
    if (least < maxGrowth * leastOfShorter) break;
  }
  return least / leastOfShorter;
}

/** The processor time of a function, in milliseconds. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
