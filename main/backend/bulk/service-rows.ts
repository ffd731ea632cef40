/** The rows of a bulk request as the service lists them. */
import type { Bulk, BulkStatusRow } from "../../remote/bulk";
import type { BulkRowState, ListedRow } from "./request-store";
import { nameKey } from "../outbox/find-batches-by-name";
import { outcomeOf } from "./row-status";

/** As many rows as the interface gives at once (§4.2). */
export const pageSize = 1_000;

/** Reads the rows page by page: until a page is not full, or more than `mostRows` were read. */
export async function readServiceRows(
  bulk: Pick<Bulk, "page">,
  requestId: string,
  mostRows: number,
  signal?: AbortSignal,
): Promise<BulkStatusRow[]> {
  const rows: BulkStatusRow[] = [];
  for (let page = 1; rows.length <= mostRows; page += 1) {
    const some = await bulk.page(requestId, page, pageSize, signal);
    rows.push(...some);
    if (some.length < pageSize) break;
  }
  return rows;
}

/** Which of our rows each row of the service is: by its place, else by its name. */
export function placeRows(names: readonly string[], rows: readonly BulkStatusRow[]): number[] {
  const free = new Map<string, number[]>();
  names.forEach((name, place) => {
    const key = nameKey(name);
    free.set(key, [...(free.get(key) ?? []), place]);
  });
  const take = (key: string, place?: number) => {
    const places = free.get(key) ?? [];
    const at = place === undefined ? 0 : places.indexOf(place);
    return at === -1 ? undefined : places.splice(at, 1)[0];
  };
  const places = rows.map(({ name }, index) => take(nameKey(name), index));
  return places.map((place, index) => place ?? take(nameKey(rows[index]?.name ?? "")) ?? -1);
}

export const toState = (
  { id, status, message }: BulkStatusRow,
  isOver: boolean,
): Omit<BulkRowState, "place"> => ({
  batchId: id,
  status,
  message,
  outcome: outcomeOf(status, isOver),
});

/** The rows of a request that was not sent from here: all that is known of them is what the service lists. */
export const toListed = (rows: readonly BulkStatusRow[], isOver: boolean): ListedRow[] =>
  rows.map((row, place) => ({ ...toState(row, isOver), place, name: row.name }));
