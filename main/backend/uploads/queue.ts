/**
 * The durable upload queue: rows in SQLite, a scheduler that starts those that are due, and the handling of failures.
 * The process can end at any time; at the next start rows that were active are queued again, with their parts.
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
import { backoffDelay, maxBackoffMs } from "../../common/retry";
import { AppError, toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { Media } from "../../remote/media";
import type { UploadRow } from "./upload-rows";
import type { UploadSelection } from "./upload-selection";
import type { Timing } from "../timing";
import type { UploadStore } from "./store";
import { createBandwidth } from "./transfer/bandwidth";
import { createGalleryCheck, type GalleryIndex } from "./gallery-check";
import { createSuspensions } from "../connectivity/suspensions";
import type { Connectivity } from "../connectivity/connectivity";
import { createSlots } from "./transfer/slots";
import { createThroughput } from "./throughput";
import { createPut } from "./transfer/put-range";
import { isSameFile, readIdentity, RestartNeeded } from "./transfer/source-file";
import { transfer } from "./transfer/transfer";

export interface QueueDeps {
  store: UploadStore;
  log: Log;
  /** The ids of all workspaces, and the gallery client of each. */
  workspaces: { ids: () => string[]; media: (workspaceId: string) => Media };
  gallery: GalleryIndex;
  connectivity: Pick<Connectivity, "blocked"> & Partial<Pick<Connectivity, "proxyFor">>;
  /** Until the user changes them. */
  initial: { settings: UploadSettings; isPaused: boolean };
  /** Consecutive transient failures after which a file fails; unlimited unless given. */
  maxAttempts?: number;
  now?: () => number;
  timing: QueueTiming;
}

type QueueTiming = Pick<Timing, "backoffMs" | "stallMs" | "urlMaxAgeMs">;

interface Active {
  row: UploadRow;
  stop: AbortController;
  ended: Promise<void>;
}

/** Abort reason of an active upload. Internal. */
class UploadAborted extends Error {}

const maxRestarts = 3;
/** How long the queue is suspended when the local database cannot be written. */
const databasePauseMs = 5_000;

