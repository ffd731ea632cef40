/**
 * Bulk requests whose response was lost. The service's id of such a request is unknown, so the
 * state of its rows is read from the project's list, by the names of their batches.
 */
import { notAppeared } from "../../../preload/facts/rules";
import type { BulkRowState } from "./request-rows";
import { byAge, nameKey, type BatchesByName } from "../outbox/sending/find-batches-by-name";
import { isSettled, rowStatusOf } from "./row-status";

/** A row, and the id of its batch once that was found, else "". */
export interface UnconfirmedRow {
  name: string;
  batchId: string;
}
export interface ReconciledRows {
  /** 0 to 100. */
  progress: number;
  isOver: boolean;
  /** Equal for equal states. */
  fingerprint: string;
  rows: (isOver: boolean) => BulkRowState[];
}

/**
 * Assigns batches to rows by name, one batch to one row; an assignment never changes. `isOurs`: it
 * may be assigned.
 */
export function reconcileRows(
  rows: readonly UnconfirmedRow[],
  batches: BatchesByName,
  isOurs: (batchId: string) => boolean,
): ReconciledRows {
  const statuses = new Map([...batches.values()].flat().map(({ id, status }) => [id, status]));
  const taken = new Set(rows.map(({ batchId }) => batchId));
  const free = new Map<string, string[]>();
  for (const [key, named] of batches) {
    const ids = [...named].sort(byAge).map(({ id }) => id);
    free.set(
      key,
      ids.filter((id) => !taken.has(id) && isOurs(id)),
    );
  }
  const found = rows.map(({ name, batchId }) => {
    const id = batchId === "" ? (free.get(nameKey(name))?.shift() ?? "") : batchId;
    return { id, status: statuses.get(id) ?? "" };
  });
  const created = found.filter(({ id }) => id !== "");
  return {
    progress: rows.length === 0 ? 100 : (100 * created.length) / rows.length,
    isOver: created.length === rows.length && created.every(({ status }) => isSettled(status)),
    fingerprint: JSON.stringify(found.map(({ id, status }) => [id, status])),
    rows: (isOver) =>
      found.map(({ id, status }, position) => {
        const isMissing = id === "" && isOver;
        return {
          position,
          batchId: id,
          status,
          message: isMissing ? notAppeared : "",
          rowStatus: isMissing ? "failed" : id === "" ? "open" : rowStatusOf(status, isOver),
        };
      }),
  };
}
