/** Tells the window what changed: at once the first time, then at most every tenth of a second. */
import type { Emit, Topic } from "../../preload/contract";

const intervalMs = 100;

export interface Tellers {
  changed(topic: Topic): void;
  /** A function that runs `tell` at once and, called again within the interval, once more at its end. */
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
