/**
 * Moves the folder of a local workspace; a crash at any step leaves the workspace with its data.
 */
import { existsSync } from "node:fs";
import type { WorkspaceRow, WorkspaceStore } from "./store";
import type { FolderTransfer, TransferProgress } from "./folder-transfer";
import type { LocalRunner } from "./local-runner";

/**
 * Stops the service, moves its folder and starts it there. When the move fails, or the service does
 * not start in the new folder, nothing is changed. The files of the former folder are deleted last.
 */
export async function relocate(
  deps: { store: WorkspaceStore; runner: LocalRunner; workspaceId: string },
  transfer: FolderTransfer,
): Promise<TransferProgress> {
  const { store, runner, workspaceId } = deps;
  const done: { progress?: TransferProgress } = {};
  // The folder and the row change in two steps. With the stored target, the folder is found if the
  // process ends between them.
  store.setPendingMove(workspaceId, transfer.to);
  try {
    await runner.relocate(async () => {
      done.progress = await transfer.run();
      store.setDataDir(workspaceId, transfer.to);
      return transfer.to;
    });
  } catch (error) {
    if (done.progress) {
      await runner.relocate(async () => {
        await transfer.undo();
        return transfer.from;
      });
    }
    store.setDataDir(workspaceId, transfer.from);
    throw error;
  }
  await transfer.finish();
  return done.progress ?? { files: 0, bytes: 0, totalFiles: 0, totalBytes: 0 };
}

/** Completes an interrupted move after a start: the rename may have been done. */
export function completeMove(store: WorkspaceStore, found: WorkspaceRow): WorkspaceRow {
  const to = store.pendingMove(found.id);
  if (to === null) return found;
  const dataDir = !existsSync(found.dataDir) && existsSync(to) ? to : found.dataDir;
  store.setDataDir(found.id, dataDir);
  return { ...found, dataDir };
}
