/**
 * SQL of what was confirmed on this computer: the scripts and videos from which batches are made.
 */
import { all, get, run, type Rows, type Work } from "./unit-of-work";
import { refreshStatus } from "./batches/batch-status";
import type { TaskRow } from "./batches/ingestion-port";
import { heldNote, type HeldSource, type ConfirmationRows } from "./confirmation-port";
import type { SourceSigner } from "./source-signer";

interface StoredBatchSource {
  id: string;
  name: string;
  scriptPath: string | null;
  videoPath: string | null;
  signature: string;
}

export function createConfirmationRows(rows: Rows, signer: SourceSigner): ConfirmationRows {
  function* batchOf(id: string) {
    return yield* get<StoredBatchSource>(
      `SELECT id, name, script_path AS scriptPath, video_path AS videoPath, signature FROM batches
       WHERE id = ?`,
      id,
    );
  }
  function* languagesOf(batchId: string) {
    return yield* all<{ languageId: string; scriptPath: string; signature: string }>(
      `SELECT language_id AS languageId, script_path AS scriptPath, signature FROM translations
       WHERE batch_id = ? AND script_path IS NOT NULL`,
      batchId,
    );
  }
  function* bulkOf(id: string) {
    return yield* get<{ scriptPath: string; signature: string }>(
      "SELECT script_path AS scriptPath, signature FROM bulk_requests WHERE id = ?",
      id,
    );
  }

  function* isBatchConfirmed(batchId: string): Work<boolean> {
    const batch = yield* batchOf(batchId);
    return (
      batch !== undefined &&
      signer.isBatch(batch.signature, batch.id, batch.scriptPath, batch.videoPath)
    );
  }
  function* isTaskConfirmed(task: TaskRow): Work<boolean> {
    if (task.kind === "batch") return yield* isBatchConfirmed(task.batchId);
    if (task.kind === "bulk") {
      const bulk = yield* bulkOf(task.requestId);
      return bulk === undefined || signer.isBulk(bulk.signature, task.requestId, bulk.scriptPath);
    }
    const { batchId, languageId } = task;
    const language = (yield* languagesOf(batchId)).find((one) => one.languageId === languageId);
    // Without a script it is translated here.
    return (
      language === undefined ||
      signer.isLanguage(language.signature, batchId, languageId, language.scriptPath)
    );
  }

  function* confirmBatch(batchId: string, at: number): Work<void> {
    const batch = yield* batchOf(batchId);
    if (!batch) return;
    const signature = signer.batch(batchId, batch.scriptPath, batch.videoPath);
    yield* run("UPDATE batches SET signature = ? WHERE id = ?", signature, batchId);
    yield* run("UPDATE batches SET note = '' WHERE id = ? AND note = ?", batchId, heldNote);
    for (const { languageId, scriptPath } of yield* languagesOf(batchId))
      yield* run(
        "UPDATE translations SET signature = ? WHERE batch_id = ? AND language_id = ?",
        signer.language(batchId, languageId, scriptPath),
        batchId,
        languageId,
      );
    yield* run(
      "UPDATE translations SET note = '' WHERE batch_id = ? AND note = ?",
      batchId,
      heldNote,
    );
    yield* run(
      `UPDATE dubs SET state = 'due', note = '' WHERE batch_id = ? AND state = 'blocked' AND note = ?`,
      batchId,
      heldNote,
    );
    yield* run("UPDATE tasks SET is_held = 0 WHERE batch_id = ?", batchId);
    yield* refreshStatus(batchId, at);
  }

  return {
    isBatchConfirmed: rows.read((batchId) => isBatchConfirmed(batchId)),
    isTaskConfirmed: rows.read((task) => isTaskConfirmed(task)),
    holdTask: rows.change(function* (task) {
      yield* run("UPDATE tasks SET is_held = 1 WHERE id = ?", task.id);
      if (task.kind === "batch")
        yield* run("UPDATE batches SET note = ? WHERE id = ?", heldNote, task.batchId);
      if (task.kind === "language")
        yield* run(
          "UPDATE translations SET note = ? WHERE batch_id = ? AND language_id = ?",
          heldNote,
          task.batchId,
          task.languageId,
        );
    }),
    releaseTasks: rows.note(function* () {
      yield* run("UPDATE tasks SET is_held = 0 WHERE is_held <> 0");
    }),
    listHeld: rows.read(function* (limit) {
      const batchIds = yield* all<{ id: string }>(
        `SELECT batch_id AS id FROM tasks WHERE is_held = 1 AND batch_id IS NOT NULL
         UNION SELECT batch_id FROM dubs WHERE state = 'blocked' AND note = ? LIMIT ?`,
        heldNote,
        limit,
      );
      const requestIds = yield* all<{ id: string }>(
        "SELECT DISTINCT request_id AS id FROM tasks WHERE is_held = 1 AND kind = 'bulk' LIMIT ?",
        limit,
      );
      const held: HeldSource[] = [];
      for (const { id } of batchIds) {
        const batch = yield* batchOf(id);
        if (!batch) continue;
        const scripts = (yield* languagesOf(id)).map(({ scriptPath }) => scriptPath);
        const locations = [batch.scriptPath, batch.videoPath, ...scripts];
        held.push({ id, name: batch.name, locations: locations.filter((one) => one !== null) });
      }
      for (const { id } of requestIds) {
        const bulk = yield* bulkOf(id);
        if (bulk) held.push({ id, name: null, locations: [bulk.scriptPath] });
      }
      return held;
    }),
    confirmSources: rows.change(function* (ids, at) {
      for (const id of ids) {
        yield* confirmBatch(id, at);
        const bulk = yield* bulkOf(id);
        if (!bulk) continue;
        const signature = signer.bulk(id, bulk.scriptPath);
        yield* run("UPDATE bulk_requests SET signature = ? WHERE id = ?", signature, id);
        yield* run("UPDATE tasks SET is_held = 0 WHERE request_id = ?", id);
      }
    }),
  };
}
