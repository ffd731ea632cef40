/**
 * SQL that deletes removed and replaced rows in chunks. A request to delete only sets a mark that
 * hides a batch or project: deleting hundreds of thousands of rows at once would block all other
 * requests. The marks are stored, so purging continues after a restart.
 */
import { ofBatch, ofProject, type Scope } from "./scopes";
import { all, exists, get, run, type Rows, type Work } from "./unit-of-work";
import { clearLines, clearSpareTexts } from "./batches/line-rows";
import type { PurgeRows } from "./batches/batch-port";
import { peaksLocation } from "./batches/peaks-location";
import { previewLocation } from "./batches/preview-location";
import { takesBelow } from "./batches/takes-location";
import { deliveredBelow } from "./exports/delivered-location";
import { recordRemovals } from "./stored-files";

interface SpareTexts {
  batchId: string;
  languageId: string;
}
/** What is purged next: a batch, a project, or texts of a language that were replaced. */
type Purged = { batchId: string } | { projectId: string } | SpareTexts;

const ofPurged = (purged: Purged): Scope =>
  "projectId" in purged ? ofProject(purged.projectId) : ofBatch(purged.batchId);

/** Weight of a row that is deleted together with its few dependent rows. */
const cascadeWeight = 10;

export function createPurgeRows(rows: Rows): PurgeRows {
  /** Deletes up to `limit` rows of a table that belong to an owner; returns their number. */
  function* removeOwned(table: string, owner: string, key: string, id: string, limit: number) {
    const sql = `DELETE FROM ${table} WHERE ${owner} = ? AND ${key} IN
      (SELECT ${key} FROM ${table} WHERE ${owner} = ? LIMIT ?)`;
    return yield* run(sql, id, id, limit);
  }
  function* remove(table: string, id: string) {
    return (yield* run(`DELETE FROM ${table} WHERE id = ?`, id)) * cascadeWeight;
  }
  function* find(sql: string, ...values: string[]) {
    return (yield* get<{ id: string }>(`${sql} LIMIT 1`, ...values))?.id;
  }

  // Each function returns the number of deleted rows, and 0 when none is left.
  function* purgeBatch(id: string, limit: number): Work<number> {
    return (
      (yield* removeOwned("takes", "batch_id", "id", id, limit)) ||
      (yield* clearLines(id, limit)) ||
      (yield* removeLineChanges(id, limit)) ||
      (yield* removeOwned("batch_characters", "batch_id", "character_id", id, limit)) ||
      (yield* removeWithFiles(id))
    );
  }
  function* removeLineChanges(id: string, limit: number): Work<number> {
    return yield* run(
      `DELETE FROM line_changes WHERE (batch_id, language_id, number) IN
         (SELECT batch_id, language_id, number FROM line_changes WHERE batch_id = ? LIMIT ?)`,
      id,
      limit,
    );
  }
  function* purgeRequest(id: string, limit: number): Work<number> {
    return (
      (yield* removeOwned("bulk_rows", "request_id", "position", id, limit)) ||
      (yield* remove("bulk_requests", id))
    );
  }
  function* purgeProject(id: string, limit: number): Work<number> {
    const batch = yield* find("SELECT id FROM batches WHERE project_id = ?", id);
    if (batch !== undefined) return yield* purgeBatch(batch, limit);
    const request = yield* find("SELECT id FROM bulk_requests WHERE project_id = ?", id);
    if (request !== undefined) return yield* purgeRequest(request, limit);
    return (
      (yield* removeOwned("tasks", "project_id", "id", id, limit)) ||
      (yield* removeOwned("characters", "project_id", "id", id, limit)) ||
      (yield* removeOwned("glossary", "project_id", "id", id, limit)) ||
      (yield* remove("projects", id))
    );
  }
  function* removeWithFiles(batchId: string): Work<number> {
    const exports = yield* all<{ id: string }>(
      "SELECT id FROM exports WHERE batch_id = ? AND kind = 'objects'",
      batchId,
    );
    yield* recordRemovals([
      takesBelow(batchId),
      peaksLocation(batchId),
      previewLocation(batchId),
      ...exports.map(({ id }) => deliveredBelow(id)),
    ]);
    return yield* remove("batches", batchId);
  }
  // While a language's script is being read, its spare texts are about to become current.
  const spare = `spare_from IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tasks o
    WHERE o.batch_id = t.batch_id AND o.language_id = t.language_id AND o.step = 'read')`;
  function* purgeTexts({ batchId, languageId }: SpareTexts, limit: number): Work<number> {
    const own = `SELECT 1 FROM translations t WHERE batch_id = ? AND language_id = ? AND ${spare}`;
    if (yield* exists(own, batchId, languageId)) yield* clearSpareTexts(batchId, languageId, limit);
    return limit;
  }
  const findNext = rows.read(function* (): Work<Purged | null> {
    const batchId = yield* find("SELECT id FROM batches WHERE status = 'removed'");
    if (batchId !== undefined) return { batchId };
    const projectId = yield* find("SELECT id FROM projects WHERE status = 'removed'");
    if (projectId !== undefined) return { projectId };
    const texts = yield* get<SpareTexts>(
      `SELECT batch_id AS batchId, language_id AS languageId FROM translations t WHERE ${spare} LIMIT 1`,
    );
    return texts ?? null;
  });
  function* purgeSome(purged: Purged, limit: number): Work<number> {
    if ("projectId" in purged) return yield* purgeProject(purged.projectId, limit);
    if ("languageId" in purged) return yield* purgeTexts(purged, limit);
    return yield* purgeBatch(purged.batchId, limit);
  }
  /** Returns the number of deleted rows, or `limit` after one step of texts. */
  const purgeOne = rows.within(ofPurged).note(function* (purged: Purged, limit: number) {
    let deleted = 0;
    while (deleted < limit) {
      const step = yield* purgeSome(purged, limit - deleted);
      if (step === 0) break;
      deleted += step;
    }
    return deleted;
  });

  return {
    async purge(limit) {
      for (let remaining = limit; remaining > 0;) {
        const next = await findNext();
        if (!next) return false;
        // Another process may have deleted the rows.
        remaining -= Math.max(1, await purgeOne(next, remaining));
      }
      return true;
    },
  };
}
