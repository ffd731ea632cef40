/** Background work on videos, such as their peaks: once for each version, one video at a time. */
import { createHash } from "node:crypto";
import type { Log } from "../../common/log";
import { EngineError } from "../engine/ports";

export interface SourceWorkDeps {
  /** Aborted when the service closes. */
  closing: AbortSignal;
  log: Log;
}

export interface SourceWorkKind {
  /** The message of an unexpected failure, for the log and for clients. */
  failed: { log: string; client: string };
  /** The message of an expected failure; null for an unexpected one. Errors of the engine are expected. */
  problemOf?: (error: unknown) => string | null;
  /** The time after which work is tried again that failed for a reason that can end, in milliseconds. */
  retryMs: number;
}

/** Identifies a version of the video of a batch: a hash. */
export type SourceKey = Buffer;

export const sourceKey = (batchId: string, { version }: { version: string }): SourceKey =>
  createHash("sha256").update(`${batchId} ${version}`).digest();

/** Bytes of a key in the file of a result. */
export const sourceKeyBytes = 32;
/** Videos whose failure is known; older ones are tried again. */
const maxFailures = 1_000;

interface Running {
  /** From 0 to 1. */
  progress: number;
  ended: Promise<void>;
}

export function createSourceWork({ closing, log }: SourceWorkDeps, kind: SourceWorkKind) {
  const running = new Map<string, Running>();
  const failures = new Map<string, string>();
  /** One video at a time: each uses the processor and the disk. */
  let last: Promise<unknown> = Promise.resolve();
  const nameOf = (key: SourceKey) => key.toString("hex");

  function fail(name: string, error: unknown): void {
    const isFinal = error instanceof EngineError;
    const problem = isFinal ? error.message : (kind.problemOf?.(error) ?? null);
    if (!closing.aborted && problem === null) log.error(kind.failed.log, error);
    if (failures.size >= maxFailures) failures.clear();
    failures.set(name, problem ?? kind.failed.client);
    // For example a full disk.
    if (!isFinal) setTimeout(() => failures.delete(name), kind.retryMs).unref();
  }

  return {
    /** How much is done of work in progress, from 0 to 1; undefined without any. */
    progressOf: (key: SourceKey): number | undefined => running.get(nameOf(key))?.progress,
    /** Why the work failed; undefined if it did not. */
    failureOf: (key: SourceKey): string | undefined => failures.get(nameOf(key)),
    /** Begins the work unless it is in progress. Resolves when it has ended, also after a failure. */
    start(
      key: SourceKey,
      work: (onProgress: (progress: number) => void) => Promise<void>,
    ): Promise<void> {
      const name = nameOf(key);
      const found = running.get(name);
      if (found) return found.ended;
      const started: Running = { progress: 0, ended: Promise.resolve() };
      started.ended = last
        .then(() => work((progress) => (started.progress = progress)))
        .catch((error: unknown) => fail(name, error))
        .finally(() => running.delete(name));
      last = started.ended;
      running.set(name, started);
      return started.ended;
    },
  };
}
