/**
 * The interface of a script store. Scripts are stored there so that a service can fetch them,
 * because the interface accepts a script only as a URL (interface-notes § Scripts). There are two
 * implementations: a bucket and the service.
 */
import { forEachLimit } from "../common/for-each-limit";

export interface StoredScript {
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  /** In milliseconds since 1970; null if unknown. */
  storedAt: number | null;
}

/**
 * SECURITY: the URL alone gives access to the script. It is sent to the service only, never to a
 * log or the renderer.
 */
export interface PutScript {
  id: string;
  url: string;
  /** Expiry time of the URL in milliseconds since 1970; null if it does not expire. */
  expiresAt: number | null;
}

/** All methods reject with an AppError. */
export interface ScriptStore {
  /** Validity of a URL in seconds; null if the URL is valid until the script is deleted. */
  readonly urlLifetime: number | null;
  /**
   * Stores a new script under an id that cannot be guessed. Does not replace an existing script
   * with the same name.
   */
  put(name: string, bytes: Uint8Array, signal?: AbortSignal): Promise<PutScript>;
  /**
   * The scripts that this application stored, newest first. `isTruncated`: there are more scripts
   * than returned.
   */
  list(signal?: AbortSignal): Promise<{ scripts: StoredScript[]; isTruncated: boolean }>;
  /**
   * Deletes scripts. A missing script counts as deleted. Attempts all, then rejects with the first
   * error.
   */
  delete(ids: readonly string[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Maximum number of scripts in a list. */
export const maxListed = 10_000;

/** Sorts a list by date, newest first, and limits it to `maxListed` scripts. */
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

/**
 * Processes all items with at most `atOnce` in parallel. Attempts all, then rejects with the first
 * error.
 */
export async function attemptAll<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  await forEachLimit(atOnce, items, (item) =>
    work(item).catch((error: unknown) => void failures.push(error)),
  );
  if (failures.length > 0) throw failures[0];
}
