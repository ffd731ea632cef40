/** Removes the files of exports that have expired. */
import type { ExportRows } from "../rows/exports/export-port";

/** Expired exports lose their objects, which are made again when the exports are resumed. */
export async function expireExports(
  store: Pick<ExportRows, "listExpiredExports" | "expireExport">,
  /** Milliseconds since 1970. */
  at: number,
): Promise<void> {
  for (const id of await store.listExpiredExports(at)) await store.expireExport(id, at);
}
