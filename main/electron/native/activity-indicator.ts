/**
 * Shows in the system what the application is doing: progress in the dock, no sleep while it works,
 * a notification when the uploads of a drop have ended.
 */
import {
  isBusy,
  runningKinds,
  type Activity,
  type ActivityKind,
} from "../../../preload/facts/activity";
import type { UploadActivity } from "../../backend/ports";

export interface ActivityIndicatorDeps {
  /** From 0 to 1; -1 for none; "unknown" while work is running whose end is not known. */
  showProgress(progress: number | "unknown"): void;
  /** Prevents the computer from sleeping; returns a function that allows it again. */
  keepAwake(): () => void;
  /** All uploads of a drop have ended. */
  onDropFinished(drop: NonNullable<UploadActivity["finishedDrop"]>): void;
}

export interface ActivityIndicator {
  /** All work of the application. */
  update(activity: Activity): void;
  updateUploads(activity: UploadActivity): void;
  /** The kinds of work that are running. */
  running(): ActivityKind[];
  /** Allows the computer to sleep again. */
  stop(): void;
}

export function createActivityIndicator(deps: ActivityIndicatorDeps): ActivityIndicator {
  let current: Activity = {};
  let uploadProgress: number | null = null;
  let release: (() => void) | null = null;
  const allowSleep = () => {
    release?.();
    release = null;
  };
  const showProgress = () =>
    deps.showProgress(uploadProgress ?? (isBusy(current) ? "unknown" : -1));
  return {
    running: () => runningKinds(current),
    stop: allowSleep,
    update(activity) {
      current = activity;
      showProgress();
      // Only while work is running: waiting for the network or the user does not justify preventing
      // sleep.
      if (isBusy(activity)) release ??= deps.keepAwake();
      else allowSleep();
    },
    updateUploads({ progress, finishedDrop }) {
      uploadProgress = progress;
      showProgress();
      if (finishedDrop) deps.onDropFinished(finishedDrop);
    },
  };
}
