/**
 * SQL that deletes removed and replaced rows in chunks. A request to delete only sets a mark that
 * hides a batch or project: deleting hundreds of thousands of rows at once would block all other
 * requests. The marks are stored, so purging continues after a restart.
 */
import type { Database } from "../../common/database/database";
import { clearLines, clearSpareTexts } from "./batches/line-rows";
import type { PurgeRows } from "./batches/batch-port";
import { peaksLocation } from "./batches/peaks-location";
import { previewLocation } from "./batches/preview-location";
import { toPromise } from "./to-promise";

/** Weight of a row that is deleted together with its few dependent rows. */
const cascadeWeight = 10;

export function createPurgeRows(database: Database): PurgeRows {
  /** Deletes up to `limit` rows of a table that belong to an owner; returns their number. */
  function removeOwned(table: string, owner: string, key: string, id: string, limit: number) {
    const sql = `DELETE FROM ${table} WHERE ${owner} = ? AND ${key} IN
      (SELECT ${key} FROM ${table} WHERE ${owner} = ? LIMIT ?)`;
    return database.run(sql, id, id, limit);
  }
  const remove = (table: string, id: string) =>
    database.run(`DELETE FROM ${table} WHERE id = ?`, id) * cascadeWeight;
  const find = (sql: string, ...values: string[]) =>
    database.get<{ id: string }>(`${sql} LIMIT 1`, ...values)?.id;

  // Each function returns the number of deleted rows, and 0 when none is left.
  const purgeBatch = (id: string, limit: number): number =>
    purgeTakes(id, limit) ||
    clearLines(database, id, limit) ||
    removeLineChanges(id, limit) ||
    removeOwned("batch_characters", "batch_id", "character_id", id, limit) ||
    removeWithFiles(id);
  const removeLineChanges = (id: string, limit: number): number =>
    database.run(
      `DELETE FROM line_changes WHERE (batch_id, language_id, number) IN
         (SELECT batch_id, language_id, number FROM line_changes WHERE batch_id = ? LIMIT ?)`,
      id,
      limit,
    );
  const purgeRequest = (id: string, limit: number): number =>
    removeOwned("bulk_rows", "request_id", "position", id, limit) || remove("bulk_requests", id);
  function purgeProject(id: string, limit: number): number {
    const batch = find("SELECT id FROM batches WHERE project_id = ?", id);
    if (batch !== undefined) return purgeBatch(batch, limit);
    const request = find("SELECT id FROM bulk_requests WHERE project_id = ?", id);
    if (request !== undefined) return purgeRequest(request, limit);
    return (
      removeOwned("tasks", "project_id", "id", id, limit) ||
      removeOwned("characters", "project_id", "id", id, limit) ||
      removeOwned("glossary", "project_id", "id", id, limit) ||
      remove("projects", id)
    );
  }
  function removeWithFiles(batchId: string): number {
    recordRemoval(peaksLocation(batchId));
    recordRemoval(previewLocation(batchId));
    return remove("batches", batchId);
  }
  const recordRemoval = (location: string) =>
    database.run("INSERT OR IGNORE INTO removals (location) VALUES (?)", location);
  /** Also records the files of the takes for removal. */
  function purgeTakes(batchId: string, limit: number): number {
    const removed = database.all<{ location: string | null; speech: string | null }>(
      `DELETE FROM takes WHERE id IN (SELECT id FROM takes WHERE batch_id = ? LIMIT ?)
       RETURNING location, speech`,
      batchId,
      limit,
    );
    for (const { location, speech } of removed)
      for (const file of [location, speech]) if (file !== null) recordRemoval(file);
    return removed.length;
  }
  function purgeTexts(limit: number): number {
    // While a language's script is being read, its spare texts are about to become current.
    const spare = database.get<{ batchId: string; languageId: string }>(
      `SELECT batch_id AS batchId, language_id AS languageId FROM translations t
       WHERE spare_from IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tasks o
         WHERE o.batch_id = t.batch_id AND o.language_id = t.language_id AND o.step = 'read')
       LIMIT 1`,
    );
    if (!spare) return 0;
    clearSpareTexts(database, spare.batchId, spare.languageId, limit);
    return limit;
  }
  function purgeSome(limit: number): number {
    const batch = find("SELECT id FROM batches WHERE status = 'removed'");
    if (batch !== undefined) return purgeBatch(batch, limit);
    const project = find("SELECT id FROM projects WHERE status = 'removed'");
    return project === undefined ? purgeTexts(limit) : purgeProject(project, limit);
  }

  return {
    purge: (limit) =>
      toPromise(() =>
        database.transaction(() => {
          for (let remaining = limit; remaining > 0;) {
            const deleted = purgeSome(remaining);
            if (deleted === 0) return false;
            remaining -= deleted;
          }
          return true;
        }),
      ),
  };
}
