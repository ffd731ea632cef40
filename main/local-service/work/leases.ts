/**
 * Leases of background work: which process works on what. Work stays what it is, rows of its
 * domain; a lease beside them keeps a second process away, and each result is stored only under a
 * lease that the process still has. A process that is killed leaves its leases to expire.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../../common/log";
import { AwaitedError } from "../common/outside-work";
import {
  engineKinds,
  LostLease,
  type Lease,
  type LeaseKind,
  type LeaseRows,
} from "../rows/lease-port";

/** Kinds whose ends of the process are counted, also those by a power failure. */
const countedKinds: ReadonlySet<LeaseKind> = new Set(["ingest"]);

export interface HeldLease extends Lease {
  /**
   * Claims since the item's last result, this one included: more than one if a process ended
   * without releasing the lease.
   */
  attempts: number;
  /** Aborted when another process has taken the lease. */
  signal: AbortSignal;
}

/** Another process works on the item, or has taken it. `ended`: when to consider it again. */
export class LeasedElsewhere extends AwaitedError {}

export interface Leases {
  /**
   * Call it before work is searched. Resolves when the leases of an earlier process have ended,
   * with whether several processes may work.
   */
  start(): Promise<boolean>;
  /**
   * Runs work under the lease of an item. The lease is forgotten after the work has succeeded, and
   * given back otherwise; during work outside that is counted it stays.
   * @throws LeasedElsewhere while another process works on the item, and if it has taken it
   * meanwhile; the error of the work.
   */
  run<T>(kind: LeaseKind, key: string, work: (lease: HeldLease) => Promise<T>): Promise<T>;
  /** Gives all leases back. Call it after the work has ended. */
  close(): Promise<void>;
}

export interface LeasesOptions {
  rows: LeaseRows;
  log: Log;
  /**
   * Called about every second if several processes use the database: work that another one has
   * added or given back wakes nothing here.
   */
  onPoll?: () => void;
  /** How long a process may give no sign before others take its work. */
  leaseMs?: number;
  renewEveryMs?: number;
  /** After which an item is considered again that another process has. */
  retryMs?: number;
  pollEveryMs?: number;
  /**
   * The id of the engine set of this process, if several services on one database have to have the
   * same set; null for a single service.
   */
  engineSet?: () => string | null;
}

interface Held {
  lease: HeldLease;
  lost: AbortController;
}

const nameOf = ({ kind, key }: Pick<Lease, "kind" | "key">) => `${kind} ${key}`;

/** The leases of this process. */
export function createLeases({
  rows,
  log,
  onPoll = () => undefined,
  leaseMs = 15_000,
  renewEveryMs = 5_000,
  retryMs = 250,
  pollEveryMs = 1_000,
  engineSet = () => null,
}: LeasesOptions): Leases {
  const owner = randomUUID();
  const closing = new AbortController();
  /** By token. */
  const held = new Map<string, Held>();
  /** Those that could not be given back, by kind and key: their claims would count as failures. */
  const owed = new Map<string, Lease>();
  let starting: Promise<boolean> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let polling: NodeJS.Timeout | undefined;
  let renewing: Promise<void> = Promise.resolve();

  async function start(): Promise<boolean> {
    starting ??= rows.startLeases().then(
      (isShared) => {
        if (isShared) poll();
        return isShared;
      },
      (error: unknown) => {
        starting = null;
        throw error;
      },
    );
    return starting;
  }

  function poll(): void {
    if (closing.signal.aborted) return;
    // Processes that were started together do not ask at the same time.
    const delayMs = pollEveryMs * (0.9 + 0.2 * Math.random());
    polling = setTimeout(() => {
      onPoll();
      poll();
    }, delayMs).unref();
  }

  async function claim(kind: LeaseKind, key: string): Promise<HeldLease | null> {
    await start();
    const former = owed.get(nameOf({ kind, key }));
    if (former) await rows.releaseLease(former);
    owed.delete(nameOf({ kind, key }));
    const lease: Lease = { kind, key, token: randomUUID() };
    const claimRow = countedKinds.has(kind) ? rows.claimLeaseDurably : rows.claimLease;
    const set = engineKinds.includes(kind) ? engineSet() : null;
    const attempts = await claimRow(lease, owner, leaseMs, set);
    if (attempts === null) return null;
    const lost = new AbortController();
    const claimed: HeldLease = { ...lease, attempts, signal: lost.signal };
    held.set(lease.token, { lease: claimed, lost });
    scheduleRenewal();
    return claimed;
  }

  function scheduleRenewal(): void {
    if (timer || held.size === 0 || closing.signal.aborted) return;
    timer = setTimeout(() => {
      renewing = renew().finally(() => {
        timer = null;
        scheduleRenewal();
      });
    }, renewEveryMs).unref();
  }

  /** Extends all leases. The work of one that another process has taken ends. */
  async function renew(): Promise<void> {
    const known = [...held.values()];
    try {
      const own = new Set(await rows.renewLeases(owner, leaseMs));
      for (const { lease, lost } of known) if (!own.has(lease.token)) lost.abort(new LostLease());
    } catch (error) {
      // Nothing is stored under a lease that another process takes meanwhile.
      if (!closing.signal.aborted) log.warn("leases of work could not be renewed", error);
    }
  }

  /** Never rejects: what is not given back now is given back before the next claim, or expires. */
  async function release({ kind, key, token }: Lease): Promise<void> {
    if (!held.delete(token)) return;
    const lease = { kind, key, token };
    await rows.releaseLease(lease).catch((error: unknown) => {
      owed.set(nameOf(lease), lease);
      log.warn("a lease of work could not be given back", error);
    });
  }
  const later = () =>
    new LeasedElsewhere(
      pause(retryMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined),
    );

  return {
    start,
    async run(kind, key, work) {
      const lease = await claim(kind, key);
      if (!lease) throw later();
      try {
        const result = await work(lease);
        held.delete(lease.token);
        await rows.endLease({ kind, key, token: lease.token });
        return result;
      } catch (error) {
        if (error instanceof AwaitedError && error.isCounted)
          throw new AwaitedError(
            error.ended.then(() => release(lease)),
            error,
          );
        await release(lease);
        throw error instanceof LostLease || lease.signal.aborted ? later() : error;
      }
    },
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      clearTimeout(polling);
      await renewing;
      await Promise.all([...held.values()].map(({ lease }) => release(lease)));
    },
  };
}
