/**
 * Scopes of units that are found by a query before the locks are taken. It reads only what never
 * changes of a row, such as the batch of a comment: what it has found is still so afterwards.
 */
import type { Area, Scope } from "./scopes";
import { all, get, jsonList, type Work } from "./unit-of-work";

/**
 * The scope of a row that a query finds by its id. An id without a row takes no lock that other
 * units wait for: clients may send any id, and the unit finds no row either.
 */
const scopeBy = (sql: string) =>
  function* (id: string | number): Work<Scope> {
    return (yield* get<Area>(sql, id)) ?? "own-rows";
  };

export const ofComment = scopeBy(
  "SELECT batch_id AS batchId, language_id AS languageId FROM comments WHERE id = ?",
);
export const ofTakeBatch = scopeBy("SELECT batch_id AS batchId FROM takes WHERE id = ?");
export const ofExport = scopeBy(
  "SELECT batch_id AS batchId, 'exports' AS part FROM exports WHERE id = ?",
);
export const ofGlossaryLine = scopeBy("SELECT project_id AS projectId FROM glossary WHERE id = ?");
const ofRequest = scopeBy(
  "SELECT project_id AS projectId, id AS requestId FROM bulk_requests WHERE id = ?",
);
const projectOfBatch = scopeBy("SELECT project_id AS projectId FROM batches WHERE id = ?");
const projectOfTask = scopeBy("SELECT project_id AS projectId FROM tasks WHERE id = ?");

export function* ofLeasedExport(_lease: unknown, id: string): Work<Scope> {
  return yield* ofExport(id);
}
export function* ofItsExport(_lease: unknown, { id }: { id: string }): Work<Scope> {
  return yield* ofExport(id);
}
export function* ofItsRequest({ requestId }: { requestId: string }): Work<Scope> {
  return yield* ofRequest(requestId);
}
/** The scope of the project of a batch, which a task names. */
export function* ofProjectOfItsBatch({ batchId }: { batchId: string }): Work<Scope> {
  return yield* projectOfBatch(batchId);
}
export function* ofProjectOfTask({ id }: { id: number }): Work<Scope> {
  return yield* projectOfTask(id);
}
/** The scope of the projects of characters. */
export function* ofCharacters(...ids: readonly string[]): Work<Scope> {
  const sql = "SELECT DISTINCT project_id AS projectId FROM characters WHERE id IN @texts";
  return yield* all<Area>(sql, jsonList(ids));
}
