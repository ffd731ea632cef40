/** Advisory locks of PostgreSQL. Most end with their transaction. */
import { createHash } from "node:crypto";

export interface Lock {
  name: string;
  /** Several transactions hold a shared lock at the same time. */
  isShared: boolean;
}

/** The lock of all rows. */
export const workspaceLock: Lock = { name: "workspace", isShared: false };

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
