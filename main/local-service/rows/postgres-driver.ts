/** Runs units of work on PostgreSQL. */
import type { Pool, PoolClient } from "pg";
import { pause } from "../../common/retry";
import { isRepeatable, toServiceError } from "./postgres/errors";
import { lockStatement } from "./postgres/locks";
import type { NamedLocks } from "./postgres/named-locks";
import { createScopeLocks } from "./postgres/scope-locks";
import { preparedOf } from "./postgres/sql";
import type { Scope } from "./scopes";
import type { Changes, Rows, ScopeOf, Statement, Work } from "./unit-of-work";

const snapshotBegin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

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

/** Runs `work` with a connection of the pool. One that failed is closed: its state is not known. */
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

async function inTransaction<T>(client: PoolClient, begin: string, work: Work<T>): Promise<T> {
  await client.query(begin);
  const result = await runUnit(client, work);
  const { command } = await client.query("COMMIT");
  // A transaction with a failed statement is rolled back without an error.
  if (command !== "COMMIT") throw new Error("a unit of work continued after a failed statement");
  return result;
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
 * Units of work on the database of a pool. A change holds the locks of its scope until it is
 * committed, so that changes of one scope happen one after the other, as on SQLite. The first
 * statement takes them: nothing in the scope changes afterwards. `requireLock`: throws while the
 * service may change nothing. `locks`: changes under one of these are made on its connection.
 */
export function createPostgresRows(
  pool: Pool,
  requireLock: () => void = () => undefined,
  locks: Pick<NamedLocks, "withConnection"> | null = null,
): Rows {
  const findLocks = createScopeLocks();

  /** With the connection of the caller's named lock, or else with one of the pool. */
  const connected = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> =>
    locks?.withConnection((client) =>
      work(client).catch(async (error: unknown) => {
        await rollBack(client);
        throw error;
      }),
    ) ?? withConnection(pool, work);

  function within<Given extends unknown[]>(scope: Scope | ScopeOf<Given>): Changes<Given> {
    const changes =
      (begin: string): Changes<Given>["change"] =>
      (work) =>
      (...values) =>
        repeated(() => {
          requireLock();
          return connected(async (client) => {
            const own = await runUnit(client, findLocks(scope, values as unknown as Given));
            return inTransaction(client, `${begin}; ${lockStatement(own)}`, work(...values));
          });
        });
    const change = changes("BEGIN");
    return {
      change,
      // PostgreSQL syncs the transactions of several connections together.
      groupedChange: change,
      note: changes("BEGIN; SET LOCAL synchronous_commit = off"),
    };
  }
  return {
    read:
      (work) =>
      (...values) =>
        repeated(() => withConnection(pool, (client) => runUnit(client, work(...values)))),
    snapshot:
      (work) =>
      (...values) =>
        repeated(() =>
          withConnection(pool, (client) => inTransaction(client, snapshotBegin, work(...values))),
        ),
    within,
    ...within("workspace"),
  };
}
