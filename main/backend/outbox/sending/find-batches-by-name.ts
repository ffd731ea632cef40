/** Batches of a project by name: how the result of a request is found whose response was lost. */
import type { Remote } from "../../../remote/remote";

export interface NamedBatch {
  id: string;
  status: string;
  /** Milliseconds since 1970; null where the service does not report it. */
  createdAt: number | null;
}
/** Batches by the key of their name (`nameKey`). */
export type BatchesByName = Map<string, NamedBatch[]>;

/** A name in the form in which services may store it: NFC, trimmed. */
export const nameKey = (name: string) => name.normalize("NFC").trim();

/**
 * Reads a project's list for the batches of these names. Rejects as the list does, or with the
 * signal's reason.
 */
export async function findBatchesByName(
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

/** Sorts by creation time, the oldest first; batches of unknown age precede all others. */
export const byAge = (a: NamedBatch, b: NamedBatch) => (a.createdAt ?? 0) - (b.createdAt ?? 0);
