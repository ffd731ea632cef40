/** The progress of a move as the window shows it. */
import type { MoveProgress as ShownProgress } from "../../../preload/contract/moves";
import type { MoveProgress } from "../../remote/move/move-workspace";
import { createRemainingTime } from "../uploads/progress";

/** How often progress is reported, in milliseconds. */
const intervalMs = 500;

export interface MoveTracker {
  current(): ShownProgress;
  update(progress: MoveProgress): void;
  cancelling(): void;
}

/** `clock`: milliseconds since any fixed time; `onChanged` is called at most twice a second. */
export function createMoveTracker(onChanged: () => void, clock: () => number): MoveTracker {
  const remaining = createRemainingTime();
  let isCancelling = false;
  let latest: MoveProgress | null = null;
  let sentBytes = 0;
  let reportedAt = clock();

  return {
    current: () => ({
      step: latest?.step ?? null,
      table: latest?.table ?? "",
      done: latest?.done ?? 0,
      total: latest?.total ?? 0,
      bytes: latest?.bytes ?? 0,
      totalBytes: latest?.totalBytes ?? 0,
      // All bytes have arrived before the comparison.
      secondsLeft: latest?.step === "comparing" ? null : remaining.seconds(),
      isCancelling,
    }),
    update(progress) {
      const isNewStep = latest?.step !== progress.step;
      latest = progress;
      const elapsed = clock() - reportedAt;
      if (!isNewStep && elapsed < intervalMs) return;
      reportedAt += elapsed;
      remaining.add(progress.sentBytes - sentBytes);
      sentBytes = progress.sentBytes;
      if (progress.step === "files" || progress.step === "takes")
        remaining.tick(elapsed, progress.totalBytes - progress.bytes);
      onChanged();
    },
    cancelling() {
      isCancelling = true;
      onChanged();
    },
  };
}
