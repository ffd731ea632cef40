/** SQL of watch folders. */
import { z } from "zod";
import type { Database } from "../../common/database/database";
import type { ConflictRule } from "../uploads/store/upload-rows";
import { createWatchedFileStore } from "./file-store";

/** A watch folder as the user has configured it. */
export interface WatchFolderSettings {
  /** Absolute path of the folder on this computer. */
  sourcePath: string;
  /** Folder of the gallery: "a/b/", or "" for the top. */
  targetFolder: string;
  include: string[];
  exclude: string[];
  quietMs: number;
  /**
   * What happens when the gallery has a file at the path that did not come from this watch folder.
   */
  onConflict: ConflictRule;
}

export interface WatchFolderRow extends WatchFolderSettings {
  id: number;
  workspaceId: string;
  isPaused: boolean;
}

interface StoredFolder extends Omit<WatchFolderRow, "include" | "exclude" | "isPaused"> {
  include: string;
  exclude: string;
  isPaused: number;
}

const columns = `id, workspace_id AS workspaceId, source_path AS sourcePath, target_folder AS targetFolder, include,
  exclude, quiet_ms AS quietMs, on_conflict AS onConflict, is_paused AS isPaused`;
const texts = z.array(z.string());

const fromStored = (row: StoredFolder): WatchFolderRow => ({
  ...row,
  include: texts.parse(JSON.parse(row.include)),
  exclude: texts.parse(JSON.parse(row.exclude)),
  isPaused: row.isPaused === 1,
});
const valuesOf = (settings: WatchFolderSettings) => [
  settings.sourcePath,
  settings.targetFolder,
  JSON.stringify(settings.include),
  JSON.stringify(settings.exclude),
  settings.quietMs,
  settings.onConflict,
];

export type WatchFolderStore = ReturnType<typeof createWatchFolderStore>;

export function createWatchFolderStore(db: Database) {
  /**
   * A removed watch folder of the same source and target cannot be restored beside an existing one.
   */
  function deleteRemoved(
    workspaceId: string,
    { sourcePath, targetFolder }: WatchFolderSettings,
  ): void {
    db.run(
      `DELETE FROM watch_folders WHERE removed_at IS NOT NULL AND workspace_id = ? AND source_path = ?
         AND target_folder = ?`,
      workspaceId,
      sourcePath,
      targetFolder,
    );
  }

  return {
    ...createWatchedFileStore(db),
    /** In the order in which they were added, without removed ones. */
    all: (): WatchFolderRow[] =>
      db
        .all<StoredFolder>(
          `SELECT ${columns} FROM watch_folders WHERE removed_at IS NULL ORDER BY id`,
        )
        .map(fromStored),
    get(id: number): WatchFolderRow | undefined {
      const row = db.get<StoredFolder>(
        `SELECT ${columns} FROM watch_folders WHERE id = ? AND removed_at IS NULL`,
        id,
      );
      return row && fromStored(row);
    },
    /** Adds a watch folder; on disk when it returns. */
    add(workspaceId: string, settings: WatchFolderSettings, now: number): number {
      const sql = `INSERT INTO watch_folders (source_path, target_folder, include, exclude, quiet_ms, on_conflict,
          workspace_id, is_paused, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)`;
      return db.durably(() => {
        deleteRemoved(workspaceId, settings);
        return Number(db.prepare(sql).run(...valuesOf(settings), workspaceId, now).lastInsertRowid);
      });
    },
    /** Changes the settings. With another source or target, all files are uploaded there. */
    change(id: number, settings: WatchFolderSettings): void {
      db.durably(() => {
        const row = db.get<{ workspaceId: string }>(
          "SELECT workspace_id AS workspaceId FROM watch_folders WHERE id = ?",
          id,
        );
        if (row) deleteRemoved(row.workspaceId, settings);
        db.run(
          `DELETE FROM watched_files WHERE watch_folder_id = ?1 AND EXISTS (
             SELECT 1 FROM watch_folders WHERE id = ?1 AND (source_path <> ?2 OR target_folder <> ?3))`,
          id,
          settings.sourcePath,
          settings.targetFolder,
        );
        db.run(
          `UPDATE watch_folders SET source_path = ?, target_folder = ?, include = ?, exclude = ?, quiet_ms = ?,
             on_conflict = ? WHERE id = ?`,
          ...valuesOf(settings),
          id,
        );
      });
    },
    setPaused(id: number, isPaused: boolean): void {
      db.durably(() =>
        db.run("UPDATE watch_folders SET is_paused = ? WHERE id = ?", isPaused ? 1 : 0, id),
      );
    },
    /** Removes a watch folder until it is restored, or `deleteRemoved` deletes it. */
    remove(id: number, now: number): void {
      db.durably(() => db.run("UPDATE watch_folders SET removed_at = ? WHERE id = ?", now, id));
    },
    /** Undo of `remove`. Returns whether there is such a watch folder. */
    restore(id: number): boolean {
      const sql = "UPDATE watch_folders SET removed_at = NULL WHERE id = ?";
      return db.durably(() => db.prepare(sql).run(id).changes > 0);
    },
    /** Deletes the removed watch folders, and what is known about their files. */
    deleteRemoved(): void {
      db.durably(() => db.run("DELETE FROM watch_folders WHERE removed_at IS NOT NULL"));
    },
    /** Deletes the watch folders of a workspace, also removed ones. */
    deleteWorkspace(workspaceId: string): void {
      db.durably(() => db.run("DELETE FROM watch_folders WHERE workspace_id = ?", workspaceId));
    },
  };
}
