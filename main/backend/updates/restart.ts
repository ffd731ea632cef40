/**
 * A restart that the user wants: at once if no work is running, otherwise when all work has ended,
 * after a countdown that the user can stop.
 */
import { isBusy, type Activity } from "../../../preload/facts/activity";

export interface RestartDeps {
  activity: () => Activity;
  countdownMs: number;
  /** Called when the restart is due: no work is running. */
  onDue: () => void;
  onChanged: () => void;
  now: () => number;
}

export type Restart = ReturnType<typeof createRestart>;

export function createRestart({ activity, countdownMs, onDue, onChanged, now }: RestartDeps) {
  let isWanted = false;
  /** Work was running since the user wanted the restart, so the user may be doing other things. */
  let hasWaited = false;
  let countdown: { timer: NodeJS.Timeout; at: number } | null = null;

  function stopCountdown(): void {
    if (countdown) clearTimeout(countdown.timer);
    countdown = null;
  }

  function evaluate(): void {
    if (!isWanted) return;
    if (isBusy(activity())) {
      hasWaited = true;
      stopCountdown();
    } else if (!hasWaited) onDue();
    else
      countdown ??= {
        at: now() + countdownMs,
        timer: setTimeout(() => {
          countdown = null;
          // From here on work that begins makes it wait again.
          hasWaited = false;
          evaluate();
        }, countdownMs),
      };
    onChanged();
  }

  return {
    isWanted: () => isWanted,
    /** When it happens, in wall-clock milliseconds; null without a countdown. */
    at: () => countdown?.at ?? null,
    want(): void {
      if (isWanted) return;
      isWanted = true;
      hasWaited = false;
      evaluate();
    },
    cancel(): void {
      isWanted = false;
      stopCountdown();
      onChanged();
    },
    /** Call when work has begun or ended. */
    activityChanged: evaluate,
  };
}
