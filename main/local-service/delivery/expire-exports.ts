/** Exports whose files are kept no longer. */
import type { ExportRows } from "../rows/exports/export-port";

/** Ends them: their objects are removed, and made again when they are resumed. */
export async function expireExports(
  store: Pick<ExportRows, "listExpiredExports" | "expireExport">,
  /** Milliseconds since 1970. */
  at: number,
): Promise<void> {
  for (const id of await store.listExpiredExports(at)) await store.expireExport(id, at);
}
