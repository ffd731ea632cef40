/**
 * The outbox: orders that wait for their files, for the network or for their turn. An order is on disk, with the
 * uploads it needs, before anybody is told that it was taken; README § How an order leaves the outbox.
 */
import path from "node:path";
import type { BatchRequest, OutboxEntry } from "../../../preload/contract/outbox";
import type { Handlers } from "../../../preload/contract";
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
  /** Uploads were queued. */
  onQueued: () => void;
  log: Log;
  now: () => number;
  backoffMs: number;
  onStep?: (step: string) => void;
}

const graceMs = 1_000;
/** These pass when the way to the service opens. */
const ofTheWay = [
  "offline",
  "token-refused",
  "secret-missing",
  "secret-unreadable",
  "certificate",
  "local-service-failed",
  "database-damaged",
  "database-missing",
];

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(deps: OutboxDeps) {
  const { store, scriptUploads, media, batchEntries, languageEntries } = deps;
  const notDeleted = (error: unknown) => deps.log.warn("outbox: copies were not deleted", error);
  const worker = createOutboxWorker({
    ...deps,
    kinds: { batch: batchEntries.kind, bulk: deps.bulkKind, languages: languageEntries.kind },
    onArrived: (id) => void scriptUploads.forget([id]).catch(notDeleted),
  });

  function own(workspaceId: string, entryId: number): ShownRow {
    const row = store.get(entryId);
    if (row?.workspaceId === workspaceId) return row;
    throw new AppError("not-found", "this entry is no longer there");
  }

  function problemOf(row: ShownRow): OutboxEntry["problem"] {
    if (row.shown === "refused" && row.state === "waiting") {
      const [failed] = store.failedFiles(row.id, 1);
      // An upload that was called off has met nothing.
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
        script: isWaiting && row.hasScript === 1 && !scriptUploads.isPut(row.id),
        network: isWaiting && !worker.isOpen(row.workspaceId),
      },
      problem: problemOf(row),
      fields: JSON.parse(row.fields) as OutboxEntry["fields"],
      createdAt: row.createdAt,
      sentAt: row.sentAt,
      resultId: row.resultId,
    };
  }

  /** Takes an entry with its files; on disk when it resolves, in one step with what `also` writes. */
  async function take(
    entry: NewOutboxEntry,
    requiredMedia: readonly RequiredMedia[],
    also?: (id: number) => void,
  ): Promise<number> {
    const { workspaceId } = entry;
    const files = await media.look(workspaceId, requiredMedia);
    // Refuses where the workspace was removed meanwhile.
    deps.remote(workspaceId);
    const id = store.durably(() => store.add(entry, deps.now()));
    deps.onStep?.("added");
    const isQueued = await media.keep(id, workspaceId, files);
    deps.onStep?.("files kept");
    store.open(id, also && (() => also(id)));
    deps.onStep?.("opened");
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
    entry: ({ workspaceId, entryId }) => toEntry(own(workspaceId, entryId)),
    order({ workspaceId, entryId }) {
      const row = own(workspaceId, entryId);
      const order = row.kind === "batch" ? batchEntries.read(row) : null;
      const languages = row.kind === "languages" ? languageEntries.read(row) : null;
      const fields = JSON.parse(row.fields) as OutboxEntry["fields"];
      return { order, languages, targetFolder: row.targetFolder, draftId: row.draftId, fields };
    },
    async add({ workspaceId, projectId, order, targetFolder }) {
      const folder = readTargetFolder(targetFolder);
      const place = await deps.project(workspaceId, projectId);
      batchEntries.check(workspaceId, place, order);
      const requiredMedia = await batchEntries.requiredMedia(workspaceId, place, order, folder);
      await deps.confirmFiles.outside(requiredMedia);
      const entryId = await take(
        { ...toRow(order, folder), workspaceId, projectId, projectName: place.name },
        requiredMedia,
      );
      return { entryId };
    },
    async addLanguages({ workspaceId, projectId, order, replaces }) {
      await languageEntries.check(workspaceId, order);
      const row = toLanguagesRow(order);
      if (replaces === null) {
        const { name: projectName } = await deps.project(workspaceId, projectId);
        const entryId = await take({ ...row, workspaceId, projectId, projectName }, []);
        return { entryId };
      }
      const { kind, resultId } = own(workspaceId, replaces);
      if (kind !== "languages" || resultId !== order.batchId)
        throw new AppError("invalid-input", "this entry is for another batch");
      if (!store.durably(() => store.replace(replaces, row)))
        throw new AppError("unconfirmed", "it is being sent, or was sent already");
      await scriptUploads.forget([replaces]);
      deps.onChanged();
      worker.tick();
      return { entryId: replaces };
    },
    async change({ workspaceId, entryId, order, targetFolder }) {
      const { projectId, kind } = own(workspaceId, entryId);
      if (kind !== "batch") throw new AppError("invalid-input", "this entry is no batch");
      const folder = readTargetFolder(targetFolder);
      const place = await deps.project(workspaceId, projectId);
      batchEntries.check(workspaceId, place, order);
      const requiredMedia = await batchEntries.requiredMedia(workspaceId, place, order, folder);
      await deps.confirmFiles.outside(requiredMedia);
      const files = await media.look(workspaceId, requiredMedia);
      const isReplaced = store.durably(() => {
        if (!store.replace(entryId, toRow(order, folder))) return false;
        // Until its files are kept it waits for one that is not there.
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
        media.leave(entryId, new Set(files.map(({ sourcePath }) => sourcePath)));
        return true;
      });
      if (!isReplaced) throw new AppError("unconfirmed", "it is being sent, or was sent already");
      await scriptUploads.forget([entryId]);
      if (await media.keep(entryId, workspaceId, files)) deps.onQueued();
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
      store.setDropped(workspaceId, entryIds, true);
      deps.onChanged();
    },
    restore({ workspaceId, entryIds }) {
      store.setDropped(workspaceId, entryIds, false);
      deps.onChanged();
      worker.tick();
    },
    async clearSent({ workspaceId }) {
      const gone = store.clear(workspaceId);
      deps.onChanged();
      await scriptUploads.forget(gone);
    },
  };

  /** Uploads that failed are tried again, those that were called off come back, those that are gone are made anew. */
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
    const gone = missing.filter(({ upload }) => upload === null);
    if (gone.length === 0) return;
    try {
      const files = await media.look(workspaceId, gone);
      if (await media.keep(entryId, workspaceId, files)) deps.onQueued();
    } catch (error) {
      // A file that is not there any more: the entry goes on saying so.
      deps.log.info(`outbox: not queued again ${entryId}`, error);
    }
  }

  return {
    handlers,
    take,
    /** Throws "not-found" for one that is no longer there. */
    entry: (workspaceId: string, entryId: number): OutboxEntry =>
      toEntry(own(workspaceId, entryId)),
    /** Forgets copies and URLs of entries that are gone. */
    forgetEntries(ids: readonly number[]): void {
      if (ids.length === 0) return;
      scriptUploads.forget(ids).catch(notDeleted);
      deps.onChanged();
    },
    /** Something that it waits for may have come: a file, the network, a turn. */
    tick: worker.tick,
    /** An upload moved: entries that wait for it look different. */
    uploadsChanged(): void {
      if (store.hasUnsent()) deps.onChanged();
    },
    /** The way to a workspace, or to all, has opened. */
    wake(workspaceId?: string): void {
      store.hurry(workspaceId ?? null, workspaceId === undefined ? undefined : ofTheWay);
      worker.release(workspaceId);
      deps.onChanged();
    },
    start(): void {
      store.clearDropped();
      scriptUploads.clear().catch(notDeleted);
      worker.start();
    },
    stop: () => worker.stop(graceMs),
    /** Resolves when nothing is under way any more. */
    ended: () => worker.ended(),
    /** Forgets a workspace that is being removed. */
    async forget(workspaceId: string): Promise<void> {
      const gone = store.remove(workspaceId);
      worker.forget(workspaceId);
      await scriptUploads.forget(gone);
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
