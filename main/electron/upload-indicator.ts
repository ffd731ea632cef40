/** What the system around the window shows of the uploads: progress in the dock, no sleep, a word at the end. */
import type { UploadWork } from "../backend/ports";

export interface WorkDeps {
  /** 0 to 1, or -1 for none. */
  showProgress(progress: number): void;
  /** Keeps the computer from sleeping; returns its own undo. */
  keepAwake(): () => void;
  /** A drop has come to its end. */
  onDropFinished(drop: NonNullable<UploadWork["finishedDrop"]>): void;
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
      if (work.finishedDrop) deps.onDropFinished(work.finishedDrop);
    },
  };
}
