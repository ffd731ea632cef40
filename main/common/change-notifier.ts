/**
 * Notifies the window of changes: the first change immediately, later ones at most once per 100 ms.
 */
import type { Emit, Topic } from "../../preload/contract";

const intervalMs = 100;

export interface ChangeNotifier {
  changed(topic: Topic): void;
  /**
   * Returns a throttled function. The first call runs `notify` immediately; further calls within
   * the interval run it once more at the end of the interval.
   */
  coalesced(notify: () => void): () => void;
  stop(): void;
}

export function createChangeNotifier(emit: Emit): ChangeNotifier {
  const topics = new Set<Topic>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  function coalesced(notify: () => void): () => void {
    let timer: NodeJS.Timeout | null = null;
    let isDueAgain = false;
    const open = () => {
      timer = setTimeout(() => {
        if (timer) timers.delete(timer);
        timer = null;
        if (!isDueAgain) return;
        isDueAgain = false;
        run();
      }, intervalMs);
      timers.add(timer);
    };
    const run = () => {
      if (isStopped) return;
      open();
      notify();
    };
    return () => {
      if (timer) isDueAgain = true;
      else run();
    };
  }

  const emitChanges = coalesced(() => {
    const changedTopics = [...topics];
    topics.clear();
    emit("changed", { topics: changedTopics });
  });
  return {
    changed(topic) {
      topics.add(topic);
      emitChanges();
    },
    coalesced,
    stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
