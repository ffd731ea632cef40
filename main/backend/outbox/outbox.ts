/**
 * The outbox: pending requests that wait for their files, for the network or for their turn. An entry and the uploads it
 * needs are on disk before the call that adds it resolves.
 */
import path from "node:path";
import type { BatchRequest, OutboxEntry } from "../../../preload/contract/outbox";
import type { Handlers } from "../../../preload/contract";
import { undeliveredWorkspaceCodes } from "../../../preload/facts/errors";
import { AppError, isErrorCode } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Remote } from "../../remote/remote";
import type { NewOutboxEntry, OutboxStore, ShownRow } from "./store";
import type { UploadStore } from "../uploads/store";
import type { UploadQueue } from "../uploads/queue";
import type { ConfirmFiles } from "../approvals/confirm-files";
import type { BatchEntries, TargetProject } from "./batch-entries";
import { toLanguagesRow, type LanguageEntries } from "./language-entries";
import { readTargetFolder, type RequestMedia, type RequiredMedia } from "./request-media";
import type { ScriptUploads } from "./script-uploads";
import type { RequestKind } from "./request-kind";
import { createOutboxWorker } from "./outbox-worker";

export interface OutboxDeps {
  store: OutboxStore;
  uploads: UploadStore;
  queue: Pick<UploadQueue, "retry" | "restore">;
  media: RequestMedia;
  confirmFiles: Pick<ConfirmFiles, "outside">;
  scriptUploads: ScriptUploads;
  batchEntries: BatchEntries;
  languageEntries: LanguageEntries;
  bulkKind: RequestKind;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  remote: (workspaceId: string) => Remote;
  isReachable: (workspaceId: string) => boolean;
  onChanged: () => void;
  /** Called after uploads were queued. */
  onQueued: () => void;
  log: Log;
  now: () => number;
  backoffMs: number;
  onStep?: (step: string) => void;
}

