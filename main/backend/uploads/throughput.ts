/** Speed and progress of each active file and of the queue of each workspace. */
import type { UploadProgress, UploadState, UploadSummary } from "../../../preload/model";
import type { UploadRow } from "./upload-rows";
import type { UploadStore } from "./store";
import { createSpeed, secondsLeft, shownBytes, type FileProgress, type Speed } from "./progress";

const intervalMs = 250;

export interface ThroughputDeps {
  store: Pick<UploadStore, "totals">;
  /** Called at most four times a second while files are active. */
  onProgress: (uploads: UploadProgress[]) => void;
}

export type Throughput = ReturnType<typeof createThroughput>;

export function createThroughput({ store, onProgress }: ThroughputDeps) {
  const files = new Map<number, FileProgress>();
  const speeds = new Map<string, Speed>();
  let timer: NodeJS.Timeout | null = null;
  let lastReport = 0;

  function speedOf(workspaceId: string): Speed {
    const speed = speeds.get(workspaceId) ?? createSpeed();
    speeds.set(workspaceId, speed);
    return speed;
  }

  function reportProgress(): void {
    const now = performance.now();
    const elapsed = now - lastReport;
    lastReport = now;
    for (const speed of speeds.values()) speed.tick(elapsed);
    const uploads: UploadProgress[] = [];
    for (const [id, file] of files) {
      file.speed.tick(elapsed);
      const sentBytes = shownBytes(file);
      const speed = file.speed.value();
      uploads.push({
        id,
        sentBytes,
        speed,
        secondsLeft: secondsLeft(file.size - sentBytes, speed),
      });
    }
    onProgress(uploads);
  }

  return {
    /**
     * Adds a file. Call `onMoved` with its bytes that the system accepted, negative when they are sent again, and
     * `onConfirmed` when the row counts bytes.
     */
    begin(row: UploadRow) {
      const file: FileProgress = {
        workspaceId: row.workspaceId,
        size: row.size,
        speed: createSpeed(),
        confirmed: row.sentBytes,
        inFlight: 0,
        shown: row.sentBytes,
      };
      files.set(row.id, file);
      const speed = speedOf(row.workspaceId);
      if (!timer) {
        lastReport = performance.now();
        timer = setInterval(reportProgress, intervalMs);
      }
      return {
        onMoved(bytes: number): void {
          file.inFlight += bytes;
          file.speed.add(bytes);
          speed.add(bytes);
        },
        onConfirmed(bytes: number): void {
          file.inFlight -= bytes;
          file.confirmed += bytes;
        },
      };
    },
    end(id: number): void {
      files.delete(id);
      if (files.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
      speeds.clear();
    },
    /** The figures of a queue, without those that only the queue has. */
    summary(workspaceId: string): Omit<UploadSummary, "isPaused" | "suspension"> {
      const counts = { all: 0, active: 0, waiting: 0, paused: 0, failed: 0, done: 0 };
      let totalBytes = 0;
      let sentBytes = 0;
      for (const total of store.totals(workspaceId)) {
        counts[groupOf(total.state)] += total.files;
        counts.all += total.files;
        totalBytes += total.bytes;
        sentBytes += total.sentBytes;
      }
      for (const file of files.values()) {
        if (file.workspaceId === workspaceId) sentBytes += file.inFlight;
      }
      sentBytes = Math.min(sentBytes, totalBytes);
      const speed = counts.active > 0 ? (speeds.get(workspaceId)?.value() ?? 0) : 0;
      return {
        counts,
        totalBytes,
        sentBytes,
        speed,
        secondsLeft: counts.active > 0 ? secondsLeft(totalBytes - sentBytes, speed) : null,
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
