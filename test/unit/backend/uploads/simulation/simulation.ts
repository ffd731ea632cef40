/**
 * Runs the upload queue against a virtual clock, virtual files and a virtual service with faults.
 * Everything follows from the script, so a failure can be repeated and its script shortened.
 */
import { openDatabase, type Database } from "../../../../../main/common/database/database";
import { migrations } from "../../../../../main/common/database/migrations";
import { silentLog } from "../../../../../main/common/log";
import { createUploadQueue, type UploadQueue } from "../../../../../main/backend/uploads/queue";
import { createUploadStore } from "../../../../../main/backend/uploads/store/upload-store";
import { pendingStates, quoted } from "../../../../../main/backend/uploads/store/upload-selection";
import type { UploadState } from "../../../../../preload/model";
import {
  uploadColumns,
  type UploadRow,
} from "../../../../../main/backend/uploads/store/upload-rows";
import { seeded } from "../../../../helpers/random";
import { installVirtualClock, type VirtualClock } from "./virtual-clock";
import { recordSynced } from "./power-failure";
import type { Action, Script } from "./script";
import { createVirtualFiles } from "./virtual-files";
import { createVirtualService, type ServiceRequest } from "./virtual-service";

const workspaceId = "w";
const timing = {
  backoffMs: 1_000,
  stallMs: 60_000,
  lateMs: 500,
  urlMaxAgeMs: 12 * 60_000,
  quietMs: 30_000,
  recheckMs: 10_000,
};
/** In which all uploads end after the last fault, in milliseconds of the virtual clock. */
const settleMs = 60 * 60_000;

let database: Database | null = null;
/** An empty database. One is used for all runs, because its creation takes longer than a run. */
function emptyDatabase(): Database {
  database ??= openDatabase(":memory:", migrations);
  for (const table of ["upload_parts", "uploads", "drops", "upload_totals"])
    database.exec(`DELETE FROM ${table}`);
  return database;
}

/** What happened in a run. Times are in milliseconds of the virtual clock. */
export interface RunFacts {
  requests: readonly ServiceRequest[];
  /** When each step of the script was executed. */
  stepTimes: number[];
  /** When the process was killed by `killAt`; null if the run has fewer points. */
  killedAt: number | null;
  /** When the first file was in the gallery; null if it never was. */
  firstDoneAt: number | null;
}

export interface RunOptions {
  /**
   * Kills the process at this point of the script, from 1: before and after each request has its
   * effect, and before each write.
   */
  killAt?: number;
  /** That is a power failure: commits that were not synced to disk are lost. */
  isPowerFailure?: boolean;
  onEnd?: (facts: RunFacts) => void;
}

/** Runs a script. Resolves with the violations of the invariants; none if the queue is correct. */
export async function simulate(script: Script, options: RunOptions = {}): Promise<string[]> {
  const clock = installVirtualClock(seeded(script.seed + 1));
  try {
    return await run(script, clock, options);
  } finally {
    clock.uninstall();
  }
}

/** Reads of the database are no points: a kill before one is a kill after the previous point. */
const writes: readonly string[] = [
  "run",
  "exec",
  "transaction",
  "durably",
] satisfies (keyof Database)[];

