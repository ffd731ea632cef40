/** Whether a service can do its work now: read, and accept changes. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import type { Log } from "../../common/log";
import { pause } from "../../common/retry";
import type { OperationsRows } from "../rows/operations-port";

/** Why a service is not ready. */
export type NotReady =
  /** It is about to stop. */
  | "draining"
  /** Changes are refused until there is space. */
  | "disk-full"
  /** The folder or the database of the workspace cannot be written. */
  | "read-only"
  /** The database cannot be read, or has the rows of another version. */
  | "database"
  /** Its clock and that of the database differ: what it signs expires at another time. */
  | "clock"
  /** The bucket of the objects cannot be read. */
  | "objects"
  /** The disk did not respond in time. */
  | "timeout";

export interface Readiness {
  /** Why the service is not ready, or null. Several calls at a time share one check. */
  check(): Promise<NotReady | null>;
  /** Not ready from now on. */
  startDraining(): void;
}

export interface ReadinessDeps {
  rows: Pick<OperationsRows, "readSchemaVersion" | "readTime">;
  /** The clock of this computer, if the database has another one. */
  clock: (() => number) | null;
  /**
   * Rejects if the bucket of the objects cannot be read; null without a bucket. Called at most once
   * in 5 s.
   */
  checkObjects: ((signal: AbortSignal) => Promise<unknown>) | null;
  schemaVersion: number;
  /** The folder and the files that have to be writable. */
  writable: readonly string[];
  isDiskFull: () => boolean;
  log: Log;
  /** Limit of a check, in milliseconds. */
  limitMs?: number;
}

const defaultLimitMs = 5000;
/** Limit of the request to the bucket: shorter, so that it is reported as the reason. */
const objectsLimitMs = 3000;
/** Anyone may ask, and each request to a bucket may cost money: its state is kept for this time. */
const objectsKeptMs = 5000;
/** The greatest difference of the clocks. */
const maxDifferenceMs = 60_000;

/** Each change of the state is logged when a check finds it. */
export function createReadiness(deps: ReadinessDeps): Readiness {
  const { rows, schemaVersion, writable, isDiskFull, log, limitMs = defaultLimitMs } = deps;
  const { clock, checkObjects } = deps;
  let isDraining = false;
  const draining = () => isDraining;
  let reported: NotReady | null = null;
  /** A folder on a network drive that does not respond must not occupy more than one thread. */
  let checking: Promise<NotReady | null> | null = null;

  /** The last check of the bucket. */
  let objects: { isReadable: boolean; at: number } | null = null;
  async function areObjectsReadable(): Promise<boolean> {
    if (!checkObjects) return true;
    if (objects && performance.now() - objects.at < objectsKeptMs) return objects.isReadable;
    const isReadable = await checkObjects(AbortSignal.timeout(objectsLimitMs)).then(
      () => true,
      () => false,
    );
    objects = { isReadable, at: performance.now() };
    return isReadable;
  }

  async function find(): Promise<NotReady | null> {
    if (isDiskFull()) return "disk-full";
    try {
      // A file system that became read-only is reported by this too, also to the system's owner.
      await Promise.all(writable.map((file) => access(file, constants.W_OK)));
    } catch {
      return "read-only";
    }
    try {
      if ((await rows.readSchemaVersion()) !== schemaVersion) return "database";
      if (clock && Math.abs((await rows.readTime()) - clock()) > maxDifferenceMs) return "clock";
    } catch {
      return "database";
    }
    return (await areObjectsReadable()) ? null : "objects";
  }

  function report(found: NotReady | null): NotReady | null {
    if (found !== reported) {
      if (found === null) log.info("local service: ready again");
      else log.warn(`local service: not ready: ${found}`);
    }
    reported = found;
    return found;
  }

  return {
    async check() {
      if (draining()) return report("draining");
      checking ??= find().finally(() => (checking = null));
      const inTime = new AbortController();
      const late = pause(limitMs, inTime.signal).then(
        () => "timeout" as const,
        () => "timeout" as const,
      );
      const found = await Promise.race([checking, late]);
      inTime.abort();
      // The drain may have begun during the check.
      return report(draining() ? "draining" : found);
    },
    startDraining() {
      isDraining = true;
    },
  };
}
