/** Runs units of work on PostgreSQL. */
import type { Pool, PoolClient } from "pg";
import { pause } from "../../common/retry";
import { isRepeatable, toServiceError } from "./postgres/errors";
import { lockStatement, workspaceLock } from "./postgres/locks";
import { preparedOf } from "./postgres/sql";
import type { Rows, Statement, Work } from "./unit-of-work";

/** Repetitions of a unit that was rolled back because of another one. */
const repetitions = 5;
/** Bounds of the wait before a repetition, in milliseconds. */
const minPauseMs = 10;
const maxPauseMs = 100;

async function execute(client: PoolClient, { kind, sql, values }: Statement): Promise<unknown> {
  const result = await client.query<object>({ ...preparedOf(sql), values: [...values] });
  if (kind === "run") return result.rowCount ?? 0;
  return kind === "get" ? result.rows[0] : result.rows;
}

/**
 * Runs a unit in the present transaction, or without one. In a transaction, a failed statement ends
 * the unit: PostgreSQL accepts no other one after it.
 */
async function runUnit<T>(client: PoolClient, work: Work<T>): Promise<T> {
  let step = work.next();
  while (step.done !== true) {
    let result: unknown;
    try {
      result = await execute(client, step.value);
    } catch (error) {
      step = work.throw(error);
      continue;
    }
    step = work.next(result);
  }
  return step.value;
}

/** Runs `work` with a connection. One that failed is closed: its state is not known. */
async function withConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const result = await work(client);
    isUsable = true;
    return result;
  } catch (error) {
    isUsable = await rollBack(client);
    throw error;
  } finally {
    client.release(!isUsable);
  }
}

/** Resolves with whether the connection can be used again. */
async function rollBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query("ROLLBACK");
    return true;
  } catch {
    // The caller throws the original error.
    return false;
  }
}

async function inTransaction<T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return withConnection(pool, async (client) => {
    await client.query(begin);
    const result = await work(client);
    const { command } = await client.query("COMMIT");
    // A transaction with a failed statement is rolled back without an error.
    if (command !== "COMMIT") throw new Error("a unit of work continued after a failed statement");
    return result;
  });
}

/** Repeats what was rolled back because of another transaction. Throws errors of the service. */
async function repeated<T>(work: () => Promise<T>): Promise<T> {
  for (let repetition = 0; ; repetition += 1)
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error) || repetition === repetitions) throw toServiceError(error);
      await pause(minPauseMs + Math.random() * (maxPauseMs - minPauseMs));
    }
}

/**
 * Units of work on the database of a pool. A change holds the lock of the workspace until it is
 * committed, so that changes happen one after the other, as on SQLite. `requireLock`: throws while
 * the service may change nothing.
 */
export function createPostgresRows(pool: Pool, requireLock: () => void = () => undefined): Rows {
  const transactions =
    (begin: string, requirement: () => void = () => undefined): Rows["read"] =>
    (work) =>
    (...values) =>
      repeated(() => {
        requirement();
        return inTransaction(pool, begin, (client) => runUnit(client, work(...values)));
      });
  const locked = lockStatement([workspaceLock]);
  const change = transactions(`BEGIN; ${locked}`, requireLock);
  return {
    read:
      (work) =>
      (...values) =>
        repeated(() => withConnection(pool, (client) => runUnit(client, work(...values)))),
    snapshot: transactions("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
    change,
    // Transactions of several connections share a sync to disk by themselves.
    groupedChange: change,
    note: transactions(`BEGIN; SET LOCAL synchronous_commit = off; ${locked}`, requireLock),
  };
}
