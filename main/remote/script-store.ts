/**
 * Where scripts are put so that a service can fetch them: the interface takes a script by its URL alone
 * (interface-notes § Scripts). Two kinds of place, one port.
 */
import { inParallel } from "../common/for-each-limit";

export interface StoredScript {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970; null where nobody knows. */
  storedAt: number | null;
}

/** SECURITY: the URL is for the service that fetches it, and for no log and no window: who has it has the script. */
export interface PutScript {
  id: string;
  url: string;
  /** When the URL ends, in milliseconds since 1970; null where it does not. */
  expiresAt: number | null;
}

/** All of these reject with an AppError. */
export interface ScriptStore {
  /** How long a URL can be fetched, in seconds; null as long as the script is kept. */
  readonly urlLifetime: number | null;
  /** The same name again is another script, under an id that nobody can guess. */
  put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<PutScript>;
  /** Our own scripts there, the newest first; `isTruncated` when there are more than are told. */
  list(signal?: AbortSignal): Promise<{ scripts: StoredScript[]; isTruncated: boolean }>;
  /** What is gone already counts as deleted. Rejects with the first failure after all were tried. */
  delete(ids: readonly string[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Scripts that a list tells of. */
export const maxListed = 10_000;

/** Cuts a list to what is told of it, the newest first. */
export function newestFirst(
  scripts: StoredScript[],
  isTruncated: boolean,
): { scripts: StoredScript[]; isTruncated: boolean } {
  const ordered = scripts.sort(
    (a, b) => (b.storedAt ?? 0) - (a.storedAt ?? 0) || (a.id < b.id ? -1 : 1),
  );
  return {
    scripts: ordered.slice(0, maxListed),
    isTruncated: isTruncated || ordered.length > maxListed,
  };
}

/** Runs over items a few at a time; rejects with the first failure after all were tried. */
export async function eachOf<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  await inParallel(atOnce, items, (item) =>
    work(item).catch((error: unknown) => void failures.push(error)),
  );
  if (failures.length > 0) throw failures[0];
}
