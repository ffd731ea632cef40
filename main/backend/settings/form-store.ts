/** Forms that somebody is filling in, as the window writes them. */
import type { Database } from "../../common/database/database";

export type FormStore = ReturnType<typeof createFormStore>;

export function createFormStore(db: Database) {
  return {
    get(workspaceId: string, place: string): string | null {
      const sql = "SELECT text FROM forms WHERE workspace_id = ? AND place = ?";
      return db.get<{ text: string }>(sql, workspaceId, place)?.text ?? null;
    },
    /** On disk when it returns; null forgets it. A form of a workspace that is gone has gone with it. */
    set(workspaceId: string, place: string, text: string | null): void {
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
