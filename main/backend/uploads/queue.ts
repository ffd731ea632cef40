/**
 * The durable queue: rows in SQLite, a scheduler that picks those that are due, and what becomes of each failure.
 * It can end at any moment; on start whatever was active waits its turn again with all it had.
 */
import type {
  ConflictChoice,
  Problem,
  UploadProgress,
  UploadSettings,
  UploadState,
  UploadSummary,
} from "../../../preload/model";
import { kindOf } from "../../../preload/facts/errors";
import { createSteadyClock, type SteadyClock } from "../../common/clock";
import { backoffDelay, longestBackoffMs } from "../../common/retry";
import { AppError, toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { Media } from "../../remote/media";
import type { UploadRow } from "./upload-rows";
import type { UploadSelection } from "./upload-selection";
import type { Timing } from "../timing";
import type { UploadStore } from "./store";
import { createBandwidth } from "./bandwidth";
import { createGalleryCheck, type GalleryIndex } from "./gallery-check";
import { createSuspensions } from "../connectivity/backoff";
import type { Connectivity } from "../connectivity/connectivity";
import { createLanes } from "./slots";
import { createMeter } from "./throughput";
import { createPut } from "./put-range";
import { isSameFile, readIdentity, RestartNeeded } from "./source-file";
import { transfer } from "./transfer";

export interface QueueDeps {
  store: UploadStore;
  log: Log;
  /** The ids of all workspaces. */
  workspaces: () => string[];
  media: (workspaceId: string) => Media;
  gallery: GalleryIndex;
  connectivity: Pick<Connectivity, "blocked"> & Partial<Pick<Connectivity, "proxyFor">>;
  settings: UploadSettings;
  isPaused: boolean;
  /** How often in a row a file may fail in a way that may pass; without it, for ever. */
  mostAttempts?: number;
  now?: () => number;
  timing: QueueTiming;
}

type QueueTiming = Pick<Timing, "backoffMs" | "stallMs" | "urlMaxAgeMs">;

interface Active {
  row: UploadRow;
  stop: AbortController;
  ended: Promise<void>;
}

/** Why an upload under way was called off; never shown. */
class CalledOff extends Error {}

const mostRestarts = 3;
/** How long to wait when our own database cannot be written. */
const standstillMs = 5_000;

export class UploadQueue {
  readonly #deps: QueueDeps;
  readonly #timing: QueueTiming;
  /** For moments that are shown; waits are measured by the other one. */
  readonly #now: () => number;
  readonly #clock: SteadyClock;
  readonly #active = new Map<number, Active>();
  readonly #suspensions;
  readonly #meter;
  readonly #lanes;
  readonly #bandwidth;
  readonly #put;
  readonly #galleryCheck;
  readonly #changes = createListeners<[]>();
  readonly #progress = createListeners<[UploadProgress[]]>();
  readonly #arrivals = createListeners<[UploadRow]>();
  readonly #skips = createListeners<[UploadRow]>();
  /** Subscribes to changes of uploads on disk. */
  readonly onChange = this.#changes.add;
  /** Subscribes to progress: at most four times a second while bytes move, and once after they stop. */
  readonly onProgress = this.#progress.add;
  /** Subscribes to files that are in the gallery now. */
  readonly onArrived = this.#arrivals.add;
  /** Subscribes to files that were not sent, by the user's choice: the gallery has another file at their path. */
  readonly onSkipped = this.#skips.add;
  #settings: UploadSettings;
  #isPaused: boolean;
  #isRunning = false;
  /** Our own database has no room: nothing moves until then. */
  #standstill: { problem: Problem; until: number } | null = null;
  #wake: NodeJS.Timeout | null = null;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#clock = createSteadyClock(this.#now);
    this.#timing = deps.timing;
    this.#settings = deps.settings;
    this.#isPaused = deps.isPaused;
    this.#suspensions = createSuspensions({
      now: this.#clock.now,
      backoffMs: this.#timing.backoffMs,
    });
    this.#meter = createMeter({ store: deps.store, onProgress: this.#progress.notify });
    this.#lanes = createLanes(deps.settings.parallelParts);
    this.#bandwidth = createBandwidth(deps.settings.bandwidthLimit);
    this.#galleryCheck = createGalleryCheck({
      store: deps.store,
      gallery: deps.gallery,
      backoffMs: this.#timing.backoffMs,
    });
    this.#put = createPut({
      bandwidth: this.#bandwidth,
      stallMs: this.#timing.stallMs,
      proxyFor: deps.connectivity.proxyFor,
    });
  }

  /** Takes up whatever was left. */
  start(): void {
    this.#isRunning = true;
    this.#guarded(() => {
      this.#deps.store.hurryLaterThan(this.#clock.now() + longestBackoffMs);
      this.#deps.store.requeueStray([]);
    });
    this.tick();
  }

  /** Calls off what is under way and resolves when all of it has ended; the rows keep what was finished. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    if (this.#wake) clearTimeout(this.#wake);
    const ending = [...this.#active.values()].map((active) => active.ended);
    for (const { stop } of this.#active.values()) stop.abort(new CalledOff("stopping"));
    await Promise.all(ending);
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
      if (this.#standstill.until > this.#clock.now()) return;
      store.requeueStray(busy());
      this.#standstill = null;
      this.#changes.notify();
    }
    while (!this.#isPaused && this.#active.size < this.#settings.parallelFiles) {
      const row = store.nextDue(this.#clock.now(), this.#openWorkspaces(), busy());
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
      this.#standstill = { problem: toProblem(error), until: this.#clock.now() + standstillMs };
      if (this.#wake) clearTimeout(this.#wake);
      if (this.#isRunning) this.#wake = setTimeout(() => this.tick(), standstillMs + 1);
      this.#changes.notify();
    }
  }

  #openWorkspaces(): string[] {
    return this.#deps
      .workspaces()
      .filter(
        (id) => this.#suspensions.of(id) === null && this.#deps.connectivity.blocked(id) === null,
      );
  }

  #scheduleWake(): void {
    const now = this.#clock.now();
    const times = [...this.#suspensions.endTimes(), this.#deps.store.nextDueAt(now) ?? 0];
    const next = Math.min(...times.filter((at) => at > now), this.#standstill?.until ?? Infinity);
    if (next === Infinity) return;
    this.#wake = setTimeout(() => this.tick(), Math.min(Math.max(next - now, 0) + 1, 60_000));
  }

  #run(row: UploadRow): void {
    const { store, log } = this.#deps;
    const { workspaceId } = row;
    const stop = new AbortController();
    const releases = this.#suspensions.releases();
    store.setState(row.id, "preparing");
    log.info(`uploads: begin ${row.id}`);
    const work = transfer(
      row,
      {
        store,
        media: this.#deps.media(workspaceId),
        galleryCheck: this.#galleryCheck,
        put: this.#put,
        lanes: this.#lanes,
        partSize: () => this.#settings.partSize,
        parallelParts: () => this.#settings.parallelParts,
        urlMaxAgeMs: this.#timing.urlMaxAgeMs,
        backoffMs: this.#timing.backoffMs,
        now: this.#now,
        onMoved: this.#meter.begin(row),
        onChanged: () => this.#changes.notify(),
        onConfirmed: () => {
          this.#suspensions.succeeded(workspaceId);
          this.#changes.notify();
        },
      },
      stop.signal,
    );
    const ended = work
      .then(
        (isSent) => {
          // Its path may be another one than at the beginning.
          const sent = store.get(row.id) ?? row;
          log.info(`uploads: ${isSent ? "done" : "skipped"} ${row.id}`);
          if (!isSent) {
            this.#skips.notify(sent);
            return;
          }
          this.#suspensions.succeeded(workspaceId);
          this.#arrivals.notify(sent);
        },
        (error: unknown) => this.#settle(row, error, releases !== this.#suspensions.releases()),
      )
      // Our own database could not be written: the row is taken up again when it can.
      .catch((error: unknown) =>
        this.#guarded(() => {
          throw error;
        }),
      )
      .finally(() => {
        this.#active.delete(row.id);
        this.#meter.end(row.id);
        this.#changes.notify();
        this.tick();
      });
    this.#active.set(row.id, { row, stop, ended });
    this.#changes.notify();
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
    const kind = kindOf(problem.code);
    if ((kind === "user" || kind === "connection") && wasReleased) {
      // It failed on the way as it was before: new credentials or a new network came meanwhile.
      store.waitFor(row.id, null, null, false);
    } else if (kind === "user") {
      this.#suspensions.untilUserActs(row.workspaceId, problem);
      store.waitFor(row.id, problem, null, false);
    } else if (kind === "connection" || retryAfterMs !== undefined) {
      this.#suspensions.backOff(row.workspaceId, problem, retryAfterMs);
      store.waitFor(row.id, problem, null, false);
    } else if (kind === "passing") {
      const attempts = (store.get(row.id)?.attempts ?? row.attempts) + 1;
      const at = this.#clock.now() + backoffDelay(attempts, this.#timing.backoffMs);
      if (attempts >= (this.#deps.mostAttempts ?? Infinity)) store.fail(row.id, problem, now);
      else store.waitFor(row.id, problem, at, true);
    } else if ((kind === "lost" || error instanceof RestartNeeded) && row.restarts < mostRestarts) {
      store.restart(row.id, error instanceof RestartNeeded ? error.reason : null);
      store.waitFor(row.id, null, null, false);
    } else {
      store.fail(row.id, problem, now);
    }
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
    this.#changes.notify();
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
    this.#changes.notify();
    this.tick();
  }

  restore(ids: readonly number[]): void {
    this.#deps.store.restore(ids);
    this.#changes.notify();
    this.tick();
  }

  moveToTop(selection: UploadSelection): void {
    this.#deps.store.moveToTop(selection);
    this.#changes.notify();
    this.tick();
  }

  /** Tries again now. A file that is not what it was is taken as it is now, from its beginning. */
  async retry(selection: UploadSelection): Promise<void> {
    const { store } = this.#deps;
    const failed = store.failedOf(selection);
    for (const row of failed) {
      const found = await readIdentity(row.sourcePath).catch(() => null);
      if (found !== null && !isSameFile(found, row)) store.adopt(row.id, found);
    }
    store.retry(selection);
    this.release();
  }

  /** The user's choice for uploads that stopped because their gallery path is taken. */
  resolveConflicts(selection: UploadSelection, choice: ConflictChoice): void {
    this.#deps.store.resolveConflicts(selection, choice);
    this.#changes.notify();
    this.tick();
  }

  /** The way to a workspace (or to all of them) may be open again: tries it now. */
  release(workspaceId?: string): void {
    this.#galleryCheck.retryNow();
    this.#suspensions.release(workspaceId);
    this.#changes.notify();
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
    this.#suspensions.forget(workspaceId);
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      for (const { row, stop } of this.#active.values()) {
        this.#deps.store.waitFor(row.id, null, null, false);
        stop.abort(new CalledOff());
      }
    }
    this.#changes.notify();
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
  /** The workspace's queue in numbers. */
  summary(workspaceId: string): UploadSummary {
    return {
      ...this.#meter.summary(workspaceId),
      isPaused: this.#isPaused,
      hold: this.#suspensionOf(workspaceId),
    };
  }

  #suspensionOf(workspaceId: string): UploadSummary["hold"] {
    const blocked = this.#deps.connectivity.blocked(workspaceId);
    if (blocked && !this.#standstill) return { ...blocked, until: null };
    const hold = this.#standstill
      ? { ...this.#standstill.problem, until: this.#standstill.until }
      : this.#suspensions.of(workspaceId);
    return hold && { ...hold, until: this.shownAt(hold.until) };
  }

  /** The end of a wait by the wall clock, for the window. */
  shownAt(at: number | null): number | null {
    return at === null ? null : this.#clock.toWall(at);
  }
}
