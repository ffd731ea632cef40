/**
 * Named locks among all services of a database. Each is a lock of the server on a connection of its
 * own, outside of any transaction: its work may wait for bytes.
 *
 * The changes that are made under a lock use its connection. If that is lost, and with it the lock,
 * they fail, and none is made beside the work of the next holder. A process that was stopped sends
 * no sign of life: the server ends the session, and others go on.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool, PoolClient } from "pg";
import { systemCode } from "../../../common/errors";
import { createMutex, createNamedMutex } from "../../../common/mutex";
import type { Locks } from "../lock-port";
import { toServiceError } from "./errors";
import { numberOf } from "./locks";

export interface NamedLocks extends Locks {
  /** Runs `work` with the connection of the caller's lock; undefined without a lock. */
  withConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> | undefined;
}

interface Held {
  client: PoolClient;
  /** Transactions of one connection run one after the other. */
  inTurn: ReturnType<typeof createMutex>;
  isEnded: boolean;
}

/** The server ends a session after `idleLockMs` (`pool.ts`) without a statement. */
const signOfLifeMs = 4_000;
/** Each waits as long as a statement may wait for a lock. */
const attempts = 4;
const lockNotAvailable = "55P03";

async function lock(client: PoolClient, number: bigint): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.query(`SELECT pg_advisory_lock(${number})`);
      return;
    } catch (error) {
      if (systemCode(error) !== lockNotAvailable || attempt === attempts)
        throw toServiceError(error);
    }
}

/**
 * `pool`: for these locks only. A holder that takes another lock uses its connection for it, and
 * waits for none.
 */
export function createNamedLocks(pool: Pool): NamedLocks {
  const inProcess = createNamedMutex();
  const ofFiles = createNamedMutex();
  const holding = new AsyncLocalStorage<Held>();
  const present = (): Held | null => {
    const held = holding.getStore();
    return held && !held.isEnded ? held : null;
  };

  async function hold<T>({ client, inTurn }: Held, name: string, work: () => Promise<T>) {
    const number = numberOf(`exclusive ${name}`);
    await inTurn(() => lock(client, number));
    try {
      return await work();
    } finally {
      // A connection that fails here has lost its locks.
      await inTurn(() => client.query(`SELECT pg_advisory_unlock(${number})`)).catch(
        () => undefined,
      );
    }
  }

  async function holdFirst<T>(name: string, work: () => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw toServiceError(error);
    });
    const held: Held = { client, inTurn: createMutex(), isEnded: false };
    const failures: Error[] = [];
    const check = () =>
      held
        .inTurn(() => client.query("SELECT 1"))
        .catch((error: unknown) => {
          failures.push(error instanceof Error ? error : new Error(String(error)));
        });
    const timer = setInterval(() => void check(), signOfLifeMs).unref();
    try {
      return await holding.run(held, () => hold(held, name, work));
    } finally {
      held.isEnded = true;
      clearInterval(timer);
      // After all that was begun with the connection.
      await check();
      client.release(failures[0]);
    }
  }

  return {
    // One connection waits for a name, however many calls do.
    exclusively: (name, work) =>
      inProcess(name, () => {
        const outer = present();
        return outer ? hold(outer, name, work) : holdFirst(name, work);
      }),
    exclusivelyInProcess: ofFiles,
    withConnection(work) {
      const held = present();
      return held ? held.inTurn(() => work(held.client)) : undefined;
    },
  };
}