/** How long a stop waits for requests that are being sent, in milliseconds. */
const stopGraceMs = 1_000;

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(deps: OutboxDeps) {
  const { store, scriptUploads, media, batchEntries, languageEntries } = deps;
  const logNotDeleted = (error: unknown) => deps.log.warn("outbox: copies were not deleted", error);
  const worker = createOutboxWorker({
    ...deps,
    kinds: { batch: batchEntries.kind, bulk: deps.bulkKind, languages: languageEntries.kind },
    onSent: (id) => void scriptUploads.discard([id]).catch(logNotDeleted),
  });

  function requireEntry(workspaceId: string, entryId: number): ShownRow {
    const row = store.get(entryId);
    if (row?.workspaceId === workspaceId) return row;
    throw new AppError("not-found", "this entry no longer exists");
  }

  function problemOf(row: ShownRow): OutboxEntry["problem"] {
    if (row.shown === "refused" && row.state === "waiting") {
      const [failed] = store.failedFiles(row.id, 1);
      // A cancelled upload has no error.
      if (!failed || failed.errorCode === null) return null;
      const code = isErrorCode(failed.errorCode) ? failed.errorCode : "internal";
      return { code, message: path.basename(failed.sourcePath) };
    }
    if (row.errorCode === null) return null;
    const code = isErrorCode(row.errorCode) ? row.errorCode : "internal";
    return { code, message: row.errorMessage ?? "" };
  }

  function toEntry(row: ShownRow): OutboxEntry {
    const isWaiting = row.shown === "waiting";
    return {
      id: row.id,
      projectId: row.projectId,
      projectName: row.projectName,
      kind: row.kind,
      name: row.name,
      state: row.shown,
      waitsFor: {
        uploads: row.uploads,
        failedUploads: row.failedUploads,
        script: isWaiting && row.hasScript === 1 && !scriptUploads.isUploaded(row.id),
        network: isWaiting && !worker.isOpen(row.workspaceId),
      },
      problem: problemOf(row),
      fields: JSON.parse(row.fields) as OutboxEntry["fields"],
      createdAt: row.createdAt,
      sentAt: row.sentAt,
      resultId: row.resultId,
    };
  }

  /** Adds an entry with its files, on disk when it resolves; `also` writes in the transaction that lists it. */
  async function enqueue(
    entry: NewOutboxEntry,
    requiredMedia: readonly RequiredMedia[],
    also?: (id: number) => void,
  ): Promise<number> {
    const { workspaceId } = entry;
    const files = await media.identify(workspaceId, requiredMedia);
    // Throws when the workspace was removed meanwhile.
    deps.remote(workspaceId);
    const id = store.durably(() => store.add(entry, deps.now()));
    deps.onStep?.("added");
    const isQueued = await media.assign(id, workspaceId, files);
    deps.onStep?.("files assigned");
    store.publish(id, also && (() => also(id)));
    deps.onStep?.("listed");
    if (isQueued) deps.onQueued();
    deps.onChanged();
    worker.tick();
    return id;
  }

  const handlers: Handlers["outbox"] = {
    list({ workspaceId, projectId, filter, offset, limit }) {
      const { rows, total } = store.list(workspaceId, projectId, filter, offset, limit);
      const counts = { waiting: 0, sending: 0, refused: 0, sent: 0 };
      for (const { state, n } of store.counts(workspaceId, projectId)) counts[state] = n;
      return { entries: rows.map(toEntry), total, counts };
    },
    entry: ({ workspaceId, entryId }) => toEntry(requireEntry(workspaceId, entryId)),
    order({ workspaceId, entryId }) {
      const row = requireEntry(workspaceId, entryId);
      const order = row.kind === "batch" ? batchEntries.read(row) : null;
      const languages = row.kind === "languages" ? languageEntries.read(row) : null;
      const fields = JSON.parse(row.fields) as OutboxEntry["fields"];
      return { order, languages, targetFolder: row.targetFolder, draftId: row.draftId, fields };
    },
    async add({ workspaceId, projectId, order, targetFolder }) {
      const folder = readTargetFolder(targetFolder);
      const project = await deps.project(workspaceId, projectId);
      batchEntries.validate(workspaceId, project, order);
      const requiredMedia = await batchEntries.requiredMedia(workspaceId, project, order, folder);
      await deps.confirmFiles.outside(requiredMedia);
      const entryId = await enqueue(
        { ...toRow(order, folder), workspaceId, projectId, projectName: project.name },
        requiredMedia,
      );
      return { entryId };
    },
    async addLanguages({ workspaceId, projectId, order, replaces }) {
      await languageEntries.validate(workspaceId, order);
      const row = toLanguagesRow(order);
      if (replaces === null) {
        const { name: projectName } = await deps.project(workspaceId, projectId);
        const entryId = await enqueue({ ...row, workspaceId, projectId, projectName }, []);
        return { entryId };
      }
      const { kind, resultId } = requireEntry(workspaceId, replaces);
      if (kind !== "languages" || resultId !== order.batchId)
        throw new AppError("invalid-input", "this entry is for another batch");
      if (!store.durably(() => store.replace(replaces, row)))
        throw new AppError("unconfirmed", "it is being sent, or was sent already");
      await scriptUploads.discard([replaces]);
      deps.onChanged();
      worker.tick();
      return { entryId: replaces };
    },
    async change({ workspaceId, entryId, order, targetFolder }) {
      const { projectId, kind } = requireEntry(workspaceId, entryId);
      if (kind !== "batch") throw new AppError("invalid-input", "this entry is not a batch");
      const folder = readTargetFolder(targetFolder);
      const project = await deps.project(workspaceId, projectId);
      batchEntries.validate(workspaceId, project, order);
      const requiredMedia = await batchEntries.requiredMedia(workspaceId, project, order, folder);
      await deps.confirmFiles.outside(requiredMedia);
      const files = await media.identify(workspaceId, requiredMedia);
      const isReplaced = store.durably(() => {
        if (!store.replace(entryId, toRow(order, folder))) return false;
        // Missing files keep the entry waiting until `assign` has found or queued their uploads.
        for (const { sourcePath, galleryPath, identity, field } of files)
          if (!store.files(entryId).some((file) => file.sourcePath === sourcePath))
            store.putFile(entryId, {
              ...identity,
              sourcePath,
              galleryPath,
              upload: null,
              isThere: 0,
              field,
            });
        media.removeOthers(entryId, new Set(files.map(({ sourcePath }) => sourcePath)));
        return true;
      });
      if (!isReplaced) throw new AppError("unconfirmed", "it is being sent, or was sent already");
      await scriptUploads.discard([entryId]);
      if (await media.assign(entryId, workspaceId, files)) deps.onQueued();
      deps.onChanged();
      worker.tick();
    },
    async retry({ workspaceId, entryIds }) {
      store.retry(workspaceId, entryIds);
      for (const id of entryIds) await retryFiles(workspaceId, id);
      worker.release(workspaceId);
      deps.onChanged();
    },
    drop({ workspaceId, entryIds }) {
      store.setRemoved(workspaceId, entryIds, true);
      deps.onChanged();
    },
    restore({ workspaceId, entryIds }) {
      store.setRemoved(workspaceId, entryIds, false);
      deps.onChanged();
      worker.tick();
    },
    async clearSent({ workspaceId }) {
      const deleted = store.deleteSent(workspaceId);
      deps.onChanged();
      await scriptUploads.discard(deleted);
    },
  };

  /** Retries failed uploads of an entry, restores cancelled ones and queues deleted ones again. */
  async function retryFiles(workspaceId: string, entryId: number): Promise<void> {
    const row = store.get(entryId);
    if (!row || row.workspaceId !== workspaceId || row.failedUploads === 0) return;
    const missing = store.files(entryId).filter(({ isThere }) => isThere === 0);
    const ids = missing.flatMap(({ upload }) => upload ?? []);
    const inState = (state: string) => ids.filter((id) => deps.uploads.get(id)?.state === state);
    const failed = inState("failed");
    if (failed.length > 0) await deps.queue.retry({ ids: failed });
    const cancelled = inState("cancelled");
    if (cancelled.length > 0) deps.queue.restore(cancelled);
    const withoutUpload = missing.filter(({ upload }) => upload === null);
    if (withoutUpload.length === 0) return;
    try {
      const files = await media.identify(workspaceId, withoutUpload);
      if (await media.assign(entryId, workspaceId, files)) deps.onQueued();
    } catch (error) {
      // For example a missing file. The entry still shows the failed upload.
      deps.log.info(`outbox: not queued again ${entryId}`, error);
    }
  }

  return {
    handlers,
    enqueue,
    /** Throws "not-found" for an entry that was deleted. */
    entry: (workspaceId: string, entryId: number): OutboxEntry =>
      toEntry(requireEntry(workspaceId, entryId)),
    /** Deletes the copies and URLs of entries that were deleted from the store. */
    discardEntries(ids: readonly number[]): void {
      if (ids.length === 0) return;
      scriptUploads.discard(ids).catch(logNotDeleted);
      deps.onChanged();
    },
    /** Starts due requests. Call after any change that may unblock one. */
    tick: worker.tick,
    /** Call after an upload changed: entries that wait for it are shown differently. */
    uploadsChanged(): void {
      if (store.hasUnsent()) deps.onChanged();
    },
    /** Call after a workspace, or without an id any of them, may have become reachable. */
    wake(workspaceId?: string): void {
      store.makeDue(
        workspaceId ?? null,
        workspaceId === undefined ? undefined : undeliveredWorkspaceCodes,
      );
      worker.release(workspaceId);
      deps.onChanged();
    },
    start(): void {
      store.deleteUnlisted();
      scriptUploads.clear().catch(logNotDeleted);
      worker.start();
    },
    stop: () => worker.stop(stopGraceMs),
    /** Resolves when no request is being sent. */
    idle: () => worker.idle(),
    /** Deletes all entries of a workspace that is being removed. */
    async forget(workspaceId: string): Promise<void> {
      const deleted = store.deleteAll(workspaceId);
      worker.forget(workspaceId);
      await scriptUploads.discard(deleted);
      deps.onChanged();
    },
  };
}

function toRow(order: BatchRequest, targetFolder: string) {
  return {
    kind: "batch" as const,
    name: order.name.normalize("NFC").trim(),
    targetFolder,
    body: JSON.stringify(order),
    hasScript: order.script.kind === "file",
    draftId: null,
  };
}
