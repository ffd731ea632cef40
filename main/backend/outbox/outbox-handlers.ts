/** The calls of the outbox: adds, changes, retries, removes and lists entries. */
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { Handlers } from "../../../preload/contract";
import { AppError } from "../../common/errors";
import type { BatchEntries } from "./requests/batch-entries";
import type { EntryView } from "./entry-view";
import type { LanguageEntries } from "./requests/language-entries";
import type { OutboxWorker } from "./sending/outbox-worker";
import type { RequestMedia } from "./requests/request-media";
import type { RequiredMedia } from "./requests/media-identity";
import type { RetryFiles } from "./retry-files";
import type { ScriptUploads } from "./requests/script-uploads";
import type { NewOutboxEntry } from "./store/entry-rows";
import type { OutboxStore } from "./store/outbox-store";

export interface OutboxHandlersDeps {
  store: OutboxStore;
  media: RequestMedia;
  scriptUploads: Pick<ScriptUploads, "discard">;
  requests: { batch: BatchEntries; languages: LanguageEntries };
  view: EntryView;
  worker: Pick<OutboxWorker, "entriesChanged" | "release">;
  /** Adds an entry and waits for its delivery. */
  send: (entry: NewOutboxEntry, media: readonly RequiredMedia[]) => Promise<OutboxEntry>;
  retryFiles: RetryFiles;
  onChanged: () => void;
}

export function createOutboxHandlers(deps: OutboxHandlersDeps): Handlers["outbox"] {
  const { store, media, scriptUploads, requests, view, worker, onChanged } = deps;
  const unconfirmed = () => new AppError("unconfirmed", "it is being sent, or was sent already");

  return {
    list({ workspaceId, projectId, filter, offset, limit }) {
      const { rows, total } = store.list(workspaceId, projectId, filter, offset, limit);
      const counts = { waiting: 0, sending: 0, refused: 0, sent: 0 };
      for (const { state, n } of store.counts(workspaceId, projectId)) counts[state] = n;
      return { entries: rows.map(view.toEntry), total, counts };
    },
    entry: ({ workspaceId, entryId }) => view.toEntry(view.require(workspaceId, entryId)),
    request({ workspaceId, entryId }) {
      const row = view.require(workspaceId, entryId);
      const request = row.kind === "batch" ? requests.batch.read(row) : null;
      const languages = row.kind === "languages" ? requests.languages.read(row) : null;
      const { targetFolder, draftId } = row;
      return { request, languages, targetFolder, draftId, fields: view.fieldsOf(row) };
    },
    async add({ workspaceId, projectId, request, targetFolder }) {
      const target = { workspaceId, projectId };
      const { entry, files } = await requests.batch.check(target, request, targetFolder);
      return deps.send(entry, files);
    },
    async addLanguages({ workspaceId, projectId, request, replaces }) {
      const entry = await requests.languages.check({ workspaceId, projectId }, request);
      if (replaces === null) return deps.send(entry, []);
      const { kind, resultId } = view.require(workspaceId, replaces);
      if (kind !== "languages" || resultId !== request.batchId)
        throw new AppError("invalid-input", "this entry is for another batch");
      if (!store.durably(() => store.replace(replaces, entry))) throw unconfirmed();
      await scriptUploads.discard([replaces]);
      onChanged();
      worker.entriesChanged();
      return view.toEntry(view.require(workspaceId, replaces));
    },
    async change({ workspaceId, entryId, request, targetFolder }) {
      const { projectId, kind } = view.require(workspaceId, entryId);
      if (kind !== "batch") throw new AppError("invalid-input", "this entry is not a batch");
      const target = { workspaceId, projectId };
      const { entry, files: needed } = await requests.batch.check(target, request, targetFolder);
      const files = await media.identify(workspaceId, needed);
      const isReplaced = store.durably(() => {
        if (!store.replace(entryId, entry)) return false;
        // Missing files keep the entry waiting until `assign` has found or queued their uploads.
        for (const { sourcePath, galleryPath, identity, field } of files)
          if (!store.files(entryId).some((file) => file.sourcePath === sourcePath))
            store.putFile(entryId, {
              ...identity,
              contentMd5: "",
              sourcePath,
              galleryPath,
              upload: null,
              isThere: 0,
              field,
            });
        media.removeOthers(entryId, new Set(files.map(({ sourcePath }) => sourcePath)));
        return true;
      });
      if (!isReplaced) throw unconfirmed();
      await scriptUploads.discard([entryId]);
      await media.assign(entryId, workspaceId, files);
      onChanged();
      worker.entriesChanged();
    },
    async retry({ workspaceId, entryIds }) {
      store.retry(workspaceId, entryIds);
      for (const id of entryIds) await deps.retryFiles(workspaceId, id);
      worker.release(workspaceId);
      onChanged();
    },
    drop({ workspaceId, entryIds }) {
      store.remove(workspaceId, entryIds);
      onChanged();
      worker.entriesChanged();
    },
    restore({ workspaceId, entryIds }) {
      store.restore(workspaceId, entryIds);
      onChanged();
      worker.entriesChanged();
    },
    async clearSent({ workspaceId }) {
      const deleted = store.deleteSent(workspaceId);
      onChanged();
      await scriptUploads.discard(deleted);
    },
  };
}
