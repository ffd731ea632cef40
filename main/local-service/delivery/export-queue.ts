/**
 * The exports that are to be made: one at a time, except those that wait for a download or a retry.
 */
import type { ServiceDurations } from "../common/durations";
import { createBackgroundLoop, type Began } from "../common/background-loop";
import type { Leases } from "../work/leases";
import type { ExportKind } from "../rows/exports/export-port";
import { makeExport, type ExportJobDeps } from "./export-job";

export type ExportQueueDeps = ExportJobDeps &
  Pick<ServiceDurations, "exportRetryMs"> & {
    /** The kind of the exports that are made. The other kind belongs to another service. */
    kind: ExportKind;
    leases: Leases;
    began?: Began | undefined;
  };

export interface ExportQueue {
  /** Aborted by `close`. */
  signal: AbortSignal;
  /** Starts due exports. Call after any change that may have added some. */
  wake(): void;
  /** Has an export made, at once if it waits. */
  add(id: string): void;
  /** Ends the work on an export. */
  remove(id: string): Promise<void>;
  /** Stops; unfinished exports continue after the next start. */
  close(): Promise<void>;
}

interface ActiveExport {
  id: string;
  end: AbortController;
  work: Promise<boolean>;
}

/** Begins with the exports that an earlier process left. */
export function createExportQueue(deps: ExportQueueDeps): ExportQueue {
  const { store, kind, leases, outside, exportRetryMs, began, log } = deps;
  const policy = { firstMs: exportRetryMs, maxMs: exportRetryMs };
  const loop = createBackgroundLoop({ name: "exports", step: makeNext, policy, log });
  /** In the order in which they are made. Those that wait for a download or a retry are aside. */
  const queue: string[] = [];
  let active: ActiveExport | null = null;
  let isUnfinishedQueued = false;

  function add(id: string): void {
    loop.release(id);
    if (!queue.includes(id)) queue.push(id);
    loop.wake();
  }

  async function makeNext(): Promise<void> {
    await leases.start();
    // An unconfirmed export is considered once: it may have been confirmed on this computer.
    const due = await (isUnfinishedQueued
      ? store.listDueExports(kind)
      : store.listUnfinishedExports(kind));
    isUnfinishedQueued = true;
    for (const id of due) {
      if (queue.includes(id)) continue;
      queue.push(id);
      await forgetFailures(id);
    }
    const aside = loop.aside();
    const id = queue.find((one) => !aside.includes(one));
    if (id === undefined) return;
    queue.splice(queue.indexOf(id), 1);
    loop.wake();
    const end = new AbortController();
    active = { id, end, work: loop.attempt(id, () => make(id, end.signal)) };
    const isEnded = await active.work;
    active = null;
    if (isEnded) return;
    // It may have been resumed while its work ended: then it does not wait.
    if (queue.includes(id)) loop.release(id);
    else queue.push(id);
  }

  /** An export that another process has begun or resumed tries again what failed here before. */
  async function forgetFailures(id: string): Promise<void> {
    const row = await store.findExport(id);
    if (row) outside.forget(row.batchId);
  }

  async function make(id: string, cancelled: AbortSignal): Promise<void> {
    const hasEnded = began?.();
    try {
      await leases.run("export", id, (lease) =>
        makeExport(deps, id, lease, AbortSignal.any([cancelled, loop.signal, lease.signal])),
      );
    } catch (error) {
      if (!cancelled.aborted) throw error;
    } finally {
      hasEnded?.();
    }
  }

  /** Ends the work on an export. */
  async function remove(id: string): Promise<void> {
    loop.release(id);
    const position = queue.indexOf(id);
    if (position >= 0) queue.splice(position, 1);
    if (active?.id !== id) return;
    active.end.abort(new Error("the export was cancelled"));
    await active.work;
  }

  loop.wake();
  return { signal: loop.signal, wake: loop.wake, add, remove, close: loop.close };
}

/** The queue of a process that makes no exports: workers look for due exports every second. */
export function createQueueElsewhere(): ExportQueue {
  const closing = new AbortController();
  return {
    signal: closing.signal,
    wake: () => undefined,
    add: () => undefined,
    remove: () => Promise.resolve(),
    close() {
      closing.abort(new Error("the service stops"));
      return Promise.resolve();
    },
  };
}
