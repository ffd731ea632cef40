/** The numbers of lines of the characters of a project. */
import { foldName } from "../../common/collation";
import { kindKey } from "../lists/list-definitions";
import type { ResourceDeps } from "../lists/resource-deps";

const linesAtOnce = 1_000;
/** Maximum age of the list of batches, in milliseconds. */
const ageOfBatches = 30_000;

/** By folded name, over all batches; null if the service does not offer lines. */
export async function countLines(
  { lists, remote, extensions }: Pick<ResourceDeps, "lists" | "remote" | "extensions">,
  workspaceId: string,
  projectId: string,
): Promise<Map<string, number> | null> {
  if (!extensions.offers(workspaceId, "lines")) return null;
  await lists.refreshIfOlder(workspaceId, { kind: "batches", projectId }, ageOfBatches);
  const counts = new Map<string, number>();
  for (const { id } of await lists.all(kindKey(workspaceId, "batches", projectId)))
    for (let page = 1, read = 0; ; page += 1) {
      const { lines, total } = await remote(workspaceId).extensions.batches.lines(
        id,
        page,
        linesAtOnce,
      );
      for (const { character } of lines) {
        const key = foldName(character);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      read += lines.length;
      if (lines.length === 0 || read >= total) break;
    }
  return counts;
}
