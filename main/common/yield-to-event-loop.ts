/** Long work in moments, so that the event loop answers in between. */
import { setImmediate as rest } from "node:timers/promises";

/** Gives the event loop back each time that work has lasted so many milliseconds; to be awaited between its steps. */
export function createBreath(workMs: number): () => Promise<void> {
  let until = performance.now() + workMs;
  return async () => {
    if (performance.now() < until) return;
    await rest();
    until = performance.now() + workMs;
  };
}