async function run(script: Script, clock: VirtualClock, options: RunOptions): Promise<string[]> {
  const violations: string[] = [];
  const fail = (text: string) => {
    if (violations.length < 5) violations.push(`${text} (after ${clock.now()} ms)`);
  };
  let points = 0;
  let killedAt: number | null = null;
  let firstDoneAt: number | null = null;
  let isRestartDue = false;
  let isCounting = true;
  function passPoint(): void {
    if (!isCounting) return;
    points += 1;
    if (points !== options.killAt) return;
    killedAt = clock.now();
    isRestartDue = true;
    kill();
    service.killClient();
  }
  const pathOf = (file: number) => `/media/${file}.mov`;
  const files = createVirtualFiles(
    Object.fromEntries(script.sizes.map((size, file) => [pathOf(file), size])),
  );
  const service = createVirtualService({
    files,
    random: seeded(script.seed + 2),
    stallMs: timing.stallMs,
    lateParts: script.lateParts,
    now: () => clock.now(),
    onViolation: fail,
    onPoint: passPoint,
  });
  const db = emptyDatabase();
  const store = createUploadStore(db);
  const rows = () => db.all<UploadRow>(`SELECT ${uploadColumns} FROM uploads ORDER BY id`);
  const drop = store.addDrop(workspaceId, 0);
  store.add(
    drop,
    workspaceId,
    script.sizes.map((_, file) => ({
      ...files.identity(pathOf(file)),
      sourcePath: pathOf(file),
      galleryPath: `${file}.mov`,
      contentType: "video/quicktime",
      replaces: false,
      onConflict: "ask" as const,
    })),
  );
  const ids = rows().map(({ id }) => id);

  let isOnline = true;
  let isQueuePaused = false;
  /** When the upload hours ended; null while files may be sent. */
  let closedAt: number | null = null;
  let queue!: UploadQueue;

  function startQueue(): void {
    // A killed process must not reach the database: its promises may still settle.
    let isAlive = true;
    const onAccess = (name: keyof Database) => {
      if (isAlive && writes.includes(name)) passPoint();
      if (!isAlive) throw new Error("this process was killed");
    };
    const { database, restore } = recordSynced(db, onAccess, options.isPowerFailure === true);
    kill = () => (isAlive = false);
    discardUnsynced = restore;
    const shown = new Map<number, number>();
    forgetFigures = (ids) => {
      for (const id of ids) shown.delete(id);
      shownSum = 0;
    };
    forgetFigures([]);
    const versions = new Map<number, string>();
    /** The figures of an upload begin again when the present state of its file is adopted. */
    function forgetChanged(all: readonly UploadRow[]): void {
      for (const { id, size, mtimeNs } of all) {
        const version = `${size} ${mtimeNs}`;
        if ((versions.get(id) ?? version) !== version) forgetFigures([id]);
        versions.set(id, version);
      }
    }
    let readAt: number | null = null;
    let gallery = new Set<string>();
    queue = createUploadQueue({
      store: createUploadStore(database),
      log: silentLog,
      workspaces: { ids: () => [workspaceId], media: () => service.media, clones: () => null },
      gallery: {
        readAt: () => readAt,
        async refreshIfOlder(_, milliseconds) {
          if (readAt !== null && clock.now() - readAt < milliseconds) return;
          const endListing = queue.beginListing(workspaceId);
          const paths: string[] = [];
          for await (const chunk of service.media.files()) paths.push(...chunk);
          gallery = new Set(paths);
          readAt = clock.now();
          await endListing((path) => gallery.has(path));
        },
        has: (_, path) => gallery.has(path),
      },
      connectivity: {
        blocked: () => (isOnline ? null : { code: "offline", message: "" }),
      },
      hours: () => ({
        effect: closedAt === null ? null : { kind: "closed", limit: null, until: null },
        changesAt: null,
      }),
      initial: {
        settings: { maxConnections: 4, partSize: 0, bandwidthLimit: 0 },
        isPaused: isQueuePaused,
      },
      timing,
      createExecutor: () => ({
        ...service.executor,
        execute(task, onSent, signal) {
          checkHours("a request started");
          return service.executor.execute(
            task,
            (bytes) => {
              checkHours("bytes were sent");
              onSent(bytes);
            },
            signal,
          );
        },
      }),
      files: files.access,
    });
    queue.onArrived((rows) => {
      firstDoneAt ??= clock.now();
      for (const { sourcePath, galleryPath, size } of rows) {
        gallery.add(galleryPath);
        const object = service.object(galleryPath);
        if (object?.size !== size)
          fail(`${galleryPath} is done, but the service has no complete version of ${sourcePath}`);
      }
    });
    queue.onProgress((uploads) => {
      if (!isAlive) return;
      const all = rows();
      forgetChanged(all);
      const sent = new Map(uploads.map(({ id, sentBytes }) => [id, sentBytes]));
      for (const row of all) {
        const bytes = sent.get(row.id);
        if (bytes !== undefined) checkFigure(row, bytes);
      }
      const summary = queue.summary(workspaceId);
      if (summary.sentBytes < shownSum)
        fail(`the progress of the queue decreased from ${shownSum} to ${summary.sentBytes}`);
      shownSum = summary.sentBytes;
      for (const { secondsLeft } of [summary, ...uploads])
        if (secondsLeft !== null && !(secondsLeft >= 0 && Number.isFinite(secondsLeft)))
          fail(`${secondsLeft} seconds are left`);
    });
    function checkFigure({ id, state, size }: UploadRow, sentBytes: number): void {
      const last = shown.get(id) ?? 0;
      if (sentBytes < last) fail(`the progress of ${id} decreased from ${last} to ${sentBytes}`);
      if (sentBytes >= size && state !== "done") fail(`${id} is displayed as complete: ${state}`);
      shown.set(id, sentBytes);
    }
    checkDisplayed = () => {
      const all = rows();
      forgetChanged(all);
      for (const row of all)
        if (row.state !== "cancelled") checkFigure(row, queue.displayedBytes(row));
    };
    queue.start();
  }
  /** Figures may decrease: the user restarts a changed file or cancels an upload. */
  let forgetFigures = (_ids: readonly number[]) => undefined as unknown;
  /** Checks the figures of all uploads, also of those that wait or are paused. */
  let checkDisplayed = () => undefined as unknown;
  let shownSum = 0;
  let kill = () => undefined as unknown;
  let discardUnsynced = () => undefined as unknown;

  /** The parts that are stored as confirmed exist at the service. */
  function checkJournal(): void {
    for (const row of rows()) {
      if (row.uploadId === null || row.state === "done") continue;
      for (const { number, etag } of store.parts(row.id)) {
        const found = service.partEtag(row.uploadId, number);
        // Null: deleted by the service, or completed.
        if (found !== null && found !== etag)
          fail(`part ${number} of ${row.galleryPath} is stored as sent, but is not at the service`);
      }
    }
  }
  /** Every upload that should be sent is active, or has a reason why it is not. */
  function checkWaiting(): void {
    const { suspension } = queue.summary(workspaceId);
    if (isQueuePaused || closedAt !== null || !isOnline || suspension || queue.activeCount() > 0)
      return;
    // A delay has ended, and its timer ends up to a millisecond late.
    if ((clock.next() ?? Infinity) <= clock.now() + 2) return;
    for (const row of rows())
      if (pendingStates.includes(row.state) && (row.nextTryAt ?? 0) <= Date.now())
        fail(`${row.galleryPath} is ${row.state}, but nothing sends it`);
  }

  /** Requests that were being sent when the hours ended may continue for a minute. */
  function checkHours(text: string): void {
    const since = closedAt === null ? 0 : clock.now() - closedAt;
    if (since > 61_500) fail(`${text} ${since} ms after the hours ended`);
  }
  function endHours(at: number | null): void {
    closedAt = at;
    queue.tick();
  }

  /** Advances the clock to a time, timer by timer. */
  async function advanceTo(time: number, isEnough = () => false): Promise<void> {
    await clock.settle();
    for (let next = clock.next(); next !== null && next <= time && !isEnough();) {
      clock.step();
      await clock.settle();
      if (isRestartDue) {
        isRestartDue = false;
        await killAndRestart();
      }
      next = clock.next();
    }
    if (!isEnough()) clock.skipTo(time);
  }

  async function quit(): Promise<void> {
    const quitting = { isOver: false };
    void queue.stop().then(() => (quitting.isOver = true));
    await advanceTo(clock.now() + 5_000, () => quitting.isOver);
    if (!quitting.isOver) fail("the queue did not stop within 5 seconds");
    checkJournal();
    startQueue();
  }
  async function killAndRestart(): Promise<void> {
    kill();
    service.killClient();
    await clock.settle();
    clock.clearTimers();
    if (options.isPowerFailure) discardUnsynced();
    checkJournal();
    startQueue();
  }
  function setPaused(isPaused: boolean): void {
    isQueuePaused = isPaused;
    queue.setPaused(isPaused);
  }
  const selectionOf = ({ file }: { file: number }) => ({ ids: [ids[file] ?? 0] });
  async function retry(selection: { ids: number[] }): Promise<void> {
    const versions = () =>
      new Map(rows().map(({ id, size, mtimeNs }) => [id, `${size} ${mtimeNs}`]));
    const before = versions();
    await queue.retry(selection);
    const after = versions();
    forgetFigures(ids.filter((id) => before.get(id) !== after.get(id)));
  }
  type Effects = {
    [Kind in Action["kind"]]: (action: Extract<Action, { kind: Kind }>) => void | Promise<void>;
  };
  const effects: Effects = {
    pause: (action) => queue.pause(selectionOf(action)),
    resume: (action) => queue.resume(selectionOf(action)),
    cancel(action) {
      queue.cancel(selectionOf(action));
      forgetFigures(selectionOf(action).ids);
    },
    restore: (action) => queue.restore(selectionOf(action).ids),
    retry: (action) => retry(selectionOf(action)),
    move: (action) => void queue.move(selectionOf(action), "top"),
    "pause-queue": () => setPaused(true),
    "continue-queue": () => setPaused(false),
    "hours-end": () => endHours(closedAt ?? clock.now()),
    "hours-begin": () => endHours(null),
    quit,
    kill: killAndRestart,
    "network-lost": () => void (isOnline = false),
    "network-found"() {
      isOnline = true;
      queue.endSuspension();
    },
    "connections-dead": () => queue.refreshConnections(),
    "cable-out"() {
      isOnline = false;
      service.setConnection("lost");
    },
    "cable-in"() {
      isOnline = true;
      service.setConnection("good");
      queue.endSuspension();
    },
    "black-hole": () => service.setConnection("black-hole"),
    "names-lost": () => service.setConnection("names-lost"),
    overload: () => service.setConnection("overloaded"),
    "outage-ends": () => service.setConnection("good"),
    "address-changed"() {
      service.setConnection("good");
      queue.refreshConnections();
    },
    sleep() {
      clock.skipTo(clock.now() + 8 * 60 * 60_000);
      queue.refreshConnections();
    },
    "uploads-expired": () => service.expireUploads(),
    limit: ({ maxConnections }) => queue.setSettings({ ...queue.settings(), maxConnections }),
    change: ({ file, change }) => files.change(pathOf(file), change),
  };
  const act = (action: Action) =>
    (effects[action.kind] as (one: Action) => void | Promise<void>)(action);

  const stepTimes: number[] = [];
  service.setFaultRate(script.faultRate);
  startQueue();
  for (const { afterMs, action } of script.steps) {
    await advanceTo(clock.now() + afterMs);
    stepTimes.push(clock.now());
    await act(action);
    await clock.settle();
    checkWaiting();
    checkDisplayed();
  }

  isCounting = false;
  // Without faults, and with everything continued, all uploads end.
  service.setFaultRate(0);
  service.setConnection("good");
  isOnline = true;
  for (const file of script.sizes.keys()) files.restore(pathOf(file));
  isQueuePaused = false;
  queue.setPaused(false);
  endHours(null);
  queue.resume({ ids });
  const areAll = (...states: readonly UploadState[]) =>
    db.get(`SELECT 1 FROM uploads WHERE state NOT IN (${quoted(states)}) LIMIT 1`) === undefined;
  const isOver = () => areAll("done", "cancelled");
  for (let round = 0; round < 5 && !isOver(); round += 1) {
    queue.resolveConflicts({ ids }, "replace");
    await retry({ ids });
    await advanceTo(clock.now() + settleMs, () => areAll("done", "cancelled", "failed"));
    checkWaiting();
    checkDisplayed();
  }
  for (const row of rows()) {
    if (row.state === "cancelled") continue;
    if (row.state !== "done")
      fail(
        `${row.galleryPath} ended as ${row.state}: ${row.errorCode ?? "no error"} ${row.errorMessage ?? ""}`,
      );
    else if (service.object(row.galleryPath)?.size !== row.size)
      fail(`the service has no complete version of ${row.galleryPath}`);
  }
  options.onEnd?.({ requests: service.requests(), stepTimes, killedAt, firstDoneAt });
  kill();
  await clock.settle();
  return violations;
}
