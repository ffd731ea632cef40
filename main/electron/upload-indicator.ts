/** Shows the state of uploads in the system: progress in the dock, no sleep while active, a notification at the end. */
import type { UploadActivity } from "../backend/ports";

export interface WorkDeps {
  /** 0 to 1, or -1 for none. */
  showProgress(progress: number): void;
  /** Prevents the computer from sleeping; returns a function that allows it again. */
  keepAwake(): () => void;
  /** All uploads of a drop have ended. */
  onDropFinished(drop: NonNullable<UploadActivity["finishedDrop"]>): void;
}

/** The backend calls `onMoved`; `isActive` is true while bytes are transferred. */
export function followWork(deps: WorkDeps): {
  onMoved: (work: UploadActivity) => void;
  isActive: () => boolean;
  /** Allows the computer to sleep again. */
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
      // Only while bytes are transferred: waiting for the network or the user does not justify preventing sleep.
      if (work.isActive) release ??= deps.keepAwake();
      else letSleep();
      if (work.finishedDrop) deps.onDropFinished(work.finishedDrop);
    },
  };
}
