/** Batches of a project by their names: how what arrived without an answer is found again. */
import type { Remote } from "../../remote/remote";

export interface NamedBatch {
  id: string;
  status: string;
  /** Milliseconds since 1970; null where the service does not say. */
  createdAt: number | null;
}
/** By the keys of their names. */
export type BatchesByName = Map<string, NamedBatch[]>;

/** How a service may keep a name that it was given. */
export const nameKey = (name: string) => name.normalize("NFC").trim();

/** Reads a project's list for the batches of these names. Rejects as the list does, or with the signal's reason. */
export async function batchesByName(
  { batches }: Pick<Remote, "batches">,
  projectId: string,
  keys: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<BatchesByName> {
  const found: BatchesByName = new Map();
  for await (const { rows } of batches.list(projectId, signal)) {
    for (const { id, name, status, createdAt } of rows) {
      const key = nameKey(name);
      if (keys.has(key)) found.set(key, [...(found.get(key) ?? []), { id, status, createdAt }]);
    }
  }
  return found;
}

/** The oldest first; those of an unknown age before all others. */
export const byAge = (a: NamedBatch, b: NamedBatch) => (a.createdAt ?? 0) - (b.createdAt ?? 0);
