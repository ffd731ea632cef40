/** How fast and how far: of each file under way, and of each workspace's queue. */
import type { UploadProgress, UploadState, UploadSummary } from "../../../preload/model";
import type { UploadRow } from "./upload-rows";
import type { UploadStore } from "./store";
import { createSpeed, secondsLeft, shownBytes, type FileProgress, type Speed } from "./progress";

const intervalMs = 250;

export interface MeterDeps {
  store: Pick<UploadStore, "get" | "totals">;
  /** At most four times a second while files are under way. */
  onProgress: (uploads: UploadProgress[]) => void;
}

export type Meter = ReturnType<typeof createMeter>;

export function createMeter({ store, onProgress }: MeterDeps) {
  const files = new Map<number, FileProgress>();
  const speeds = new Map<string, Speed>();
  let beat: NodeJS.Timeout | null = null;
  let lastBeat = 0;

  function speedOf(workspaceId: string): Speed {
    const speed = speeds.get(workspaceId) ?? createSpeed();
    speeds.set(workspaceId, speed);
    return speed;
  }

  function tell(): void {
    const now = performance.now();
    const elapsed = now - lastBeat;
    lastBeat = now;
    for (const speed of speeds.values()) speed.tick(elapsed);
    const uploads: UploadProgress[] = [];
    for (const [id, file] of files) {
      file.speed.tick(elapsed);
      const sentBytes = shownBytes(file, store.get(id)?.sentBytes ?? 0);
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
    /** A file begins. Returns what counts its bytes: those handed to the system, less those to be sent again. */
    begin(row: UploadRow): (bytes: number) => void {
      const file: FileProgress = {
        workspaceId: row.workspaceId,
        size: row.size,
        speed: createSpeed(),
        inFlight: 0,
        shown: row.sentBytes,
      };
      files.set(row.id, file);
      const speed = speedOf(row.workspaceId);
      if (!beat) {
        lastBeat = performance.now();
        beat = setInterval(tell, intervalMs);
      }
      return (bytes) => {
        file.inFlight += bytes;
        file.speed.add(bytes);
        speed.add(bytes);
      };
    },
    end(id: number): void {
      files.delete(id);
      if (files.size > 0 || !beat) return;
      clearInterval(beat);
      beat = null;
      speeds.clear();
    },
    /** The queue in numbers, but for what only the queue itself knows. */
    summary(workspaceId: string): Omit<UploadSummary, "isPaused" | "hold"> {
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
