/** The lines of a batch, from services that offer them (extension "lines"). */
import type { ScriptLinesPage } from "../../../preload/local-service/batches";
import type { ResourceDeps } from "../lists/resource-deps";

export type LineOfBatch = ScriptLinesPage["lines"][number];

const linesAtOnce = 1_000;

/** All lines of a batch; null if the service does not offer them. */
export async function readBatchLines(
  { remote, extensions }: Pick<ResourceDeps, "remote" | "extensions">,
  workspaceId: string,
  batchId: string,
): Promise<LineOfBatch[] | null> {
  if (!extensions.offers(workspaceId, "lines")) return null;
  const all: LineOfBatch[] = [];
  for (let page = 1; ; page += 1) {
    const { batches } = remote(workspaceId).extensions;
    const { lines, total } = await batches.lines(batchId, page, linesAtOnce);
    for (const line of lines) all.push(line);
    if (lines.length === 0 || all.length >= total) return all;
  }
}
