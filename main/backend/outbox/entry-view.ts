/** Entries of the outbox as the contract shows them. */
import path from "node:path";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import { AppError, isErrorCode } from "../../common/errors";
import type { ScriptUploads } from "./requests/script-uploads";
import type { ShownRow } from "./store/entry-rows";
import type { OutboxStore } from "./store/outbox-store";

export interface EntryViewDeps {
  store: OutboxStore;
  scriptUploads: Pick<ScriptUploads, "isUploaded">;
  /** Whether the workspace's service is reachable and accepts requests. */
  isOpen: (workspaceId: string) => boolean;
}

export type EntryView = ReturnType<typeof createEntryView>;

export function createEntryView({ store, scriptUploads, isOpen }: EntryViewDeps) {
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

  return {
    /**
     * The row of an entry of this workspace. Throws "not-found" for one that was removed or
     * deleted.
     */
    require(workspaceId: string, entryId: number): ShownRow {
      const row = store.get(entryId);
      const isShown = row && row.state !== "draft" && row.state !== "removed";
      if (isShown && row.workspaceId === workspaceId) return row;
      throw new AppError("not-found", "this entry no longer exists");
    },
    fieldsOf,
    toEntry(row: ShownRow): OutboxEntry {
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
          network: isWaiting && !isOpen(row.workspaceId),
        },
        problem: problemOf(row),
        fields: fieldsOf(row),
        createdAt: row.createdAt,
        sentAt: row.sentAt,
        resultId: row.resultId,
      };
    },
  };
}

/** The rejected fields of an entry. */
const fieldsOf = (row: ShownRow) => JSON.parse(row.fields) as OutboxEntry["fields"];
