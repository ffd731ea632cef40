/** The lines of a dub that have a text in its language. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { DubLine, DubRow, DubLineRows } from "../rows/dubs/dub-port";

/** Lines of one query or transaction. */
export const chunkSize = 500;

/** The lines of a dub in chunks. */
export async function* linesOf(
  { store }: { store: Pick<DubLineRows, "listDubLines"> },
  { batchId, languageId }: Pick<DubRow, "batchId" | "languageId">,
): AsyncGenerator<DubLine[]> {
  for (let after = 0; ;) {
    const lines = await store.listDubLines(batchId, languageId, after, chunkSize);
    yield lines;
    const last = lines.at(-1);
    if (!last || lines.length < chunkSize) return;
    after = last.number;
    await yieldToEventLoop();
  }
}
