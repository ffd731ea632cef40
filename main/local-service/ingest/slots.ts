/** Who is next: a pure choice among the tasks that could be started. */
import type { TaskRow } from "../rows/batch-port";

export type Lanes = (candidates: readonly TaskRow[], running: readonly TaskRow[]) => TaskRow | null;

/**
 * Chooses the next task for one of `parallel` slots, or none. What is to be cast comes first: it is short, and others
 * wait for it. Then the lane with the fewest tasks running, of several the one that waited longest: a project with a
 * thousand batches does not keep others waiting. Bulk requests never have the last slot: a batch that somebody creates
 * by hand begins at once.
 */
export function createLanes(parallel: number): Lanes {
  /** The number of the choice at which a lane had its turn last. */
  let lastTurns = new Map<string, number>();
  let count = 0;
  return (candidates, running) => {
    if (running.length >= parallel) return null;
    const bulkRunning = running.filter(({ isBulk }) => isBulk).length;
    const isBulkFull = parallel > 1 && bulkRunning >= parallel - 1;
    const runningIn = (lane: string) => running.filter((task) => task.lane === lane).length;
    const before = (a: TaskRow, b: TaskRow) =>
      Number(b.step === "cast") - Number(a.step === "cast") ||
      runningIn(a.lane) - runningIn(b.lane) ||
      (lastTurns.get(a.lane) ?? 0) - (lastTurns.get(b.lane) ?? 0) ||
      a.id - b.id;
    const [chosen] = candidates
      .filter((task) => task.step === "cast" || !task.isBulk || !isBulkFull)
      .sort(before);
    if (!chosen) return null;
    const alive = new Set([...candidates, ...running].map(({ lane }) => lane));
    lastTurns = new Map([...lastTurns].filter(([lane]) => alive.has(lane)));
    lastTurns.set(chosen.lane, (count += 1));
    return chosen;
  };
}
