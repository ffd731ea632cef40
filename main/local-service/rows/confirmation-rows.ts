/**
 * SQL of what was confirmed on this computer: the scripts and videos from which batches are made.
 */
import type { Database } from "../../common/database/database";
import { refreshStatus } from "./batches/batch-status";
import type { TaskRow } from "./batches/ingestion-port";
import { heldNote, type HeldSource, type ConfirmationRows } from "./confirmation-port";
import type { SourceSigner } from "./source-signer";
import { toPromise } from "./to-promise";

interface StoredBatchSource {
  id: string;
  name: string;
  scriptPath: string | null;
  videoPath: string | null;
  signature: string;
}

export function createConfirmationRows(database: Database, signer: SourceSigner): ConfirmationRows {
  const batchOf = (id: string) =>
    database.get<StoredBatchSource>(
      `SELECT id, name, script_path AS scriptPath, video_path AS videoPath, signature FROM batches
       WHERE id = ?`,
      id,
    );
  const languagesOf = (batchId: string) =>
    database.all<{ languageId: string; scriptPath: string; signature: string }>(
      `SELECT language_id AS languageId, script_path AS scriptPath, signature FROM translations
       WHERE batch_id = ? AND script_path IS NOT NULL`,
      batchId,
    );
  const bulkOf = (id: string) =>
    database.get<{ scriptPath: string; signature: string }>(
      "SELECT script_path AS scriptPath, signature FROM bulk_requests WHERE id = ?",
      id,
    );

  function isBatchConfirmed(batchId: string): boolean {
    const batch = batchOf(batchId);
    return (
      batch !== undefined &&
      signer.isBatch(batch.signature, batch.id, batch.scriptPath, batch.videoPath)
    );
  }
  function isTaskConfirmed(task: TaskRow): boolean {
    if (task.kind === "batch") return isBatchConfirmed(task.batchId);
    if (task.kind === "bulk") {
      const bulk = bulkOf(task.requestId);
      return bulk === undefined || signer.isBulk(bulk.signature, task.requestId, bulk.scriptPath);
    }
    const { batchId, languageId } = task;
    const language = languagesOf(batchId).find((one) => one.languageId === languageId);
    // Without a script it is translated here.
    return (
      language === undefined ||
      signer.isLanguage(language.signature, batchId, languageId, language.scriptPath)
    );
  }

  function confirmBatch(batchId: string, at: number): void {
    const batch = batchOf(batchId);
    if (!batch) return;
    const signature = signer.batch(batchId, batch.scriptPath, batch.videoPath);
    database.run("UPDATE batches SET signature = ? WHERE id = ?", signature, batchId);
    database.run("UPDATE batches SET note = '' WHERE id = ? AND note = ?", batchId, heldNote);
    for (const { languageId, scriptPath } of languagesOf(batchId))
      database.run(
        "UPDATE translations SET signature = ? WHERE batch_id = ? AND language_id = ?",
        signer.language(batchId, languageId, scriptPath),
        batchId,
        languageId,
      );
    database.run(
      "UPDATE translations SET note = '' WHERE batch_id = ? AND note = ?",
      batchId,
      heldNote,
    );
    database.run(
      `UPDATE dubs SET state = 'due', note = '' WHERE batch_id = ? AND state = 'blocked' AND note = ?`,
      batchId,
      heldNote,
    );
    database.run("UPDATE tasks SET is_held = 0 WHERE batch_id = ?", batchId);
    refreshStatus(database, batchId, at);
  }

  return {
    isBatchConfirmed: (batchId) => toPromise(() => isBatchConfirmed(batchId)),
    isTaskConfirmed: (task) => toPromise(() => isTaskConfirmed(task)),
    holdTask: (task) =>
      toPromise(() =>
        database.durably(() => {
          database.run("UPDATE tasks SET is_held = 1 WHERE id = ?", task.id);
          if (task.kind === "batch")
            database.run("UPDATE batches SET note = ? WHERE id = ?", heldNote, task.batchId);
          if (task.kind === "language")
            database.run(
              "UPDATE translations SET note = ? WHERE batch_id = ? AND language_id = ?",
              heldNote,
              task.batchId,
              task.languageId,
            );
        }),
      ),
    releaseTasks: () =>
      toPromise(() => void database.run("UPDATE tasks SET is_held = 0 WHERE is_held <> 0")),
    listHeld: (limit) =>
      toPromise(() => {
        const batchIds = database.all<{ id: string }>(
          `SELECT batch_id AS id FROM tasks WHERE is_held = 1 AND batch_id IS NOT NULL
           UNION SELECT batch_id FROM dubs WHERE state = 'blocked' AND note = ? LIMIT ?`,
          heldNote,
          limit,
        );
        const requestIds = database.all<{ id: string }>(
          "SELECT DISTINCT request_id AS id FROM tasks WHERE is_held = 1 AND kind = 'bulk' LIMIT ?",
          limit,
        );
        const batches = batchIds.flatMap(({ id }): HeldSource[] => {
          const batch = batchOf(id);
          if (!batch) return [];
          const scripts = languagesOf(id).map(({ scriptPath }) => scriptPath);
          const locations = [batch.scriptPath, batch.videoPath, ...scripts];
          return [{ id, name: batch.name, locations: locations.filter((one) => one !== null) }];
        });
        const requests = requestIds.flatMap(({ id }): HeldSource[] => {
          const bulk = bulkOf(id);
          return bulk ? [{ id, name: null, locations: [bulk.scriptPath] }] : [];
        });
        return [...batches, ...requests];
      }),
    confirmSources: (ids, at) =>
      toPromise(() =>
        database.durably(() => {
          for (const id of ids) {
            confirmBatch(id, at);
            const bulk = bulkOf(id);
            if (!bulk) continue;
            const signature = signer.bulk(id, bulk.scriptPath);
            database.run("UPDATE bulk_requests SET signature = ? WHERE id = ?", signature, id);
            database.run("UPDATE tasks SET is_held = 0 WHERE request_id = ?", id);
          }
        }),
      ),
  };
}
