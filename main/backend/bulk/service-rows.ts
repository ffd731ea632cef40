/** The rows of a bulk request as the service lists them. */
import type { Bulk, BulkStatusRow } from "../../remote/bulk";
import type { BulkRowState, ListedRow } from "./request-rows";
import { nameKey } from "../outbox/sending/find-batches-by-name";
import { rowStatusOf } from "./row-status";

/** Rows per page: the maximum of the interface (§4.2). */
export const pageSize = 1_000;

/** Reads the rows page by page, until a page is not full or more than `maxRows` were read. */
export async function readServiceRows(
  bulk: Pick<Bulk, "page">,
  requestId: string,
  maxRows: number,
  signal?: AbortSignal,
): Promise<BulkStatusRow[]> {
  const rows: BulkStatusRow[] = [];
  for (let page = 1; rows.length <= maxRows; page += 1) {
    const some = await bulk.page(requestId, page, pageSize, signal);
    rows.push(...some);
    if (some.length < pageSize) break;
  }
  return rows;
}

/**
 * For each row of the service, the index of the sent row: by name and position, else by name; -1
 * for none.
 */
export function matchRows(names: readonly string[], rows: readonly BulkStatusRow[]): number[] {
  const free = new Map<string, number[]>();
  names.forEach((name, position) => {
    const key = nameKey(name);
    free.set(key, [...(free.get(key) ?? []), position]);
  });
  const take = (key: string, position?: number) => {
    const positions = free.get(key) ?? [];
    const at = position === undefined ? 0 : positions.indexOf(position);
    return at === -1 ? undefined : positions.splice(at, 1)[0];
  };
  const matched = rows.map(({ name }, index) => take(nameKey(name), index));
  return matched.map((position, index) => position ?? take(nameKey(rows[index]?.name ?? "")) ?? -1);
}

export const toState = (
  { id, status, message }: BulkStatusRow,
  isOver: boolean,
): Omit<BulkRowState, "position"> => ({
  batchId: id,
  status,
  message,
  rowStatus: rowStatusOf(status, isOver),
});

/** The rows of a followed request: only what the service lists is known of them. */
export const toListed = (rows: readonly BulkStatusRow[], isOver: boolean): ListedRow[] =>
  rows.map((row, position) => ({ ...toState(row, isOver), position, name: row.name }));
