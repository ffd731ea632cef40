/** What the system around the window shows of the uploads: progress in the dock, no sleep, a word at the end. */
import type { UploadWork } from "../ports";

export interface WorkDeps {
  /** 0 to 1, or -1 for none. */
  showProgress(progress: number): void;
  /** Keeps the computer from sleeping; returns its own undo. */
  keepAwake(): () => void;
  isWindowFocused(): boolean;
  /** A native notification that brings the window up when it is clicked. */
  notify(title: string, body: string): void;
}

/** The backend calls `onMoved`; `isActive` says whether bytes are on their way. */
export function followWork(deps: WorkDeps): {
  onMoved: (work: UploadWork) => void;
  isActive: () => boolean;
  /** Lets the computer sleep again. */
  stop: () => void;
} {
  let isActive = false;
  let release: (() => void) | null = null;
  const letSleep = () => {
    release?.();
    release = null;
  };
  return {
    isActive: () => isActive,
    stop: letSleep,
    onMoved(work) {
      isActive = work.isActive;
      deps.showProgress(work.progress ?? -1);
      // Only while bytes move: waiting for the network or for the user is no reason to burn a battery.
      if (work.isActive) release ??= deps.keepAwake();
      else letSleep();
      if (work.finishedDrop && !deps.isWindowFocused())
        deps.notify(...describeDrop(work.finishedDrop));
    },
  };
}

/** Title and text of the notification at a drop's end. */
export function describeDrop(drop: { fileCount: number; failedCount: number }): [string, string] {
  const files = (count: number) =>
    `${count.toLocaleString("en")} ${count === 1 ? "file" : "files"}`;
  const done = drop.fileCount - drop.failedCount;
  if (drop.failedCount === 0) return ["Upload finished", `${files(done)} uploaded`];
  return ["Upload finished with problems", `${files(done)} uploaded, ${drop.failedCount} failed`];
}
