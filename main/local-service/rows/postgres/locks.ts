/** Advisory locks of PostgreSQL. Most end with their transaction. */
import { createHash } from "node:crypto";
import type { Scope } from "../scopes";

export interface Lock {
  name: string;
  /** Several transactions hold a shared lock at the same time. */
  isShared: boolean;
}

/** The lock of all rows. */
export const workspaceLock: Lock = { name: "workspace", isShared: false };

const locked = (name: string, isShared = false): Lock => ({ name, isShared });

/**
 * The locks of a change, in the order in which all changes take them: the workspace, a batch, a
 * language. Each is inside of the one before it, which is therefore shared.
 */
export function locksOf(scope: Scope): Lock[] {
  if (scope === "workspace") return [workspaceLock];
  const workspace = { ...workspaceLock, isShared: true };
  if (scope === "own-rows") return [workspace];
  const { batchId, languageId } = scope;
  if (languageId === undefined) return [workspace, locked(`batch ${batchId}`)];
  return [workspace, locked(`batch ${batchId}`, true), locked(`language ${batchId}/${languageId}`)];
}

/** The number of a lock: the first 8 bytes of the SHA-256 of its name. */
export const numberOf = (name: string): bigint =>
  createHash("sha256").update(`dubyard ${name}`).digest().readBigInt64BE();

/** A statement that waits for the locks in their order. */
export const lockStatement = (locks: readonly Lock[]): string =>
  `SELECT ${locks
    .map(
      ({ name, isShared }) =>
        `pg_advisory_xact_lock${isShared ? "_shared" : ""}(${numberOf(name)})`,
    )
    .join(", ")}`;
