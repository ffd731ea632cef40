/** Counts the work that is running, and reports changes. */
import type { Activity, ActivityKind } from "../../preload/facts/activity";

export interface ActivityTracker {
  /** Work of a kind begins. Call the returned function when it has ended. */
  begin(kind: ActivityKind): () => void;
  current(): Activity;
  /** Makes no further report. */
  stop(): void;
}

/**
 * Work that has ended is reported after this many milliseconds, so that the pause between two takes
 * of a dub is no end.
 */
const settleMs = 500;

/** `onChange` is called after a kind begins or ends, not with each number. */
export function createActivityTracker(onChange: (activity: Activity) => void): ActivityTracker {
  const counts = new Map<ActivityKind, number>();
  let reported = "";
  let timer: NodeJS.Timeout | null = null;

  const current = (): Activity => Object.fromEntries([...counts].filter(([, count]) => count > 0));
  function report(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    const activity = current();
    const kinds = Object.keys(activity).sort().join();
    if (kinds === reported) return;
    reported = kinds;
    onChange(activity);
  }
  return {
    begin(kind) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      let isRunning = true;
      if (timer === null || counts.get(kind) === 1) report();
      return () => {
        if (!isRunning) return;
        isRunning = false;
        counts.set(kind, (counts.get(kind) ?? 0) - 1);
        timer ??= setTimeout(report, settleMs);
        timer.unref();
      };
    },
    current,
    stop() {
      if (timer) clearTimeout(timer);
      reported = "stopped";
      onChange = () => undefined;
    },
  };
}
