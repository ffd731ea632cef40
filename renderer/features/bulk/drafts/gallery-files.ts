import { api } from "../../../app/api";

const pageSize = 1000;

/**
 * Expands gallery paths to files: folders are replaced by all files below them. At most `limit`
 * files.
 */
export async function expandPaths(
  workspaceId: string,
  paths: readonly string[],
  limit: number,
): Promise<string[]> {
  const files: string[] = [];
  const pending = [...paths].reverse();
  for (let path = pending.pop(); path !== undefined && files.length < limit; path = pending.pop()) {
    if (!path.endsWith("/")) {
      files.push(path);
      continue;
    }
    const inside: string[] = [];
    for (let offset = 0, total = 1; offset < total && inside.length < limit; offset += pageSize) {
      const query = { workspaceId, folder: path, search: "", sort: "name" } as const;
      const page = await api.gallery.browse({ ...query, offset, limit: pageSize });
      total = page.total;
      inside.push(...page.entries.map((entry) => entry.path));
    }
    pending.push(...inside.reverse());
  }
  return files.slice(0, limit);
}
