/** Speed and progress of each active file and of the queue of each workspace. */
import type { UploadProgress, UploadState, UploadSummary } from "../../../preload/model";
import type { UploadStore } from "./store/upload-store";
import {
  createRemainingTime,
  createSpeed,
  unfinishedBytes,
  type RemainingTime,
  type Speed,
} from "./progress";
import type { UploadRow } from "./store/upload-rows";
import { pendingStates } from "./store/upload-selection";
import { createDisplayedBytes } from "./displayed-bytes";

const intervalMs = 250;
/** The figures of a queue continue if its next file begins within this time. */
const maxGapMs = 5_000;

export interface ThroughputDeps {
  store: Pick<UploadStore, "finishedBefore" | "identitiesOf" | "totals">;
  /** Whether a request of the file is open, or about to be. */
  isSending: (id: number) => boolean;
  /** Called at most four times a second while files are active. */
  onProgress: (uploads: UploadProgress[]) => void;
}

/** The figures that only the throughput has. */
type Figures = Omit<UploadSummary, "hours" | "isPaused" | "suspension">;

interface Transferred {
  speed: Speed;
  remaining: RemainingTime;
}

interface ActiveFile extends Transferred {
  workspaceId: string;
  size: number;
  /** Bytes of the parts that are stored as confirmed by the service. */
  confirmed: number;
  /** Other bytes that the system has accepted. */
  inFlight: number;
}

export function createThroughput({ store, isSending, onProgress }: ThroughputDeps) {
  const files = new Map<number, ActiveFile>();
  const queues = new Map<string, Transferred & { endedAt: number }>();
  const displayed = createDisplayedBytes(store);
  let timer: NodeJS.Timeout | null = null;
  let lastReport = 0;

  function queueOf(workspaceId: string): Transferred & { endedAt: number } {
    const now = performance.now();
    let queue = queues.get(workspaceId);
    const isOver = queue && now - queue.endedAt > maxGapMs && !isActive(workspaceId);
    if (!queue || isOver)
      queue = { speed: createSpeed(), remaining: createRemainingTime(), endedAt: now };
    queues.set(workspaceId, queue);
    return queue;
  }
  const isActive = (workspaceId: string) =>
    [...files.values()].some((file) => file.workspaceId === workspaceId);

  /** Bytes that the system has accepted and no row counts. */
  function inFlightOf(workspaceId: string): number {
    let sum = 0;
    for (const file of files.values()) if (file.workspaceId === workspaceId) sum += file.inFlight;
    return sum;
  }

  function reportProgress(): void {
    const now = performance.now();
    const elapsed = now - lastReport;
    lastReport = now;
    for (const [workspaceId, queue] of queues) {
      queue.speed.tick(elapsed);
      let bytesLeft = -inFlightOf(workspaceId);
      for (const { state, bytes, sentBytes } of store.totals(workspaceId))
        if (pendingStates.includes(state)) bytesLeft += bytes - sentBytes;
      queue.remaining.tick(elapsed, Math.max(0, bytesLeft));
    }
    const uploads: UploadProgress[] = [];
    for (const [id, file] of files) {
      const { size, confirmed, inFlight, speed, remaining } = file;
      speed.tick(elapsed);
      remaining.tick(elapsed, size - confirmed - inFlight);
      uploads.push({
        id,
        sentBytes: displayed.display(id, file),
        speed: speed.value(),
        secondsLeft: remaining.seconds(),
        isStalled: remaining.isIdle() && isSending(id),
      });
    }
    onProgress(uploads);
  }

  return {
    /**
     * Adds a file. Call `onMoved` with its bytes that the system accepted, negative when they are
     * sent again, and `onConfirmed` when the row counts bytes.
     */
    begin(row: UploadRow) {
      const { workspaceId, size, sentBytes } = row;
      const queue = queueOf(workspaceId);
      const file: ActiveFile = {
        workspaceId,
        size,
        speed: createSpeed(),
        remaining: createRemainingTime(),
        confirmed: sentBytes,
        inFlight: 0,
      };
      files.set(row.id, file);
      displayed.begin(row);
      if (!timer) {
        lastReport = performance.now();
        timer = setInterval(reportProgress, intervalMs);
      }
      return {
        onMoved(bytes: number): void {
          file.inFlight += bytes;
          for (const { speed, remaining } of [file, queue]) {
            speed.add(bytes);
            remaining.add(bytes);
          }
        },
        onConfirmed(bytes: number): void {
          file.inFlight -= bytes;
          file.confirmed += bytes;
        },
      };
    },
    end(id: number): void {
      const file = files.get(id);
      if (!file) return;
      displayed.display(id, file);
      files.delete(id);
      const queue = queues.get(file.workspaceId);
      if (queue) queue.endedAt = performance.now();
      if (files.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
    /** The bytes of an upload to display. */
    displayedBytes: (row: UploadRow) => displayed.ofRow(row, files.get(row.id)),
    /** The figures of a queue, without those that only the queue has. */
    summary(workspaceId: string): Figures {
      const counts = { all: 0, active: 0, waiting: 0, paused: 0, failed: 0, done: 0 };
      const before = store.finishedBefore(workspaceId);
      let totalBytes = -before.bytes;
      let sentBytes = -before.bytes;
      for (const total of store.totals(workspaceId)) {
        counts[groupOf(total.state)] += total.files;
        counts.all += total.files;
        totalBytes += total.bytes;
        sentBytes += total.sentBytes;
      }
      for (const [id, file] of files)
        if (file.workspaceId === workspaceId) displayed.display(id, file);
      sentBytes += displayed.beyondRows(workspaceId, (id) => files.has(id));
      const isDone = counts.done === counts.all;
      const queue = counts.active > 0 ? queues.get(workspaceId) : undefined;
      const isSendingAny = [...files].some(
        ([id, file]) => file.workspaceId === workspaceId && isSending(id),
      );
      return {
        counts,
        doneFiles: Math.max(0, counts.done - before.files),
        totalFiles: counts.all - before.files,
        totalBytes,
        sentBytes: isDone ? totalBytes : unfinishedBytes(totalBytes, Math.max(0, sentBytes)),
        speed: queue?.speed.value() ?? 0,
        secondsLeft: queue?.remaining.seconds() ?? null,
        isStalled: queue !== undefined && queue.remaining.isIdle() && isSendingAny,
      };
    },
  };
}

function groupOf(state: UploadState): Exclude<keyof UploadSummary["counts"], "all"> {
  switch (state) {
    case "queued":
      return "waiting";
    case "paused":
    case "failed":
    case "done":
      return state;
    case "cancelled":
    case "preparing":
    case "uploading":
    case "completing":
      return "active";
  }
}
