import { fileNameOf } from "../sources/locations";
import type { TaskRow } from "../rows/batches/ingestion-port";
import type { BatchRows } from "../rows/batches/batch-port";
import type { BulkRows } from "../rows/batches/bulk-port";

/**
 * The failure message of a task during which the process crashed repeatedly; names the document
 * that it reads.
 */
export async function crashNote(
  store: Pick<BatchRows, "findBatchSource" | "findLanguageScript"> &
    Pick<BulkRows, "findBulkRequest">,
  task: TaskRow,
): Promise<string> {
  // SECURITY: only the file name, since a URL may contain a signature.
  const script = await scriptOf(store, task);
  if (script === null || script === undefined)
    return `the local service ended unexpectedly ${task.crashes} times while it analysed the video or translated`;
  return `scriptPath: reading “${fileNameOf(script)}” crashed the local service ${task.crashes} times; it may be too large or too complex`;
}

async function scriptOf(
  store: Parameters<typeof crashNote>[0],
  task: TaskRow,
): Promise<string | null | undefined> {
  switch (task.kind) {
    case "batch":
      return (await store.findBatchSource(task.batchId))?.scriptPath;
    case "language":
      return (await store.findLanguageScript(task.batchId, task.languageId))?.scriptPath;
    case "bulk":
      return (await store.findBulkRequest(task.requestId))?.scriptPath;
  }
}
