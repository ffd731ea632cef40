/**
 * Shows the state of uploads in the system: progress in the dock, no sleep while active, a
 * notification at the end.
 */
import type { UploadActivity } from "../../backend/ports";

export interface UploadIndicatorDeps {
  /** 0 to 1, or -1 for none. */
  showProgress(progress: number): void;
  /** Prevents the computer from sleeping; returns a function that allows it again. */
  keepAwake(): () => void;
  /** All uploads of a drop have ended. */
  onDropFinished(drop: NonNullable<UploadActivity["finishedDrop"]>): void;
}

/** The backend calls `update`; `isActive` is true while bytes are transferred. */
export function createUploadIndicator(deps: UploadIndicatorDeps): {
  update: (activity: UploadActivity) => void;
  isActive: () => boolean;
  /** Allows the computer to sleep again. */
  stop: () => void;
} {
  let isActive = false;
  let release: (() => void) | null = null;
  const allowSleep = () => {
    release?.();
    release = null;
  };
  return {
    isActive: () => isActive,
    stop: allowSleep,
    update(activity) {
      isActive = activity.isActive;
      deps.showProgress(activity.progress ?? -1);
      // Only while bytes are transferred: waiting for the network or the user does not justify
      // preventing sleep.
      if (activity.isActive) release ??= deps.keepAwake();
      else allowSleep();
      if (activity.finishedDrop) deps.onDropFinished(activity.finishedDrop);
    },
  };
}
