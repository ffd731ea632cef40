import { createSubscriber } from "svelte/reactivity";

function ticking(everyMs: number): () => number {
  const subscribe = createSubscriber((update) => {
    const timer = setInterval(update, everyMs);
    return () => clearInterval(timer);
  });
  return () => {
    subscribe();
    return Date.now();
  };
}

/** The current time for countdowns; reactive, updated every second. */
export const secondsNow = ticking(1000);
/** The current time for ages; reactive, updated every 15 seconds. */
export const coarseNow = ticking(15_000);
