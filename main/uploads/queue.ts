/**
 * The durable queue: rows in SQLite, a scheduler that picks those that are due, and what becomes of each failure.
 * It can end at any moment; on start whatever was active waits its turn again with all it had.
 */
import type {
  ErrorCode,
  Problem,
  UploadProgress,
  UploadSettings,
  UploadState,
  UploadSummary,
} from "../../preload/model";
import { backoffDelay } from "../backoff";
import { AppError, toProblem } from "../errors";
import type { Log } from "../log";
import type { Media } from "../remote/media";
import type { UploadRow, UploadSelection, UploadStore } from "../store/uploads";
import { createBandwidth } from "./bandwidth";
import { createLanes } from "./lanes";
import { createSpeed, secondsLeft, shownBytes, type FileProgress, type Speed } from "./progress";
import { createPut } from "./put";
import { readIdentity, transfer } from "./transfer";

export interface QueueDeps {
  store: UploadStore;
  log: Log;
  /** All workspaces there are. */
  workspaces: () => string[];
  media: (workspaceId: string) => Media;
  /** Why nothing can go to this workspace now (no network), or null. */
  blocked: (workspaceId: string) => Problem | null;
  /** Something about uploads changed on disk. */
  onChanged: () => void;
  /** At most four times a second while bytes move, and once after they stop. */
  onProgress: (uploads: UploadProgress[]) => void;
  /** A file is in the gallery now. */
  onArrived: (upload: UploadRow) => void;
  settings: UploadSettings;
  isPaused: boolean;
  /** How often in a row a file may fail in a way that may pass; without it, for ever. */
  mostAttempts?: number;
  now?: () => number;
  timing?: Partial<QueueTiming>;
}

/** All in milliseconds. */
export interface QueueTiming {
  /** First step of every wait between tries. */
  backoffMs: number;
  /** How long a PUT may stand still. */
  stallMs: number;
  /** How long a pre-signed URL is used; the service lets it live for 15 minutes (interface §8). */
  urlMaxAgeMs: number;
}
const usualTiming: QueueTiming = { backoffMs: 1_000, stallMs: 60_000, urlMaxAgeMs: 12 * 60_000 };

/** A workspace to which nothing is sent until something changes. */
interface Hold {
  problem: Problem;
  /** When it is tried again by itself, or null when it needs the user or the network. */
  until: number | null;
  /** The service asked for this time: success elsewhere does not shorten it. */
  isOrdered: boolean;
  attempts: number;
}

interface Active {
  row: UploadRow;
  stop: AbortController;
  progress: FileProgress;
  ended: Promise<void>;
}

/** Why an upload under way was called off; never shown. */
class CalledOff extends Error {}

/** Failures of the way to the service: they hold its whole queue and count against no file. */
const holding: readonly ErrorCode[] = [
  "offline",
  "unreachable",
  "rate-limited",
  "service-full",
  "local-service-failed",
];
/** The same, but waiting is no use: the user has to do something. */
const needsUser: readonly ErrorCode[] = ["token-refused", "certificate", "folder-in-use"];
/** Failures of one file that may pass by themselves. */
const retried: readonly ErrorCode[] = ["timeout", "service-error", "unexpected-answer", "internal"];
const mostRestarts = 3;
const progressIntervalMs = 250;
/** How long to wait when our own database cannot be written. */
const standstillMs = 5_000;

