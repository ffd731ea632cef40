/** SQL of the deliveries that are downloaded to folders of this computer. */
import { problem, type Problem } from "../../../preload/model";
import type { Database } from "../../common/database/database";

export interface DownloadTarget {
  workspaceId: string;
  projectId: string;
  batchId: string;
  deliveryId: string;
}

export interface DeliveryDownload extends DownloadTarget {
  /** The folder that the user chose; absolute. */
  target: string;
  /** The folder of this delivery in it; "" until it is created. */
  folder: string;
  state: "running" | "done" | "failed";
  /** Why it failed. */
  problem: Problem | null;
}

type Stored = Omit<DeliveryDownload, "problem"> & { problem: string };
type Key = Pick<DownloadTarget, "workspaceId" | "deliveryId">;

const columns = `workspace_id AS workspaceId, project_id AS projectId, batch_id AS batchId, delivery_id AS deliveryId,
  target, folder, state, problem`;
const ofKey = "workspace_id = ? AND delivery_id = ?";
const fromStored = (row: Stored): DeliveryDownload => ({
  ...row,
  problem: problem.nullable().parse(JSON.parse(row.problem)),
});

export type DownloadStore = ReturnType<typeof createDownloadStore>;

export function createDownloadStore(db: Database) {
  return {
    find({ workspaceId, deliveryId }: Key): DeliveryDownload | null {
      const sql = `SELECT ${columns} FROM delivery_downloads WHERE ${ofKey}`;
      const found = db.get<Stored>(sql, workspaceId, deliveryId);
      return found ? fromStored(found) : null;
    },
    listRunning: (): DeliveryDownload[] =>
      db
        .all<Stored>(`SELECT ${columns} FROM delivery_downloads WHERE state = 'running'`)
        .map(fromStored),
    listOfBatch: (workspaceId: string, batchId: string): DeliveryDownload[] =>
      db
        .all<Stored>(
          `SELECT ${columns} FROM delivery_downloads WHERE workspace_id = ? AND batch_id = ?`,
          workspaceId,
          batchId,
        )
        .map(fromStored),
    /** Replaces a former download of the delivery. */
    add({ workspaceId, projectId, batchId, deliveryId }: DownloadTarget, target: string): void {
      db.transaction(() => {
        db.run(`DELETE FROM delivery_downloads WHERE ${ofKey}`, workspaceId, deliveryId);
        db.run(
          `INSERT INTO delivery_downloads (workspace_id, project_id, batch_id, delivery_id, target)
           VALUES (?, ?, ?, ?, ?)`,
          workspaceId,
          projectId,
          batchId,
          deliveryId,
          target,
        );
      });
    },
    setFolder({ workspaceId, deliveryId }: Key, folder: string): void {
      const sql = `UPDATE delivery_downloads SET folder = ? WHERE ${ofKey}`;
      db.run(sql, folder, workspaceId, deliveryId);
    },
    setState(
      { workspaceId, deliveryId }: Key,
      state: DeliveryDownload["state"],
      reason: Problem | null,
    ): void {
      const sql = `UPDATE delivery_downloads SET state = ?, problem = ? WHERE ${ofKey}`;
      db.run(sql, state, JSON.stringify(reason), workspaceId, deliveryId);
    },
    remove({ workspaceId, deliveryId }: Key): void {
      db.run(`DELETE FROM delivery_downloads WHERE ${ofKey}`, workspaceId, deliveryId);
    },
    /** The paths of complete files, and their hashes. */
    files: ({ workspaceId, deliveryId }: Key): Map<string, string> =>
      new Map(
        db
          .all<{ path: string; sha256: string }>(
            `SELECT path, sha256 FROM delivery_files WHERE ${ofKey}`,
            workspaceId,
            deliveryId,
          )
          .map(({ path, sha256 }) => [path, sha256]),
      ),
    countFiles({ workspaceId, deliveryId }: Key): number {
      const sql = `SELECT count(*) AS files FROM delivery_files WHERE ${ofKey}`;
      return db.get<{ files: number }>(sql, workspaceId, deliveryId)?.files ?? 0;
    },
    addFile({ workspaceId, deliveryId }: Key, path: string, sha256: string): void {
      db.run(
        "INSERT OR REPLACE INTO delivery_files (workspace_id, delivery_id, path, sha256) VALUES (?, ?, ?, ?)",
        workspaceId,
        deliveryId,
        path,
        sha256,
      );
    },
  };
}
