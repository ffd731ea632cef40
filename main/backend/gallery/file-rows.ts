/** SQL of the rows of files in the cached gallery, and of the counts of their folders. */
import type { Database } from "../../common/database/database";
import { sortKey } from "../../common/collation";
import { splitPath } from "./gallery-path";

/** The folders above a path, the top ("") first. */
function ancestors(parent: string): string[] {
  const found = [""];
  for (let at = parent.indexOf("/"); at !== -1; at = parent.indexOf("/", at + 1)) {
    found.push(parent.slice(0, at + 1));
  }
  return found;
}

export function createFileRows(db: Database) {
  /** Returns whether the file is new. */
  const addFile = (workspaceId: string, path: string, generation: number): boolean => {
    const { parent, name } = splitPath(path);
    const added = db.run(
      "INSERT OR IGNORE INTO gallery_files VALUES (?, ?, ?, ?, ?)",
      workspaceId,
      parent,
      sortKey(name),
      name,
      generation,
    );
    return added > 0;
  };

  /** Adds to the counts of a folder and of its parents; adds and deletes folders as needed. */
  function countFiles(workspaceId: string, parent: string, change: number): void {
    for (const path of ancestors(parent)) {
      const { parent: above, name } = splitPath(path);
      db.run(
        `INSERT INTO gallery_folders VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (workspace_id, path) DO UPDATE SET
           direct_files = direct_files + excluded.direct_files, all_files = all_files + excluded.all_files`,
        workspaceId,
        // The top folder has no parent.
        path === "" ? "/" : above,
        sortKey(name),
        path,
        name,
        path === parent ? change : 0,
        change,
      );
    }
  }

  /** Counts added files in their folders. */
  function countAll(workspaceId: string, added: readonly string[]): void {
    const byFolder = new Map<string, number>();
    for (const path of added) {
      const { parent } = splitPath(path);
      byFolder.set(parent, (byFolder.get(parent) ?? 0) + 1);
    }
    for (const [parent, files] of byFolder) countFiles(workspaceId, parent, files);
  }

  function deleteEmptyFolders(workspaceId: string): void {
    db.run(
      "DELETE FROM gallery_folders WHERE workspace_id = ? AND all_files <= 0 AND path <> ''",
      workspaceId,
    );
  }

  /**
   * Deletes the files that match a condition, and updates the counts of their folders. Returns how
   * many.
   */
  function deleteWhere(workspaceId: string, where: string, ...values: (string | number)[]): number {
    const counts = db.all<{ parent: string; files: number }>(
      `SELECT parent, count(*) AS files FROM gallery_files WHERE workspace_id = ? AND ${where} GROUP BY parent`,
      workspaceId,
      ...values,
    );
    db.run(`DELETE FROM gallery_files WHERE workspace_id = ? AND ${where}`, workspaceId, ...values);
    let total = 0;
    for (const { parent, files } of counts) {
      countFiles(workspaceId, parent, -files);
      total += files;
    }
    if (total > 0) deleteEmptyFolders(workspaceId);
    return total;
  }

  const deleteFile = (
    workspaceId: string,
    { parent, sortKey: key, name }: { parent: string; sortKey: string; name: string },
  ) => deleteWhere(workspaceId, "parent = ? AND sort_key = ? AND name = ?", parent, key, name);

  return { addFile, countAll, deleteWhere, deleteFile };
}
