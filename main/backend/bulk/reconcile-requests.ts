/**
 * Bulk requests whose answer was lost. The service has an id for each that nobody here was told; so what became of the
 * rows is read from the project's list, by the names of their batches.
 */
import { notAppeared } from "../../../preload/facts/rules";
import type { BulkRowState } from "./request-store";
import { byAge, nameKey, type BatchesByName } from "../outbox/find-batches-by-name";
import { isSettled, outcomeOf } from "./row-status";

/** What is known of a row: its batch once that was found, "" before. */
export interface LostRow {
  name: string;
  batchId: string;
}
export interface LostReading {
  /** 0 to 100. */
  progress: number;
  isOver: boolean;
  /** The same text for the same state. */
  mark: string;
  rows: (isOver: boolean) => BulkRowState[];
}

/** What the batches that are there say of the rows. A batch is that of one row, and stays it. */
export function readByName(
  rows: readonly LostRow[],
  batches: BatchesByName,
  isOurs: (batchId: string) => boolean,
): LostReading {
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
  const there = found.filter(({ id }) => id !== "");
  return {
    progress: rows.length === 0 ? 100 : (100 * there.length) / rows.length,
    isOver: there.length === rows.length && there.every(({ status }) => isSettled(status)),
    mark: JSON.stringify(found.map(({ id, status }) => [id, status])),
    rows: (isOver) =>
      found.map(({ id, status }, place) => {
        const isMissing = id === "" && isOver;
        return {
          place,
          batchId: id,
          status,
          message: isMissing ? notAppeared : "",
          outcome: isMissing ? "failed" : id === "" ? "open" : outcomeOf(status, isOver),
        };
      }),
  };
}
