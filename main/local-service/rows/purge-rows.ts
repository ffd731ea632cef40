/**
 * SQL that takes away what was deleted or replaced, a portion at a time. Deleting is a mark, from which on nobody finds
 * a thing: its hundreds of thousands of rows would keep everybody waiting, and go while nobody notices. The marks are
 * rows like others: what a process leaves, the next one goes on with.
 */
import type { Database } from "../../common/database/database";
import { clearLines, clearSpareTexts } from "./line-rows";
import type { LocalStore } from "./port";
import { promised } from "./to-promise";

/** A row whose own few dependants go with it counts as so many. */
const withDependants = 10;

export function createPurgeRows(database: Database): Pick<LocalStore, "purge"> {
  /** Up to `limit` rows of a table that belong to something; how many there were. */
  function removeSome(table: string, owner: string, key: string, id: string, limit: number) {
    const sql = `DELETE FROM ${table} WHERE ${owner} = ? AND ${key} IN
      (SELECT ${key} FROM ${table} WHERE ${owner} = ? LIMIT ?)`;
    return database.run(sql, id, id, limit);
  }
  const remove = (table: string, id: string) =>
    database.run(`DELETE FROM ${table} WHERE id = ?`, id) * withDependants;
  const find = (sql: string, ...values: string[]) =>
    database.get<{ id: string }>(`${sql} LIMIT 1`, ...values)?.id;

  // Each gives how many rows it took, and 0 where nothing is left to take.
  const purgeBatch = (id: string, limit: number): number =>
    clearLines(database, id, limit) ||
    removeSome("batch_characters", "batch_id", "character_id", id, limit) ||
    remove("batches", id);
  const purgeRequest = (id: string, limit: number): number =>
    removeSome("bulk_rows", "request_id", "position", id, limit) || remove("bulk_requests", id);
  function purgeProject(id: string, limit: number): number {
    const batch = find("SELECT id FROM batches WHERE project_id = ?", id);
    if (batch !== undefined) return purgeBatch(batch, limit);
    const request = find("SELECT id FROM bulk_requests WHERE project_id = ?", id);
    if (request !== undefined) return purgeRequest(request, limit);
    return (
      removeSome("tasks", "project_id", "id", id, limit) ||
      removeSome("characters", "project_id", "id", id, limit) ||
      removeSome("glossary", "project_id", "id", id, limit) ||
      remove("projects", id)
    );
  }
  function purgeTexts(limit: number): number {
    // While a language is being read, its spare texts are about to be its texts.
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
      promised(() =>
        database.transaction(() => {
          for (let left = limit; left > 0;) {
            const taken = purgeSome(left);
            if (taken === 0) return false;
            left -= taken;
          }
          return true;
        }),
      ),
  };
}
