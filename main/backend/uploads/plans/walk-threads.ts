/**
 * Walks files and folders in a thread, which may block for a call of the file system: 100,000 files take a fifth of the
 * time, and the event loop of the calling thread stays free.
 */
import { once } from "node:events";
import path from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { createWalk, type Walk } from "./walk-files";
import type { FromWalk, StartWalk } from "./walk-messages";

/** A thread without walks ends after this time, in milliseconds: walks of a watch folder follow each other. */
const maxIdleMs = 10_000;

/** `file`: the bundle of walk-thread. */
export function createThreadWalk(file: string): Walk {
  let worker: Worker | null = null;
  let walks = 0;
  let idleTimer: NodeJS.Timeout | null = null;

  function acquireThread(): Worker {
    if (idleTimer) clearTimeout(idleTimer);
    walks += 1;
    if (!worker) {
      const started = new Worker(file, { argv: [], execArgv: [] });
      // The walks of a thread that ends reject; without a listener the error would end the process.
      started.on("error", () => undefined);
      started.on("exit", () => {
        if (worker === started) worker = null;
      });
      worker = started;
    }
    worker.ref();
    return worker;
  }
  function releaseThread(thread: Worker): void {
    walks -= 1;
    if (walks > 0 || worker !== thread) return;
    thread.unref();
    idleTimer = setTimeout(() => {
      worker = null;
      void thread.terminate();
    }, maxIdleMs).unref();
  }

  return async function* walk(sourcePaths, signal, onFolder) {
    const thread = acquireThread();
    const { port1: port, port2 } = new MessageChannel();
    const ended = new AbortController();
    const either = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
    const onExit = () => ended.abort(new Error("the thread that reads folders has ended"));
    thread.once("error", onExit).once("exit", onExit);
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
      thread.postMessage(start, [port2]);
      for (;;) {
        const message = await next();
        if (message.kind === "failure") throw new Error(message.message);
        for (const found of message.found) {
          signal?.throwIfAborted();
          yield found;
        }
        if (message.kind === "end") return;
        if (message.kind === "folder") await onFolder?.(message.location);
      }
    } finally {
      thread.off("error", onExit).off("exit", onExit);
      port.close();
      releaseThread(thread);
    }
  };
}

/** A walk in threads of the bundles in this folder; without one in the calling thread. */
export const walkOf = (bundles: string | undefined): Walk =>
  bundles === undefined ? createWalk() : createThreadWalk(path.join(bundles, "walk-thread.cjs"));
