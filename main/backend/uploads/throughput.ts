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
import type { FileIdentity, UploadRow } from "./store/upload-rows";
import { pendingStates, unfinishedStates } from "./store/upload-selection";

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
/**
 * The largest number of bytes of an unfinished upload that was reached, and the state of the file
 * that was sent.
 */
interface Displayed {
  bytes: number;
  workspaceId: string;
  version: string;
}

export function createThroughput({ store, isSending, onProgress }: ThroughputDeps) {
  const files = new Map<number, ActiveFile>();
  const queues = new Map<string, Transferred & { endedAt: number }>();
  // Note: Displayed bytes. After a failure bytes in flight, parts, or the whole file are sent
  // again. The displayed bytes of an upload do not decrease meanwhile, nor when it waits for its
  // next attempt; the remaining time is computed from the bytes that have to be sent. They begin
  // again when the file changed, and after a start of the process.
  const displayed = new Map<number, Displayed>();
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

  function display(id: number, { size, confirmed, inFlight }: ActiveFile): number {
    const shown = displayed.get(id);
    const bytes = Math.max(confirmed + inFlight, shown?.bytes ?? 0);
    if (shown) shown.bytes = bytes;
    return unfinishedBytes(size, bytes);
  }

  /** Bytes that are displayed for unfinished uploads of a workspace beyond those of their rows. */
  function displayedBeyondRows(workspaceId: string): number {
    const ids = [...displayed].flatMap(([id, one]) => (one.workspaceId === workspaceId ? id : []));
    if (ids.length === 0) return 0;
    const rows = new Map(store.identitiesOf(ids).map((row) => [row.id, row]));
    let sum = 0;
    for (const id of ids) {
      const row = rows.get(id);
      const shown = displayed.get(id);
      const isUnfinished =
        row && versionOf(row) === shown?.version && unfinishedStates.includes(row.state);
      if (isUnfinished) sum += Math.max(0, shown.bytes - row.sentBytes);
      else if (!files.has(id)) displayed.delete(id);
    }
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
        sentBytes: display(id, file),
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
      const version = versionOf(row);
      if (displayed.get(row.id)?.version !== version)
        displayed.set(row.id, { workspaceId, version, bytes: sentBytes });
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
      display(id, file);
      files.delete(id);
      const queue = queues.get(file.workspaceId);
      if (queue) queue.endedAt = performance.now();
      if (files.size > 0 || !timer) return;
      clearInterval(timer);
      timer = null;
    },
    /** The bytes of an upload to display. */
    displayedBytes(row: UploadRow): number {
      if (row.state === "done") return row.sentBytes;
      const file = files.get(row.id);
      const shown = displayed.get(row.id);
      const known = shown?.version === versionOf(row) ? shown.bytes : 0;
      return unfinishedBytes(
        row.size,
        Math.max(row.sentBytes, file ? display(row.id, file) : known),
      );
    },
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
      for (const [id, file] of files) if (file.workspaceId === workspaceId) display(id, file);
      sentBytes += displayedBeyondRows(workspaceId);
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

/** Changes when the file is queued again in another state, which is sent from its beginning. */
const versionOf = ({ size, mtimeNs }: FileIdentity) => `${size} ${mtimeNs}`;

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