export class UploadQueue {
  readonly #deps: QueueDeps;
  readonly #timing: QueueTiming;
  readonly #now: () => number;
  readonly #active = new Map<number, Active>();
  readonly #holds = new Map<string, Hold>();
  readonly #speeds = new Map<string, Speed>();
  readonly #lanes;
  readonly #bandwidth;
  readonly #put;
  #settings: UploadSettings;
  #isPaused: boolean;
  #isRunning = false;
  /** Counts how often the way to any workspace was declared open. */
  #releases = 0;
  /** Our own database has no room: nothing moves until then. */
  #standstill: { problem: Problem; until: number } | null = null;
  #wake: NodeJS.Timeout | null = null;
  #beat: NodeJS.Timeout | null = null;
  #lastBeat = 0;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#timing = { ...usualTiming, ...deps.timing };
    this.#settings = deps.settings;
    this.#isPaused = deps.isPaused;
    this.#lanes = createLanes(deps.settings.parallelParts);
    this.#bandwidth = createBandwidth(deps.settings.bandwidthLimit);
    this.#put = createPut({ bandwidth: this.#bandwidth, stallMs: this.#timing.stallMs });
  }

  /** Takes up whatever was left. */
  start(): void {
    this.#isRunning = true;
    this.#guarded(() => this.#deps.store.requeueStray([]));
    this.tick();
  }

  /** Calls off what is under way and resolves when all of it has ended; the rows keep what was finished. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    if (this.#wake) clearTimeout(this.#wake);
    const ending = [...this.#active.values()].map((active) => active.ended);
    for (const { stop } of this.#active.values()) stop.abort(new CalledOff("stopping"));
    await Promise.all(ending);
    this.#rest();
    await this.#put.close();
  }

  /** Looks for work. Call it whenever something may have become possible. */
  tick(): void {
    if (!this.#isRunning) return;
    if (this.#wake) clearTimeout(this.#wake);
    this.#wake = null;
    this.#guarded(() => {
      this.#fill();
      this.#scheduleWake();
    });
  }

  #fill(): void {
    const { store } = this.#deps;
    const busy = () => [...this.#active.keys()];
    if (this.#standstill) {
      if (this.#standstill.until > this.#now()) return;
      store.requeueStray(busy());
      this.#standstill = null;
      this.#deps.onChanged();
    }
    while (!this.#isPaused && this.#active.size < this.#settings.parallelFiles) {
      const row = store.nextDue(this.#now(), this.#openWorkspaces(), busy());
      if (!row) break;
      this.#run(row);
    }
  }

  /** Runs what writes to our database. Where that fails all stands still for a while; nothing is lost by it. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#deps.log.error("uploads: the database cannot be written", error);
      this.#standstill = { problem: toProblem(error), until: this.#now() + standstillMs };
      if (this.#wake) clearTimeout(this.#wake);
      if (this.#isRunning) this.#wake = setTimeout(() => this.tick(), standstillMs + 1);
      this.#deps.onChanged();
    }
  }

  #openWorkspaces(): string[] {
    const now = this.#now();
    return this.#deps.workspaces().filter((id) => {
      const hold = this.#holds.get(id);
      const isHeld = hold !== undefined && (hold.until === null || hold.until > now);
      return !isHeld && this.#deps.blocked(id) === null;
    });
  }

  #scheduleWake(): void {
    const times = [...this.#holds.values()].map((hold) => hold.until);
    times.push(this.#deps.store.nextDueAt(), this.#standstill?.until ?? null);
    const now = this.#now();
    const next = Math.min(...times.filter((at) => at !== null && at > now).map(Number));
    if (next === Infinity) return;
    this.#wake = setTimeout(() => this.tick(), Math.min(next - now + 1, 60_000));
  }

  #run(row: UploadRow): void {
    const { store, log } = this.#deps;
    const { workspaceId } = row;
    const stop = new AbortController();
    const releases = this.#releases;
    const speed = this.#speeds.get(workspaceId) ?? createSpeed();
    this.#speeds.set(workspaceId, speed);
    const progress: FileProgress = {
      workspaceId,
      size: row.size,
      speed: createSpeed(),
      inFlight: 0,
      shown: row.sentBytes,
    };
    store.setState(row.id, "preparing");
    log.info(`uploads: begin ${row.id}`);
    const work = transfer(
      row,
      {
        store,
        media: this.#deps.media(workspaceId),
        put: this.#put,
        lanes: this.#lanes,
        partSize: () => this.#settings.partSize,
        parallelParts: () => this.#settings.parallelParts,
        urlMaxAgeMs: this.#timing.urlMaxAgeMs,
        backoffMs: this.#timing.backoffMs,
        now: this.#now,
        onMoved: (bytes) => {
          progress.inFlight += bytes;
          progress.speed.add(bytes);
          speed.add(bytes);
        },
        onChanged: () => this.#deps.onChanged(),
        onConfirmed: () => {
          this.#wayIsOpen(workspaceId);
          this.#deps.onChanged();
        },
      },
      stop.signal,
    );
    const ended = work
      .then(
        () => {
          this.#wayIsOpen(workspaceId);
          log.info(`uploads: done ${row.id}`);
          this.#deps.onArrived(row);
        },
        (error: unknown) => this.#settle(row, error, releases !== this.#releases),
      )
      // Our own database could not be written: the row is taken up again when it can.
      .catch((error: unknown) =>
        this.#guarded(() => {
          throw error;
        }),
      )
      .finally(() => {
        this.#active.delete(row.id);
        this.#deps.onChanged();
        if (this.#active.size === 0) this.#rest();
        this.tick();
      });
    this.#active.set(row.id, { row, stop, progress, ended });
    this.#deps.onChanged();
    this.#beginBeat();
  }

  /** Decides what a failure means for the file and for its workspace. */
  #settle(row: UploadRow, error: unknown, wasReleased: boolean): void {
    const { store, log } = this.#deps;
    if (error instanceof CalledOff) {
      // Paused or cancelled it stays so; a state that the transfer wrote in its last moment does not.
      store.waitFor(row.id, null, null, false);
      return;
    }
    if (error instanceof AppError && error.code === "disk-full") throw error;
    const problem = toProblem(error);
    const retryAfterMs = error instanceof AppError ? error.retryAfterMs : undefined;
    log.warn(
      `uploads: ${problem.code} ${row.id}`,
      problem.code === "internal" ? error : problem.message,
    );
    const now = this.#now();
    const isOfTheWay = needsUser.includes(problem.code) || holding.includes(problem.code);
    if (isOfTheWay && wasReleased) {
      // It failed on the way as it was before: new credentials or a new network came meanwhile.
      store.waitFor(row.id, null, null, false);
    } else if (needsUser.includes(problem.code)) {
      this.#holds.set(row.workspaceId, { problem, until: null, isOrdered: false, attempts: 0 });
      store.waitFor(row.id, problem, null, false);
    } else if (holding.includes(problem.code) || retryAfterMs !== undefined) {
      const attempts = (this.#holds.get(row.workspaceId)?.attempts ?? 0) + 1;
      const wait = Math.max(retryAfterMs ?? 0, backoffDelay(attempts, this.#timing.backoffMs));
      const isOrdered = retryAfterMs !== undefined;
      this.#holds.set(row.workspaceId, { problem, until: now + wait, isOrdered, attempts });
      store.waitFor(row.id, problem, null, false);
    } else if (retried.includes(problem.code)) {
      const attempts = (store.get(row.id)?.attempts ?? row.attempts) + 1;
      const at = now + backoffDelay(attempts, this.#timing.backoffMs);
      if (attempts >= (this.#deps.mostAttempts ?? Infinity)) store.fail(row.id, problem, now);
      else store.waitFor(row.id, problem, at, true);
    } else if (this.#canRestart(row, problem.code)) {
      store.restart(row.id);
      store.waitFor(row.id, null, null, false);
    } else {
      store.fail(row.id, problem, now);
    }
  }

  /** Something confirmed shows that the way is open again; a wait the service asked for stands all the same. */
  #wayIsOpen(workspaceId: string): void {
    const hold = this.#holds.get(workspaceId);
    const isStanding = hold?.isOrdered === true && (hold.until ?? 0) > this.#now();
    if (!isStanding) this.#holds.delete(workspaceId);
  }

  /** The service dropped the upload or cannot put it together: all of it is sent again, a few times. */
  #canRestart(row: UploadRow, code: ErrorCode): boolean {
    return ["upload-lost", "complete-refused"].includes(code) && row.restarts < mostRestarts;
  }

  #callOff(selected: (row: UploadRow) => boolean): void {
    for (const { row, stop } of this.#active.values()) {
      if (selected(row)) stop.abort(new CalledOff());
    }
  }

  /** Calls off whatever the store no longer counts as active. */
  #callOffStopped(): void {
    const stopped: readonly (UploadState | undefined)[] = ["paused", "cancelled", undefined];
    this.#callOff((row) => stopped.includes(this.#deps.store.get(row.id)?.state));
    this.#deps.onChanged();
    this.tick();
  }

  pause(selection: UploadSelection): void {
    this.#deps.store.pause(selection);
    this.#callOffStopped();
  }

  cancel(selection: UploadSelection): void {
    this.#deps.store.cancel(selection);
    this.#callOffStopped();
  }

  resume(selection: UploadSelection): void {
    this.#deps.store.resume(selection);
    this.#deps.onChanged();
    this.tick();
  }

  restore(ids: readonly number[]): void {
    this.#deps.store.restore(ids);
    this.#deps.onChanged();
    this.tick();
  }

  moveToTop(selection: UploadSelection): void {
    this.#deps.store.moveToTop(selection);
    this.#deps.onChanged();
    this.tick();
  }

  /** Tries again now. A file that is not what it was is taken as it is now, from its beginning. */
  async retry(selection: UploadSelection): Promise<void> {
    const { store } = this.#deps;
    const failed = store.failedOf(selection);
    for (const row of failed) {
      const found = await readIdentity(row.sourcePath).catch(() => null);
      const isChanged =
        found !== null &&
        (found.size !== row.size || found.mtimeNs !== row.mtimeNs || found.inode !== row.inode);
      if (isChanged) store.adopt(row.id, found);
    }
    store.retry(selection);
    this.release();
  }

  /** The way to a workspace (or to all of them) may be open again: tries it now. */
  release(workspaceId?: string): void {
    this.#releases += 1;
    if (workspaceId === undefined) this.#holds.clear();
    else this.#holds.delete(workspaceId);
    this.#deps.onChanged();
    this.tick();
  }

  /** After waking up or a change of network: old connections are dead without knowing it. */
  refreshConnections(): void {
    this.#put.refreshConnections();
    this.release();
  }

  /** Forgets a workspace that is being removed. Resolves when nothing of it is under way. */
  async abandon(workspaceId: string): Promise<void> {
    this.#deps.store.cancel({ workspaceId, filter: "all", search: "" });
    const ending = [...this.#active.values()].filter(({ row }) => row.workspaceId === workspaceId);
    for (const { stop } of ending) stop.abort(new CalledOff());
    await Promise.all(ending.map(({ ended }) => ended));
    this.#holds.delete(workspaceId);
    this.#speeds.delete(workspaceId);
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      for (const { row, stop } of this.#active.values()) {
        this.#deps.store.waitFor(row.id, null, null, false);
        stop.abort(new CalledOff());
      }
    }
    this.#deps.onChanged();
    this.tick();
  }

  setSettings(settings: UploadSettings): void {
    this.#settings = settings;
    this.#lanes.resize(settings.parallelParts);
    this.#bandwidth.limit(settings.bandwidthLimit);
    this.tick();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }
  get settings(): UploadSettings {
    return this.#settings;
  }
  /** Files at work now. */
  get activeCount(): number {
    return this.#active.size;
  }
  isEmpty(): boolean {
    return this.#deps.workspaces().every((id) => {
      const { counts } = this.summary(id);
      return counts.active + counts.waiting === 0;
    });
  }

  /** The workspace's queue in numbers. */
  summary(workspaceId: string): UploadSummary {
    const counts = { all: 0, active: 0, waiting: 0, paused: 0, failed: 0, done: 0 };
    let totalBytes = 0;
    let sentBytes = 0;
    for (const total of this.#deps.store.totals(workspaceId)) {
      counts[groupOf(total.state)] += total.files;
      counts.all += total.files;
      totalBytes += total.bytes;
      sentBytes += total.sentBytes;
    }
    for (const { progress } of this.#active.values()) {
      if (progress.workspaceId === workspaceId) sentBytes += progress.inFlight;
    }
    const isMoving = counts.active > 0;
    const speed = isMoving ? (this.#speeds.get(workspaceId)?.value() ?? 0) : 0;
    return {
      counts,
      totalBytes,
      sentBytes: Math.min(sentBytes, totalBytes),
      speed,
      secondsLeft: isMoving ? secondsLeft(totalBytes - sentBytes, speed) : null,
      isPaused: this.#isPaused,
      hold: this.#holdOf(workspaceId),
    };
  }

  #holdOf(workspaceId: string): UploadSummary["hold"] {
    if (this.#standstill) return { ...this.#standstill.problem, until: this.#standstill.until };
    const blocked = this.#deps.blocked(workspaceId);
    if (blocked) return { ...blocked, until: null };
    const hold = this.#holds.get(workspaceId);
    if (!hold || (hold.until !== null && hold.until <= this.#now())) return null;
    return { ...hold.problem, until: hold.until };
  }

  #beginBeat(): void {
    if (this.#beat) return;
    this.#lastBeat = performance.now();
    this.#beat = setInterval(() => this.#tellProgress(), progressIntervalMs);
  }

  #rest(): void {
    if (this.#beat) clearInterval(this.#beat);
    this.#beat = null;
    this.#speeds.clear();
  }

  #tellProgress(): void {
    const now = performance.now();
    const elapsed = now - this.#lastBeat;
    this.#lastBeat = now;
    for (const speed of this.#speeds.values()) speed.tick(elapsed);
    const uploads: UploadProgress[] = [];
    for (const [id, { progress }] of this.#active) {
      progress.speed.tick(elapsed);
      const confirmed = this.#deps.store.get(id)?.sentBytes ?? 0;
      const sentBytes = shownBytes(progress, confirmed);
      const speed = progress.speed.value();
      uploads.push({
        id,
        sentBytes,
        speed,
        secondsLeft: secondsLeft(progress.size - sentBytes, speed),
      });
    }
    this.#deps.onProgress(uploads);
  }
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
