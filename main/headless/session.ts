/**
 * What the commands that upload have in common: the database of a state folder, one workspace, and
 * its queue.
 */
import path from "node:path";
import { kindOf } from "../../preload/facts/errors";
import {
  defaultUploadHours,
  defaultUploadSettings,
  type Problem,
  type UploadSummary,
} from "../../preload/model";
import { createGallery } from "../backend/gallery/gallery";
import { createGalleryStore } from "../backend/gallery/store";
import { defaultTiming, type Timing } from "../backend/timing";
import { mayEndWithoutUser } from "../backend/uploads/failure-policies";
import { walkOf } from "../backend/uploads/plans/thread-walk";
import { createUploadQueue } from "../backend/uploads/queue";
import { putThreadsOf } from "../backend/uploads/transfer/put-threads";
import { createUploadStore } from "../backend/uploads/store/upload-store";
import { hoursState } from "../backend/uploads/upload-hours";
import { openDatabase } from "../common/database/database";
import { migrations } from "../common/database/migrations";
import { AppError, toProblem } from "../common/errors";
import { silentLog } from "../common/log";
import { retryPolicies, withRetry } from "../common/retry";
import { createRemote } from "../remote/remote";
import type { Routes } from "../remote/http/routes";
import { queueDatabaseName } from "./arguments";
import type { BandwidthArguments } from "./bandwidth-arguments";
import type { Report } from "./report";

export interface SessionOptions {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  routes: Routes;
  /** No limit unless given. */
  bandwidth?: BandwidthArguments;
  /** Folder of the queue database. */
  stateDir: string;
  /** For tests. */
  timing?: Partial<Timing>;
}

export type Session = ReturnType<typeof createSession>;

/**
 * Opens the database. The queue is started by the caller, and stopped before `close`. `bundles`:
 * the folder of the bundles; without it no threads are used.
 */
export function createSession(options: SessionOptions, bundles: string | undefined) {
  const { baseUrl, clientId, clientSecret } = options;
  const { hours, limit: bandwidthLimit } = options.bandwidth ?? { hours: null, limit: 0 };
  // A state folder may be shared by several workspaces; each has its own queue. Credentials select
  // the workspace.
  const workspaceId = `${baseUrl} ${clientId}`;
  const db = openDatabase(path.join(options.stateDir, queueDatabaseName), migrations);
  const store = createUploadStore(db);
  const galleryStore = createGalleryStore(db);
  const remote = createRemote({
    connection: () => Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" }),
    routes: options.routes,
  });
  const gallery = createGallery({
    store: galleryStore,
    media: () => remote.media,
    onChanged: () => undefined,
    now: Date.now,
  });
  const queue = createUploadQueue({
    store,
    log: silentLog,
    workspaces: { ids: () => [workspaceId], media: () => remote.media, clones: () => null },
    timing: { ...defaultTiming, ...options.timing },
    gallery: {
      readAt: (id) => galleryStore.status(id).readAt,
      refreshIfOlder: gallery.refreshIfOlder,
      has: galleryStore.has,
    },
    connectivity: { blocked: () => null, routes: options.routes },
    createExecutor: putThreadsOf(bundles),
    maxAttempts: retryPolicies.headless.maxAttempts,
    isUnattended: true,
    hours: () => hoursState(hours ?? defaultUploadHours, null, Date.now()),
    initial: { settings: { ...defaultUploadSettings, bandwidthLimit }, isPaused: false },
  });
  gallery.onListing(queue.beginListing);
  let galleryProblem: Problem | null = null;
  queue.onArrived((rows) => {
    const paths = rows.map(({ galleryPath }) => galleryPath);
    galleryStore.add(workspaceId, paths);
  });

  return {
    workspaceId,
    db,
    store,
    galleryStore,
    queue,
    walk: walkOf(bundles),
    /**
     * Reads the gallery, and retries after temporary errors. Without the gallery, every file would
     * be treated as new and would replace an existing file at its path. Resolves with true if the
     * gallery was read.
     */
    async readGallery(report: Report, signal: AbortSignal): Promise<boolean> {
      const attempt = () =>
        gallery.refresh(workspaceId).catch((error: unknown) => {
          galleryProblem = toProblem(error);
          const { code, message } = galleryProblem;
          report.write({ event: "waiting", code, message: `the gallery was not read: ${message}` });
          throw error;
        });
      const minDelayOf = (error: unknown) =>
        error instanceof AppError &&
        (["connection", "transient"].includes(kindOf(error.code)) || mayEndWithoutUser(error))
          ? (error.retryAfterMs ?? 0)
          : null;
      return withRetry(attempt, { policy: retryPolicies.headless, minDelayOf, signal }).then(
        () => {
          galleryProblem = null;
          return true;
        },
        () => false,
      );
    },
    /** Why the gallery was not read at the last attempt; null if it was. */
    galleryProblem: () => galleryProblem,
    async close(): Promise<void> {
      await gallery.stop();
      await remote.close();
      db.close();
    },
  };
}

/** Returns a function that reports why the queue sends nothing, each reason once. */
export function createSuspensionReport(report: Report) {
  let last = "";
  return ({ suspension, hours }: Pick<UploadSummary, "hours" | "suspension">): void => {
    const reason = suspension ?? (hours?.kind === "closed" ? outsideHours(hours) : null);
    if (!reason || reason.code + reason.message === last) return;
    last = reason.code + reason.message;
    report.write({ event: "waiting", code: reason.code, message: reason.message });
  };
}

function outsideHours({ until }: NonNullable<UploadSummary["hours"]>) {
  const message = `nothing is sent until ${until === null ? "the hours" : new Date(until).toLocaleString()}`;
  return { code: "outside-hours", message };
}
