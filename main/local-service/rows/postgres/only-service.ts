/**
 * One service uses a database: it holds a lock of the server as long as it runs, on a connection of
 * its own.
 */
import type { Client } from "pg";
import { AppError } from "../../../common/errors";
import type { Log } from "../../../common/log";
import { pause } from "../../../common/retry";
import { DatabaseUnavailable } from "../../common/http-error";
import { numberOf } from "./locks";
import { createLastingClient } from "./pool";

export interface OnlyService {
  /** @throws DatabaseUnavailable while the lock is not held, as its connection was lost */
  require(): void;
  /** Gives the lock back. */
  close(): Promise<void>;
}

interface Options {
  url: string;
  /** The data folder whose rows are in the database. */
  folder: string;
  log: Log;
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

const usedElsewhere = () =>
  new AppError("local-service-failed", "another service uses the database");

/** @throws AppError "local-service-failed" while another service uses the database */
async function acquire(client: Client, folder: string, former: Session | null): Promise<Session> {
  // The server may not know yet that the former connection was lost, and keep its lock.
  if (former)
    await client.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE pid = $1 AND backend_start::text = $2`,
      [former.pid, former.begunAt],
    );
  const { rows } = await client.query<{ isHeld: number } & Session>(
    `SELECT pg_try_advisory_lock(${numberOf(`service of ${folder}`)}) AS "isHeld", pid,
       backend_start::text AS "begunAt" FROM pg_stat_activity WHERE pid = pg_backend_pid()`,
  );
  const [found] = rows;
  if (found?.isHeld !== 1) throw usedElsewhere();
  return { pid: found.pid, begunAt: found.begunAt };
}

/**
 * Takes the lock. If its connection is lost, it is taken again as soon as the database can be
 * reached.
 * @throws AppError "local-service-failed" while another service uses the database; the error of the
 * connection
 */
export async function becomeOnlyService(options: Options): Promise<OnlyService> {
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
      session = await acquire(client, folder, session);
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
    async close() {
      closing.abort();
      await retaking;
      await current?.end();
    },
  };
}
