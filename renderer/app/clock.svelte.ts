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

/** The moment, for countdowns: whoever reads it in a template is told every second. */
export const secondsNow = ticking(1000);
/** The moment, for ages: whoever reads it in a template is told every 15 seconds. */
export const roughlyNow = ticking(15_000);
