/** Background work on videos, such as their peaks: once for each version, one video at a time. */
import { createHash } from "node:crypto";
import type { Closers } from "../../common/closers";
import type { Log } from "../../common/log";
import type { Asking } from "../work/asking";
import { createBackgroundLoop } from "../common/background-loop";
import { EngineError } from "../engine/ports";

export interface SourceWorkDeps {
  /** What asks workers; null in a process with an engine, and for a single service. */
  asking: Asking | null;
  /** Aborted when the service closes. */
  closing: AbortSignal;
  closers: Closers;
  log: Log;
}

export interface SourceWorkKind {
  /** The message of an unexpected failure, for the log and for clients. */
  failed: { log: string; client: string };
  /**
   * The message of an expected failure; null for an unexpected one. Errors of the engine are
   * expected.
   */
  problemOf?: (error: unknown) => string | null;
  /**
   * The time after which work is tried again that failed for a reason that can end, in
   * milliseconds.
   */
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

type Work = (onProgress: (progress: number) => void) => Promise<void>;

interface Running {
  work: Work;
  /** From 0 to 1. */
  progress: number;
  ended: Promise<void>;
  end: () => void;
}

export function createSourceWork(
  { closing, closers, log }: Omit<SourceWorkDeps, "asking">,
  kind: SourceWorkKind,
) {
  /** In the order of the requests, the one in progress first. */
  const queue = new Map<string, Running>();
  /** `until`: as `performance.now`. */
  const failures = new Map<string, { problem: string; until: number }>();
  const nameOf = (key: SourceKey) => key.toString("hex");
  const loop = createBackgroundLoop({ name: "review", step: makeNext, log });
  closers.add("work on videos", loop.close);

  /** One video at a time: each uses the processor and the disk. */
  async function makeNext(): Promise<void> {
    const [first] = queue;
    if (!first) return;
    const [name, running] = first;
    loop.wake();
    try {
      await running.work((progress) => (running.progress = progress));
    } catch (error) {
      fail(name, error);
    }
    queue.delete(name);
    running.end();
  }

  function fail(name: string, error: unknown): void {
    const isFinal = error instanceof EngineError;
    const problem = isFinal ? error.message : (kind.problemOf?.(error) ?? null);
    if (!closing.aborted && problem === null) log.error(kind.failed.log, error);
    if (failures.size >= maxFailures) failures.clear();
    // The reason of another one can end, for example a full disk.
    const until = isFinal ? Infinity : performance.now() + kind.retryMs;
    failures.set(name, { problem: problem ?? kind.failed.client, until });
  }

  return {
    /** How much is done of work in progress, from 0 to 1; undefined without any. */
    progressOf: (key: SourceKey): number | undefined => queue.get(nameOf(key))?.progress,
    /** Why the work failed; undefined if it did not. */
    failureOf(key: SourceKey): string | undefined {
      const failure = failures.get(nameOf(key));
      return failure && performance.now() < failure.until ? failure.problem : undefined;
    },
    /**
     * Begins the work unless it is in progress. Resolves when it has ended, also after a failure.
     */
    start(key: SourceKey, work: Work): Promise<void> {
      const name = nameOf(key);
      const found = queue.get(name);
      if (found) return found.ended;
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      queue.set(name, { work, progress: 0, ended, end });
      loop.wake();
      return ended;
    },
  };
}
