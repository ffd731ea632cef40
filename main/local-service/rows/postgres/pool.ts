/** Connections to PostgreSQL. */
import { Client, Pool, types, type ClientConfig, type PoolClient, type PoolConfig } from "pg";
import type { Log } from "../../../common/log";

/** Settings of each session, with times in milliseconds. */
const sessionSettings = {
  // It makes the summary of a long batch several times slower.
  jit: "off",
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  // A process that was stopped would otherwise keep its locks from all others.
  idle_in_transaction_session_timeout: 5_000,
  synchronous_commit: "on",
  default_transaction_isolation: "read\\ committed",
  standard_conforming_strings: "on",
  client_min_messages: "error",
  TimeZone: "UTC",
};
const keepAliveMs = 30_000;
const connectLimitMs = 5_000;
/** The server ends a statement earlier, unless it cannot be reached. */
const queryLimitMs = 45_000;
const maxConnections = 10;
const maxIdleMs = 60_000;
/** A process that was stopped would otherwise keep its named locks from all others. */
const idleLockMs = 15_000;

/** Values of the types of PostgreSQL as those of SQLite. JSON stays a text. */
const parsers = new Map<number, (text: string) => number | string>([
  [types.builtins.BOOL, (text) => (text === "t" ? 1 : 0)],
  ...[
    types.builtins.INT2,
    types.builtins.INT4,
    types.builtins.INT8,
    types.builtins.NUMERIC,
    types.builtins.FLOAT4,
    types.builtins.FLOAT8,
  ].map((type) => [type, Number] as const),
]);
const asText = (text: string) => text;

/** @throws Error if the URL has options of its own */
function settingsOf(url: string, more: Readonly<Record<string, string | number>> = {}) {
  if (/[?&]options=/.test(url))
    throw new Error("the URL of the database must not have options of sessions");
  const options = Object.entries({ ...sessionSettings, ...more }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  return {
    connectionString: url,
    options: options.join(" "),
    application_name: "dubyard",
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: queryLimitMs,
    types: { getTypeParser: (type: number) => parsers.get(type) ?? asText },
  } satisfies ClientConfig;
}

/**
 * Opens no connection yet.
 * @throws Error if the URL has options of its own
 */
export const createPool = (url: string, log: Log): Pool =>
  openPool({ ...settingsOf(url), idleTimeoutMillis: maxIdleMs, max: maxConnections }, log);

/**
 * A pool for `createNamedLocks`. A wait for a lock ends before the statement does.
 * @throws Error if the URL has options of its own
 */
export const createLockPool = (url: string, log: Log): Pool =>
  openPool(
    {
      ...settingsOf(url, { lock_timeout: 25_000, idle_session_timeout: idleLockMs }),
      idleTimeoutMillis: idleLockMs / 3,
      max: maxConnections,
    },
    log,
  );

function openPool(settings: PoolConfig, log: Log): Pool {
  const pool = new Pool(settings);
  // The next statement of a lost connection fails; without a listener the process would end.
  pool.on("connect", (client: PoolClient) => client.on("error", () => undefined));
  pool.on("error", (error) => log.warn("local service: a database connection was lost", error));
  return pool;
}

/**
 * A connection that stays open without statements. The server ends it within 90 s after the
 * computer of the client has disappeared: later than the client would.
 */
export const createLastingClient = (url: string): Client =>
  new Client(
    settingsOf(url, {
      idle_session_timeout: 0,
      tcp_keepalives_idle: 60,
      tcp_keepalives_interval: 10,
      tcp_keepalives_count: 3,
    }),
  );
