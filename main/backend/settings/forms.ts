/** Forms that are being filled in, so that they survive a restart. */
import type { Handlers } from "../../../preload/contract";
import type { Database } from "../../common/database/database";

/** The text of a form is the window's own; it is stored by workspace and `place`, the name of the form. */
export function createForms(db: Database): Handlers["forms"] {
  return {
    kept({ workspaceId, place }) {
      const sql = "SELECT text FROM forms WHERE workspace_id = ? AND place = ?";
      const text = db.get<{ text: string }>(sql, workspaceId, place)?.text ?? null;
      return { text };
    },
    /** On disk when it returns; null deletes the form. Nothing is stored for a workspace that does not exist. */
    keep({ workspaceId, place, text }) {
      db.durably(() => {
        if (text === null)
          db.run("DELETE FROM forms WHERE workspace_id = ? AND place = ?", workspaceId, place);
        else
          db.run(
            `INSERT OR REPLACE INTO forms (workspace_id, place, text)
               SELECT id, ?, ? FROM workspaces WHERE id = ?`,
            place,
            text,
            workspaceId,
          );
      });
    },
  };
}