export class UploadQueue {
  readonly #deps: QueueDeps;
  readonly #timing: QueueTiming;
  /** The wall clock, for times that are displayed. Delays are measured with `#clock`. */
  readonly #now: () => number;
  readonly #clock: SteadyClock;
  readonly #active = new Map<number, Active>();
  readonly #suspensions;
  readonly #throughput;
  readonly #slots;
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
  /** The local database cannot be written: the queue is suspended until this time. */
  #databasePause: { problem: Problem; until: number } | null = null;
  #wake: NodeJS.Timeout | null = null;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
    this.#clock = createSteadyClock(this.#now);
    this.#timing = deps.timing;
    this.#settings = deps.initial.settings;
    this.#isPaused = deps.initial.isPaused;
    this.#suspensions = createSuspensions({
      now: this.#clock.now,
      backoffMs: this.#timing.backoffMs,
    });
    this.#throughput = createThroughput({ store: deps.store, onProgress: this.#progress.notify });
    this.#slots = createSlots(deps.initial.settings.parallelParts);
    this.#bandwidth = createBandwidth(deps.initial.settings.bandwidthLimit);
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

  /** Continues the uploads of the last run. */
  start(): void {
    this.#isRunning = true;
    this.#guarded(() => {
      this.#deps.store.boundWaits(this.#clock.now() + maxBackoffMs);
      this.#deps.store.requeueInterrupted([]);
    });
    this.tick();
  }

  /** Aborts active uploads and resolves when they have ended; their rows keep the finished parts. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    if (this.#wake) clearTimeout(this.#wake);
    const ending = [...this.#active.values()].map((active) => active.ended);
    for (const { stop } of this.#active.values()) stop.abort(new UploadAborted("stopping"));
    await Promise.all(ending);
    await this.#put.close();
  }

  /** Starts due uploads. Call it after any change that may unblock one. */
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
    if (this.#databasePause) {
      if (this.#databasePause.until > this.#clock.now()) return;
      store.requeueInterrupted(busy());
      this.#databasePause = null;
      this.#changes.notify();
    }
    while (!this.#isPaused && this.#active.size < this.#settings.parallelFiles) {
      const row = store.nextDue(this.#clock.now(), this.#openWorkspaces(), busy());
      if (!row) break;
      this.#run(row);
    }
  }

  /** Runs work that writes to the local database. If that fails the queue is suspended; no state is lost. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#deps.log.error("uploads: the database cannot be written", error);
      this.#databasePause = {
        problem: toProblem(error),
        until: this.#clock.now() + databasePauseMs,
      };
      if (this.#wake) clearTimeout(this.#wake);
      if (this.#isRunning) this.#wake = setTimeout(() => this.tick(), databasePauseMs + 1);
      this.#changes.notify();
    }
  }

  #openWorkspaces(): string[] {
    return this.#deps.workspaces
      .ids()
      .filter(
        (id) => this.#suspensions.of(id) === null && this.#deps.connectivity.blocked(id) === null,
      );
  }

  #scheduleWake(): void {
    const now = this.#clock.now();
    const times = [...this.#suspensions.endTimes(), this.#deps.store.nextDueAt(now) ?? 0];
    const next = Math.min(
      ...times.filter((at) => at > now),
      this.#databasePause?.until ?? Infinity,
    );
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
        media: this.#deps.workspaces.media(workspaceId),
        galleryCheck: this.#galleryCheck,
        put: this.#put,
        slots: this.#slots,
        partSize: () => this.#settings.partSize,
        parallelParts: () => this.#settings.parallelParts,
        urlMaxAgeMs: this.#timing.urlMaxAgeMs,
        backoffMs: this.#timing.backoffMs,
        now: this.#now,
        onMoved: this.#throughput.begin(row),
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
          // The path may have been changed by the conflict rule.
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
      // The local database could not be written: the row is queued again after the pause.
      .catch((error: unknown) =>
        this.#guarded(() => {
          throw error;
        }),
      )
      .finally(() => {
        this.#active.delete(row.id);
        this.#throughput.end(row.id);
        this.#changes.notify();
        this.tick();
      });
    this.#active.set(row.id, { row, stop, ended });
    this.#changes.notify();
  }

  /** Decides what a failure means for the file and for its workspace. */
  #settle(row: UploadRow, error: unknown, wasReleased: boolean): void {
    const { store, log } = this.#deps;
    if (error instanceof UploadAborted) {
      // A paused or cancelled row stays so; a state that the transfer wrote last is reset.
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
      // The request used credentials or a network that were replaced meanwhile.
      store.waitFor(row.id, null, null, false);
    } else if (kind === "user") {
      this.#suspensions.untilUserActs(row.workspaceId, problem);
      store.waitFor(row.id, problem, null, false);
    } else if (kind === "connection" || retryAfterMs !== undefined) {
      this.#suspensions.backOff(row.workspaceId, problem, retryAfterMs);
      store.waitFor(row.id, problem, null, false);
    } else if (kind === "transient") {
      const attempts = (store.get(row.id)?.attempts ?? row.attempts) + 1;
      const at = this.#clock.now() + backoffDelay(attempts, this.#timing.backoffMs);
      if (attempts >= (this.#deps.maxAttempts ?? Infinity)) store.fail(row.id, problem, now);
      else store.waitFor(row.id, problem, at, true);
    } else if ((kind === "lost" || error instanceof RestartNeeded) && row.restarts < maxRestarts) {
      store.restart(row.id, error instanceof RestartNeeded ? error.reason : null);
      store.waitFor(row.id, null, null, false);
    } else {
      store.fail(row.id, problem, now);
    }
  }

  #abort(selected: (row: UploadRow) => boolean): void {
    for (const { row, stop } of this.#active.values()) {
      if (selected(row)) stop.abort(new UploadAborted());
    }
  }

  /** Aborts the active uploads whose rows were paused, cancelled or deleted. */
  #abortStopped(): void {
    const stopped: readonly (UploadState | undefined)[] = ["paused", "cancelled", undefined];
    this.#abort((row) => stopped.includes(this.#deps.store.get(row.id)?.state));
    this.#changes.notify();
    this.tick();
  }

  pause(selection: UploadSelection): void {
    this.#deps.store.pause(selection);
    this.#abortStopped();
  }

  cancel(selection: UploadSelection): void {
    this.#deps.store.cancel(selection);
    this.#abortStopped();
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

  /** Retries now. A file that changed is sent in its present state, from its beginning. */
  async retry(selection: UploadSelection): Promise<void> {
    const { store } = this.#deps;
    const failed = store.failedOf(selection);
    for (const row of failed) {
      const found = await readIdentity(row.sourcePath).catch(() => null);
      if (found !== null && !isSameFile(found, row)) store.updateIdentity(row.id, found);
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

  /** Ends the suspension of a workspace, or of all: the connection may work again. */
  release(workspaceId?: string): void {
    this.#galleryCheck.retryNow();
    this.#suspensions.release(workspaceId);
    this.#changes.notify();
    this.tick();
  }

  /** After a sleep or a change of network: existing connections are dead, but not reported as closed. */
  refreshConnections(): void {
    this.#put.refreshConnections();
    this.release();
  }

  /** Cancels the uploads of a workspace that is being removed. Resolves when they have ended. */
  async abandon(workspaceId: string): Promise<void> {
    this.#deps.store.cancel({ workspaceId, filter: "all", search: "" });
    const ending = [...this.#active.values()].filter(({ row }) => row.workspaceId === workspaceId);
    for (const { stop } of ending) stop.abort(new UploadAborted());
    await Promise.all(ending.map(({ ended }) => ended));
    this.#suspensions.forget(workspaceId);
  }

  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (isPaused) {
      for (const { row, stop } of this.#active.values()) {
        this.#deps.store.waitFor(row.id, null, null, false);
        stop.abort(new UploadAborted());
      }
    }
    this.#changes.notify();
    this.tick();
  }

  setSettings(settings: UploadSettings): void {
    this.#settings = settings;
    this.#slots.resize(settings.parallelParts);
    this.#bandwidth.limit(settings.bandwidthLimit);
    this.tick();
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }
  get settings(): UploadSettings {
    return this.#settings;
  }
  /** Number of active files. */
  get activeCount(): number {
    return this.#active.size;
  }
  /** The figures of a workspace's queue. */
  summary(workspaceId: string): UploadSummary {
    return {
      ...this.#throughput.summary(workspaceId),
      isPaused: this.#isPaused,
      suspension: this.#suspensionOf(workspaceId),
    };
  }

  #suspensionOf(workspaceId: string): UploadSummary["suspension"] {
    const blocked = this.#deps.connectivity.blocked(workspaceId);
    if (blocked && !this.#databasePause) return { ...blocked, until: null };
    const suspension = this.#databasePause
      ? { ...this.#databasePause.problem, until: this.#databasePause.until }
      : this.#suspensions.of(workspaceId);
    return suspension && { ...suspension, until: this.shownAt(suspension.until) };
  }

  /** The end of a delay as wall-clock time, for the window. */
  shownAt(at: number | null): number | null {
    return at === null ? null : this.#clock.toWall(at);
  }
}
