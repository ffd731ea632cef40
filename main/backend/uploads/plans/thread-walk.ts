/**
 * Walks files and folders in threads, which may block for a call of the file system: 100,000 files
 * take a fifth of the time, and the event loop of the calling thread stays free.
 */
import { once } from "node:events";
import path from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { createWalk, type Walk } from "./walk-files";
import type { FromWalk, StartWalk } from "./walk-messages";

/**
 * A thread without walks ends after this time, in milliseconds: walks of a watch folder follow each
 * other.
 */
const maxIdleMs = 10_000;
/**
 * Threads that are walking at a time; further walks share them. A call of a drive that does not
 * respond blocks its thread, and only the walks in that thread.
 */
const maxThreads = 4;

interface WalkThread {
  worker: Worker;
  walks: number;
  /**
   * A walk was stopped before its end: its last call may still block the thread, so it gets no
   * other walk.
   */
  isRetired: boolean;
  idleTimer: NodeJS.Timeout | null;
}

/** `file`: the bundle of walk-thread. */
export function createThreadWalk(file: string): Walk {
  const threads = new Set<WalkThread>();

  function startThread(): WalkThread {
    const worker = new Worker(file, { argv: [], execArgv: [] });
    const thread: WalkThread = { worker, walks: 0, isRetired: false, idleTimer: null };
    // The walks of a thread that ends reject; without a listener the error would end the process.
    worker.on("error", () => undefined);
    worker.on("exit", () => threads.delete(thread));
    threads.add(thread);
    return thread;
  }
  function acquireThread(): WalkThread {
    const usable = [...threads].filter((thread) => !thread.isRetired);
    const [leastBusy] = usable.sort((a, b) => a.walks - b.walks);
    const mayStart = usable.length < maxThreads;
    const thread = leastBusy && (leastBusy.walks === 0 || !mayStart) ? leastBusy : startThread();
    if (thread.idleTimer) clearTimeout(thread.idleTimer);
    thread.walks += 1;
    thread.worker.ref();
    return thread;
  }
  function releaseThread(thread: WalkThread, hasEnded: boolean): void {
    thread.walks -= 1;
    thread.isRetired ||= !hasEnded;
    if (thread.walks > 0) return;
    const terminate = () => {
      threads.delete(thread);
      void thread.worker.terminate();
    };
    thread.worker.unref();
    if (thread.isRetired) terminate();
    else thread.idleTimer = setTimeout(terminate, maxIdleMs).unref();
  }

  return async function* walk(sourcePaths, signal, onFolder) {
    const thread = acquireThread();
    const { port1: port, port2 } = new MessageChannel();
    const ended = new AbortController();
    let hasEnded = false;
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    const onExit = () => ended.abort(new Error("the thread that reads folders has ended"));
    thread.worker.once("error", onExit).once("exit", onExit);
    async function next(): Promise<FromWalk> {
      either.throwIfAborted();
      port.postMessage(null);
      try {
        const [message] = (await once(port, "message", { signal: either })) as [FromWalk];
        return message;
      } catch (error) {
        either.throwIfAborted();
        throw error;
      }
    }
    try {
      const start: StartWalk = {
        sourcePaths,
        reportsFolders: onFolder !== undefined,
        port: port2,
      };
      thread.worker.postMessage(start, [port2]);
      for (;;) {
        const message = await next();
        hasEnded = message.kind === "end";
        if (message.kind === "failure") throw new Error(message.message);
        for (const found of message.found) {
          signal?.throwIfAborted();
          yield found;
        }
        if (message.kind === "end") return;
        if (message.kind === "folder") await onFolder?.(message.location);
      }
    } finally {
      thread.worker.off("error", onExit).off("exit", onExit);
      port.close();
      releaseThread(thread, hasEnded);
    }
  };
}

/** A walk in threads of the bundles in this folder; without one in the calling thread. */
export const walkOf = (bundles: string | undefined): Walk =>
  bundles === undefined ? createWalk() : createThreadWalk(path.join(bundles, "walk-thread.cjs"));
