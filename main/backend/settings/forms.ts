/** Drafts of forms, stored so that they survive a restart. */
import type { Handlers } from "../../../preload/contract";
import type { Database } from "../../common/database/database";

/**
 * The text of a form is the window's own; it is stored by workspace and the key of the form (column
 * "place").
 */
export function createForms(db: Database): Handlers["forms"] {
  return {
    get({ workspaceId, key }) {
      const sql = "SELECT text FROM forms WHERE workspace_id = ? AND place = ?";
      const text = db.get<{ text: string }>(sql, workspaceId, key)?.text ?? null;
      return { text };
    },
    /**
     * On disk when it returns; null deletes the form. Nothing is stored for a workspace that does
     * not exist.
     */
    set({ workspaceId, key, text }) {
      db.durably(() => {
        if (text === null)
          db.run("DELETE FROM forms WHERE workspace_id = ? AND place = ?", workspaceId, key);
        else
          db.run(
            `INSERT OR REPLACE INTO forms (workspace_id, place, text)
               SELECT id, ?, ? FROM workspaces WHERE id = ?`,
            key,
            text,
            workspaceId,
          );
      });
    },
  };
}
