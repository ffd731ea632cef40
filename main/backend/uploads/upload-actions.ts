/** The user's actions on uploads: each changes the rows, then the queue applies the change. */
import type { ConflictChoice, UploadMove } from "../../../preload/model";
import type { UploadStore } from "./store/upload-store";
import type { FileAccess } from "./transfer/disk";
import { isSameFile } from "./transfer/source-file";
import type { UploadSelection } from "./store/upload-selection";

export interface UploadActionsDeps {
  store: UploadStore;
  files: Pick<FileAccess, "identity">;
  /** Rows were paused or cancelled: their transfers end. */
  onStopped: () => void;
  /** Uploads may be due that were not, or in another order. */
  onChanged: () => void;
  /** The user retries: suspensions end. */
  onRetried: () => void;
}

export function createUploadActions({ store, files, ...deps }: UploadActionsDeps) {
  return {
    pause(selection: UploadSelection): void {
      store.pause(selection);
      deps.onStopped();
    },
    cancel(selection: UploadSelection): void {
      store.cancel(selection);
      deps.onStopped();
    },
    resume(selection: UploadSelection): void {
      store.resume(selection);
      deps.onChanged();
    },
    restore(ids: readonly number[]): void {
      store.restore(ids);
      deps.onChanged();
    },
    move(selection: UploadSelection, to: UploadMove): number {
      const id = store.move(selection, to);
      deps.onChanged();
      return id;
    },
    undoMove(id: number): void {
      store.undoMove(id);
      deps.onChanged();
    },
    /** Retries now. A file that changed is sent in its present state, from its beginning. */
    async retry(selection: UploadSelection): Promise<void> {
      for (const row of store.failedOf(selection)) {
        const found = await files.identity(row.sourcePath).catch(() => null);
        if (found !== null && !isSameFile(found, row)) store.updateIdentity(row.id, found);
      }
      store.retry(selection);
      deps.onRetried();
    },
    /** Applies the user's choice to uploads that stopped because their gallery path is taken. */
    resolveConflicts(selection: UploadSelection, choice: ConflictChoice): void {
      store.resolveConflicts(selection, choice);
      deps.onChanged();
    },
  };
}
