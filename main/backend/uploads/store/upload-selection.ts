/** Selects uploads for a list or an action: by id, or by filter and search. */
import type { UploadFilter, UploadState } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import { uploadColumns, type UploadRow } from "./upload-rows";

/** Uploads by id, or all that a filter and a search select. */
export type UploadSelection =
  { ids: readonly number[] } | { workspaceId: string; filter: UploadFilter; search: string };

export const statesOf: Record<UploadFilter, readonly UploadState[]> = {
  all: ["preparing", "uploading", "completing", "queued", "paused", "failed", "done"],
  active: ["preparing", "uploading", "completing"],
  waiting: ["queued"],
  paused: ["paused"],
  failed: ["failed"],
  done: ["done"],
};
/** The states of an upload that is sent without an action of the user. */
export const pendingStates = [...statesOf.active, ...statesOf.waiting];
export const unfinishedStates = [...pendingStates, ...statesOf.paused, ...statesOf.failed];
/** States as an SQL list. */
export const quoted = (states: readonly UploadState[]) =>
  states.map((state) => `'${state}'`).join(", ");

/**
 * Fewer matches than this are sorted after a table scan; more are read in the order of the index.
 */
const scanBelow = 5_000;

/** A page of the uploads of a workspace, and how many there are in all. */
export function listUploads(
  db: Database,
  workspaceId: string,
  filter: UploadFilter,
  search: string,
  { offset, limit }: { offset: number; limit: number },
): { rows: UploadRow[]; total: number } {
  const { where, values } = conditionFor(filter, search);
  const isWhole = search.trim() === "";
  const total = isWhole
    ? countInStates(db, workspaceId, statesOf[filter])
    : // A table scan: the index would require one table access per row.
      count(
        db,
        `SELECT count(*) AS n FROM uploads NOT INDEXED WHERE workspace_id = ? AND ${where}`,
        workspaceId,
        ...values,
      );
  // Few matches: scan and sort. Many: the index yields the first page soon.
  const table = !isWhole && total < scanBelow ? "uploads NOT INDEXED" : "uploads";
  const rows = db.all<UploadRow>(
    `SELECT ${uploadColumns} FROM ${table} WHERE workspace_id = ? AND ${where}
       ORDER BY rank, position LIMIT ? OFFSET ?`,
    workspaceId,
    ...values,
    limit,
    offset,
  );
  return { rows, total };
}

/** Triggers maintain the totals: the cost does not depend on the length of the queue. */
const countInStates = (db: Database, workspaceId: string, states: readonly UploadState[]) =>
  count(
    db,
    `SELECT coalesce(sum(files), 0) AS n FROM upload_totals
       WHERE workspace_id = ? AND state IN (${quoted(states)})`,
    workspaceId,
  );

const count = (db: Database, sql: string, ...values: string[]) =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

/** The condition for a selection's uploads that are in one of these states. */
export function selected(
  selection: UploadSelection,
  states: readonly UploadState[],
): { where: string; values: string[] } {
  const isInState = `state IN (${quoted(states)})`;
  if ("ids" in selection) {
    const ids = JSON.stringify(selection.ids);
    return { where: `${isInState} AND id IN (SELECT value FROM json_each(?))`, values: [ids] };
  }
  const { where, values } = conditionFor(selection.filter, selection.search);
  return {
    where: `${isInState} AND workspace_id = ? AND ${where}`,
    values: [selection.workspaceId, ...values],
  };
}

function conditionFor(filter: UploadFilter, search: string): { where: string; values: string[] } {
  const states = `state IN (${quoted(statesOf[filter])})`;
  const term = search.trim();
  if (term === "") return { where: states, values: [] };
  const pattern = `%${term.normalize("NFC").replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return { where: `${states} AND gallery_path LIKE ? ESCAPE '\\'`, values: [pattern] };
}
