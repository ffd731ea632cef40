/** What is sent from this computer, wired from what it stands on: the outbox, and the bulk requests that go through it. */
import path from "node:path";
import { projectType, type Batch } from "../../preload/resources";
import { AppError } from "../errors";
import type { Log } from "../log";
import type { Remote } from "../remote/remote";
import type { ScriptReader, ScriptRewriter } from "../scripts/reader";
import type { Database } from "../store/database";
import type { GalleryStore } from "../store/gallery";
import { createOutboxStore } from "../store/outbox";
import type { UploadStore } from "../store/uploads";
import type { UploadQueue } from "../uploads/queue";
import { kindKey } from "./list-kinds";
import type { Lists } from "./lists";
import { createBatchOrders, type OrderPlace } from "./outbox/batch-orders";
import { createMediaFiles } from "./outbox/media-files";
import { createOutbox } from "./outbox/outbox";
import { createScriptsAhead } from "./outbox/scripts-ahead";
import type { Projects } from "./projects";
import type { ScriptFiles } from "./script-files";
import type { ScriptStores } from "./script-store";

/** All in milliseconds. */
export interface SendingTiming {
  /** First step of every wait between tries. */
  backoffMs: number;
  /** How long after a lost answer a batch may still appear before it is sent again. */
  lostBatchMs: number;
  /** How long after a lost answer the batches of a bulk request may appear before the user is asked. */
  lostBulkMs: number;
}
const usualTiming: SendingTiming = {
  backoffMs: 1_000,
  lostBatchMs: 10_000,
  lostBulkMs: 5 * 60_000,
};

export interface SendingDeps {
  db: Database;
  profileDir: string;
  uploads: UploadStore;
  gallery: GalleryStore;
  refreshGallery: (workspaceId: string) => Promise<unknown>;
  queue: Pick<UploadQueue, "retry" | "restore" | "tick">;
  lists: Lists;
  projects: Pick<Projects, "get" | "unknownLanguages">;
  remote: (workspaceId: string) => Remote;
  isReachable: (workspaceId: string) => boolean;
  scriptFiles: ScriptFiles;
  reader: Pick<ScriptReader, "readBulk"> & ScriptRewriter;
  scriptStores: Pick<ScriptStores, "putScript">;
  changed: (topic: "outbox" | "bulk" | "uploads") => void;
  log: Log;
  now: () => number;
  timing: Partial<SendingTiming> | undefined;
  /** Called between any two steps of an order. */
  onStep: ((step: string) => void) | undefined;
}

export type Sending = ReturnType<typeof createSending>;

export function createSending(deps: SendingDeps) {
  const { gallery, lists, remote, now, log } = deps;
  const timing = { ...usualTiming, ...deps.timing };
  const store = createOutboxStore(deps.db);
  const onQueued = () => {
    deps.changed("uploads");
    deps.queue.tick();
  };
  const media = createMediaFiles({
    store,
    uploads: deps.uploads,
    gallery,
    refreshGallery: deps.refreshGallery,
    now,
  });
  const ahead = createScriptsAhead({
    folder: path.join(deps.profileDir, "outbox"),
    files: deps.scriptFiles,
    reader: deps.reader,
    putScript: deps.scriptStores.putScript,
    isInGallery: gallery.has,
    now,
  });

  async function project(workspaceId: string, projectId: string): Promise<OrderPlace> {
    const { project: found } = await deps.projects.get({ workspaceId, projectId });
    return { name: found.name, type: projectType.safeParse(found.type).data ?? null };
  }
  function onMade(workspaceId: string, batch: Batch | null, projectId: string): void {
    if (batch) lists.put(kindKey(workspaceId, "batches", projectId), [batch]);
    lists.reread(workspaceId, { kind: "batches", projectId });
  }

  const batchOrders = createBatchOrders({
    store,
    media,
    ahead,
    remote,
    project,
    unknownLanguages: deps.projects.unknownLanguages,
    onQueued,
    onMade,
    lookMs: timing.lostBatchMs,
  });
  const outbox = createOutbox({
    store,
    uploads: deps.uploads,
    queue: deps.queue,
    media,
    ahead,
    batchOrders,
    bulkKind: {
      names: () => [],
      prepare: () => Promise.reject(new AppError("not-offered", "not connected yet")),
      lookMs: timing.lostBulkMs,
      isSentAgain: false,
    },
    project,
    remote,
    isReachable: deps.isReachable,
    onChanged: () => deps.changed("outbox"),
    onQueued,
    log,
    now,
    backoffMs: timing.backoffMs,
    ...(deps.onStep ? { onStep: deps.onStep } : {}),
  });

  return { handlers: { outbox: outbox.handlers }, outbox };
}
