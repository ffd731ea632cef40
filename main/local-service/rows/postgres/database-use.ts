/**
 * The use of a database by a service: one alone, or several with the same keys. It holds a lock of
 * the server as long as it runs, on a connection of its own; several share it.
 */
import type { Client } from "pg";
import { AppError } from "../../../common/errors";
import type { Log } from "../../../common/log";
import { pause } from "../../../common/retry";
import { DatabaseUnavailable } from "../../common/http-error";
import { lockStatement, numberOf, workspaceLock } from "./locks";
import { createLastingClient } from "./pool";
import { schemaVersion } from "./schema";

export interface DatabaseUse {
  /** @throws DatabaseUnavailable while the lock is not held, as its connection was lost */
  require(): void;
  /** Whether no other service uses the database. */
  isAlone(): Promise<boolean>;
  /** Gives the lock back. */
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** The data folder whose rows are in the database. */
  folder: string;
  /**
   * Null for the only service. `keys`: a text that is equal for services with the same keys, of
   * which several use the database.
   */
  shared: { keys: string } | null;
  log: Log;
  /** The state of the move that the service knows; undefined before it has read it. */
  knownMove: () => string | null | undefined;
  /** Called once, when another service has the lock after the connection was lost. */
  onLost: (error: AppError) => void;
}

/** Time between two attempts to connect, in milliseconds. */
const retryMs = 1_000;

/** A connection as the server knows it. */
interface Session {
  pid: number;
  begunAt: string;
}

const refuse = (message: string) => new AppError("local-service-failed", message);
const usedElsewhere = () => refuse("another service uses the database");

/** @throws AppError "local-service-failed" while another service uses the database alone */
async function acquire(
  client: Client,
  { folder, shared, knownMove }: Options,
  former: Session | null,
): Promise<Session> {
  // The server may not know yet that the former connection was lost, and keep its lock.
  if (former)
    await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE pid = $1 AND backend_start::text = $2`,
      [former.pid, former.begunAt],
    );
  // Its name says which keys it has, before it holds the lock.
  const name = `dubyard ${shared?.keys ?? "alone"}`;
  await client.query("SELECT set_config('application_name', $1, false)", [name]);
  const number = numberOf(`service of ${folder}`);
  const { rows } = await client.query<{ isHeld: number } & Session>(
    `SELECT pg_try_advisory_lock${shared ? "_shared" : ""}(${number}) AS "isHeld", pid,
       backend_start::text AS "begunAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  );
  const [found] = rows;
  if (found?.isHeld !== 1) throw usedElsewhere();
  if (shared) await requireSameName(client, name, number);
  if (former) await requireSameState(client, knownMove());
  return { pid: found.pid, begunAt: found.begunAt };
}

/**
 * While the lock was not held, a newer version could change the tables, and another service could
 * begin or end a move.
 * @throws AppError "local-service-failed"
 */
async function requireSameState(
  client: Client,
  knownMove: string | null | undefined,
): Promise<void> {
  // A migration that began in that time holds this lock until its end.
  await client.query(`BEGIN; ${lockStatement([workspaceLock])}`);
  const { rows } = await client.query<{ version: number; move: string | null }>(
    "SELECT schema_version AS version, (SELECT state FROM moving) AS move FROM workspace",
  );
  await client.query("COMMIT");
  const version = rows[0]?.version ?? 0;
  if (version > schemaVersion)
    throw refuse(`a newer version of Dubyard changed the database (schema ${version})`);
  if (knownMove !== undefined && rows[0]?.move !== knownMove)
    throw refuse("a move of the workspace began or ended at another service");
}

/**
 * What was confirmed by one service must be confirmed for the others, which continue its work.
 * @throws AppError "local-service-failed"
 */
async function requireSameName(client: Client, name: string, number: bigint): Promise<void> {
  // The two halves of the number of a lock.
  const { rowCount } = await client.query(
    `SELECT FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE l.locktype = 'advisory' AND l.granted AND a.application_name <> $1
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (l.classid::bigint << 32) | l.objid::bigint = ${number}`,
    [name],
  );
  if ((rowCount ?? 0) > 0)
    throw refuse(
      "another service of the database has another key: give all the same --confirmation-key",
    );
}

/**
 * Takes the lock, shared or alone. If its connection is lost, it is taken again as soon as the
 * database can be reached.
 * @throws AppError "local-service-failed" while another service uses the database; the error of the
 * connection
 */
export async function beginUse(options: Options): Promise<DatabaseUse> {
  const { url, folder, log, onLost } = options;
  const closing = new AbortController();
  const { signal } = closing;
  let session: Session | null = null;
  let current: Client | null = null;
  let retaking: Promise<void> = Promise.resolve();

  async function connect(): Promise<void> {
    const client = createLastingClient(url);
    // Without a listener the process would end; "end" follows.
    client.on("error", () => undefined);
    try {
      await client.connect();
      session = await acquire(client, options, session);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    current = client;
    client.once("end", () => {
      if (signal.aborted) return;
      current = null;
      log.warn("local service: the connection was lost that holds the lock of the database");
      retaking = retake();
    });
  }

  /** Never rejects. */
  async function retake(): Promise<void> {
    let shown = "";
    while (!signal.aborted)
      try {
        await connect();
        return;
      } catch (error) {
        if (error instanceof AppError) {
          onLost(error);
          return;
        }
        if (String(error) !== shown)
          log.warn("local service: the lock of the database could not be taken yet", error);
        shown = String(error);
        await pause(retryMs, signal).catch(() => undefined);
      }
  }

  await connect();
  return {
    require() {
      if (!current) throw new DatabaseUnavailable("the database cannot be reached");
    },
    async isAlone() {
      const number = numberOf(`service of ${folder}`);
      // Its own lock keeps it from nothing.
      const found = await current?.query<{ isHeld: number }>(
        `SELECT pg_try_advisory_lock(${number}) AS "isHeld"`,
      );
      if (found?.rows[0]?.isHeld !== 1) return false;
      await current?.query(`SELECT pg_advisory_unlock(${number})`);
      return true;
    },
    async close() {
      closing.abort();
      await retaking;
      await current?.end();
    },
  };
}
