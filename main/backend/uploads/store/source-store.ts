/** SQL of uploads whose files changed, or cannot be read. */
import { unavailableCodes } from "../../../../preload/facts/errors";
import type { UploadState } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import {
  fromTheBeginning,
  noProblem,
  replacesFormer,
  uncheckPath,
  uploadColumns,
  type FileSnapshot,
  type UploadRow,
} from "./upload-rows";
import { pendingStates, quoted } from "./upload-selection";

const unavailable = unavailableCodes.map((code) => `'${code}'`).join(", ");

export function createSourceStore(db: Database) {
  function setIdentity(
    id: number,
    identity: FileSnapshot,
    set: string,
    states: readonly UploadState[],
  ): void {
    db.durably(() => {
      const updated = db.run(
        `UPDATE uploads SET ${fromTheBeginning}, ${uncheckPath}, ${replacesFormer}, size = ?, mtime_ns = ?, inode = ?,
           ctime_ns = ?, device = ?, ${set} WHERE id = ? AND state IN (${quoted(states)})`,
        identity.size,
        identity.mtimeNs,
        identity.inode,
        identity.ctimeNs,
        identity.device,
        id,
      );
      if (updated > 0) db.run("DELETE FROM upload_parts WHERE upload = ?", id);
    });
  }

  return {
    /** Stores the present identity of a changed file; its content is sent from its beginning. */
    adoptIdentity(id: number, identity: FileSnapshot): void {
      const set = `restart_reason = 'file-changed', state = 'queued', attempts = 0, resends = '{}', ${noProblem}`;
      setIdentity(id, identity, set, pendingStates);
    },
    /** Stores the present identity of a failed file; its sent parts are discarded. */
    updateIdentity(id: number, identity: FileSnapshot): void {
      setIdentity(id, identity, "restart_reason = NULL", ["failed"]);
    },
    /** A page of the failed uploads whose files could not be read, in the order of their ids. */
    unavailable(afterId: number, limit: number): UploadRow[] {
      return db.all<UploadRow>(
        `SELECT ${uploadColumns} FROM uploads WHERE state = 'failed' AND error_code IN (${unavailable})
           AND id > ? ORDER BY id LIMIT ?`,
        afterId,
        limit,
      );
    },
    /** Queues failed uploads whose files can be read again. */
    requeueAvailable(ids: readonly number[]): void {
      db.durably(() =>
        db.run(
          `UPDATE uploads SET state = 'queued', attempts = 0, finished_at = NULL, ${noProblem}
             WHERE state = 'failed' AND id IN (SELECT value FROM json_each(?))`,
          JSON.stringify(ids),
        ),
      );
    },
  };
}
