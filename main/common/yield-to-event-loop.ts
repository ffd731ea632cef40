/**
 * Splits long work into time slices, so that the event loop can process other events between them.
 */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Milliseconds of work between two yields: other events wait no longer than that. */
export const defaultWorkMs = 5;

/**
 * Returns a function to await between steps of long work. It yields to the event loop after every
 * `workMs` of work.
 */
export function createYieldIfDue(workMs = defaultWorkMs): () => Promise<void> {
  let until = performance.now() + workMs;
  return async () => {
    if (performance.now() < until) return;
    await yieldToEventLoop();
    until = performance.now() + workMs;
  };
}
