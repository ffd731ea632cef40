/** Notifies the window of changes: the first change immediately, later ones at most once per 100 ms. */
import type { Emit, Topic } from "../../preload/contract";

const intervalMs = 100;

export interface Tellers {
  changed(topic: Topic): void;
  /**
   * Returns a throttled function. The first call runs `tell` immediately; further calls within the interval run it
   * once more at the end of the interval.
   */
  coalesced(tell: () => void): () => void;
  stop(): void;
}

export function createTellers(emit: Emit): Tellers {
  const topics = new Set<Topic>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  function coalesced(tell: () => void): () => void {
    let timer: NodeJS.Timeout | null = null;
    let isAskedAgain = false;
    const open = () => {
      timer = setTimeout(() => {
        if (timer) timers.delete(timer);
        timer = null;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        run();
      }, intervalMs);
      timers.add(timer);
    };
    const run = () => {
      if (isStopped) return;
      open();
      tell();
    };
    return () => {
      if (timer) isAskedAgain = true;
      else run();
    };
  }

  const tellTopics = coalesced(() => {
    const told = [...topics];
    topics.clear();
    emit("changed", { topics: told });
  });
  return {
    changed(topic) {
      topics.add(topic);
      tellTopics();
    },
    coalesced,
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
