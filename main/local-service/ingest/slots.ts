/** Chooses the next task to run among those that could be started. */
import type { TaskRow } from "../rows/batches/ingestion-port";

export type ChooseTask = (
  candidates: readonly TaskRow[],
  running: readonly TaskRow[],
) => TaskRow | null;

/**
 * Returns a function that chooses the next task for one of `parallel` slots, or null if none may
 * start. Casting tasks come first: they are short, and later tasks wait for them. Then comes the
 * group with the fewest running tasks, and among equals the one that was chosen least recently: a
 * project with a thousand batches does not delay other projects. Bulk requests never use the last
 * slot, so that a batch created by hand starts at once.
 */
export function createSlots(parallel: number): ChooseTask {
  /** For each group, the number of the choice at which it was last chosen. */
  let lastChoices = new Map<string, number>();
  let count = 0;
  return (candidates, running) => {
    if (running.length >= parallel) return null;
    const bulkRunning = running.filter(({ isBulk }) => isBulk).length;
    const isBulkFull = parallel > 1 && bulkRunning >= parallel - 1;
    const runningIn = (group: string) => running.filter((task) => task.group === group).length;
    const compare = (a: TaskRow, b: TaskRow) =>
      Number(b.step === "cast") - Number(a.step === "cast") ||
      runningIn(a.group) - runningIn(b.group) ||
      (lastChoices.get(a.group) ?? 0) - (lastChoices.get(b.group) ?? 0) ||
      a.id - b.id;
    const [chosen] = candidates
      .filter((task) => task.step === "cast" || !task.isBulk || !isBulkFull)
      .sort(compare);
    if (!chosen) return null;
    const active = new Set([...candidates, ...running].map(({ group }) => group));
    lastChoices = new Map([...lastChoices].filter(([group]) => active.has(group)));
    lastChoices.set(chosen.group, (count += 1));
    return chosen;
  };
}
