/**
 * Shows in the system what the application is doing: progress and failures in the dock or taskbar,
 * the state in the notification area, no sleep while it works, a notification when the uploads of a
 * drop have ended.
 */
import {
  isBusy,
  runningKinds,
  type Activity,
  type ActivityKind,
} from "../../../preload/facts/activity";
import type { UploadActivity } from "../../backend/ports";

/** The state of work, as the system shows it. */
export interface WorkState {
  /** Whether work of any kind is running. */
  isBusy: boolean;
  /** Number of files that wait or are uploaded. */
  remaining: number;
  /** Number of files that failed and wait for the user. */
  failed: number;
  /** The user has paused all uploads. */
  isPaused: boolean;
}
export type ProgressMode = "normal" | "paused" | "error";

export interface ActivityIndicatorDeps {
  /**
   * From 0 to 1; -1 for none; "unknown" while work is running whose end is not known. The mode is
   * "error" while files have failed, "paused" while uploads are paused.
   */
  showProgress(progress: number | "unknown", mode: ProgressMode): void;
  /** The state has changed. */
  onState(state: WorkState): void;
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
  state(): WorkState;
  /** Allows the computer to sleep again. */
  stop(): void;
}

export function createActivityIndicator(deps: ActivityIndicatorDeps): ActivityIndicator {
  let current: Activity = {};
  let uploads: UploadActivity = {
    isActive: false,
    progress: null,
    remaining: 0,
    failed: 0,
    isPaused: false,
  };
  let release: (() => void) | null = null;
  const allowSleep = () => {
    release?.();
    release = null;
  };
  const state = (): WorkState => {
    const { remaining, failed, isPaused } = uploads;
    return { isBusy: isBusy(current), remaining, failed, isPaused };
  };
  function show(): void {
    const { progress, failed, isPaused } = uploads;
    const mode = failed > 0 ? "error" : isPaused ? "paused" : "normal";
    if (progress !== null) deps.showProgress(progress, mode);
    else deps.showProgress(isBusy(current) ? "unknown" : -1, "normal");
    deps.onState(state());
  }
  return {
    running: () => runningKinds(current),
    state,
    stop: allowSleep,
    update(activity) {
      current = activity;
      show();
      // Only while work is running: waiting for the network or the user does not justify preventing
      // sleep.
      if (isBusy(activity)) release ??= deps.keepAwake();
      else allowSleep();
    },
    updateUploads(activity) {
      uploads = activity;
      show();
      if (activity.finishedDrop) deps.onDropFinished(activity.finishedDrop);
    },
  };
}
