/**
 * Executes PUTs in threads: hashing needs most of the CPU time of an upload, so several cores hash
 * several parts, and the main thread stays responsive.
 */
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "../../../common/errors";
import { maxTogether } from "./hashing/hashing";
import type { FoundFile } from "./disk";
import type { FileExecutor, PutExecutorOptions, PutResponse, PutTask } from "./put-executor";
import {
  fromFailure,
  type FromPutThread,
  type PutThreadData,
  type ToPutThread,
} from "./put-messages";

export interface PutThreadsOptions extends PutExecutorOptions {
  /** The bundle of put-thread. */
  file: string;
  /** The largest number of threads. */
  maxThreads?: number;
}

/** With more threads the disk or the network is the limit. */
const defaultMaxThreads = Math.min(os.availableParallelism(), 4);

/** Requests of this many bytes are large. */
const largeBytes = 1024 ** 2;

/**
 * Another thread starts when each has as many large requests as it hashes together. Small ones are
 * limited by the main thread: for these another thread would only use memory and compile the same
 * code again.
 */
const loadOf = ({ range }: PutTask) => (range.size < largeBytes ? 0 : 1 / maxTogether);

/** Few objects of a thread live longer than a request; a larger space only uses more memory. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

interface ActivePut {
  load: number;
  onSent: (bytes: number) => void;
  resolve: (response: PutResponse) => void;
  reject: (error: Error) => void;
}

/** A file whose identity is wanted. */
interface Inspection {
  sourcePath: string;
  resolve: (found: FoundFile) => void;
  reject: (error: Error) => void;
}

interface Thread {
  /** The requests that are being executed, by id. */
  active: Map<number, ActivePut>;
  /** The files that are being inspected, by the id of their message. */
  inspections: Map<number, Inspection[]>;
  /** The sum of their loads. */
  load: number;
  post: (message: ToPutThread) => void;
  /** Whether the thread keeps the process running: an idle one does not. */
  keepProcess: (isKept: boolean) => void;
  stop: () => Promise<unknown>;
}

/** The first thread starts with the first request, others when all are busy. */
export function createPutThreads(options: PutThreadsOptions): FileExecutor {
  const { file, bandwidth, stallMs, maxThreads = defaultMaxThreads } = options;
  const threads = new Set<Thread>();
  let lastId = 0;
  let isClosed = false;
  /** Files to inspect at the end of this turn of the event loop. */
  let toInspect: Inspection[] = [];

  function startThread(): Thread {
    const workerData: PutThreadData = { bandwidth: bandwidth.memory, stallMs };
    const worker = new Worker(file, { workerData, argv: [], execArgv: [], resourceLimits });
    const active: Thread["active"] = new Map();
    const inspections: Thread["inspections"] = new Map();
    const thread: Thread = {
      active,
      inspections,
      load: 0,
      post: (message) => worker.postMessage(message),
      keepProcess: (isKept) => (isKept ? worker.ref() : worker.unref()),
      stop: () => worker.terminate(),
    };
    worker.on("message", (message: FromPutThread) => receive(thread, message));
    /**
     * Its requests fail as if their connections had failed; the next request starts another thread.
     */
    const fail = (cause?: unknown) => {
      threads.delete(thread);
      const failure = new AppError("timeout", "the thread that sends files has ended", { cause });
      for (const { reject } of [...active.values(), ...[...inspections.values()].flat()])
        reject(failure);
      active.clear();
      inspections.clear();
    };
    worker.on("error", fail);
    worker.on("exit", () => fail());
    threads.add(thread);
    return thread;
  }

  function receive(thread: Thread, message: FromPutThread): void {
    const { active, inspections, keepProcess } = thread;
    const release = () => {
      if (active.size + inspections.size === 0) keepProcess(false);
    };
    if (message.kind === "sent") {
      for (const [id, bytes] of message.bytesById) active.get(id)?.onSent(bytes);
      return;
    }
    if (message.kind === "identities") {
      const inspected = inspections.get(message.id) ?? [];
      inspections.delete(message.id);
      release();
      for (const [index, { resolve, reject }] of inspected.entries()) {
        const result = message.results[index];
        if (result && "size" in result) resolve(result);
        else if (result) reject(fromFailure(result));
      }
      return;
    }
    const put = active.get(message.id);
    if (!put) return;
    if (message.bytes > 0) put.onSent(message.bytes);
    active.delete(message.id);
    thread.load -= put.load;
    release();
    if (message.kind === "response") put.resolve(message.response);
    else put.reject(fromFailure(message.failure));
  }

  function leastBusy(): Thread {
    let best: Thread | undefined;
    for (const thread of threads) if (!best || thread.load < best.load) best = thread;
    return best && (best.load < 1 || threads.size >= maxThreads) ? best : startThread();
  }

  /** Rejects with the reason of the signal only when the thread no longer reads the file. */
  function execute(
    task: PutTask,
    onSent: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<PutResponse> {
    signal.throwIfAborted();
    if (isClosed) throw new AppError("unreachable", "the connections are closed");
    const thread = leastBusy();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const abort = () => thread.post({ kind: "abort", id });
      signal.addEventListener("abort", abort, { once: true });
      const end = () => signal.removeEventListener("abort", abort);
      const load = loadOf(task);
      thread.load += load;
      thread.active.set(id, {
        load,
        onSent,
        resolve(response) {
          end();
          resolve(response);
        },
        reject(error) {
          end();
          reject(signal.aborted ? (signal.reason as Error) : error);
        },
      });
      thread.keepProcess(true);
      thread.post({ kind: "execute", id, task });
    });
  }

  function inspectAll(): void {
    const inspected = toInspect;
    toInspect = [];
    if (isClosed) {
      const failure = new AppError("timeout", "the thread that inspects files has ended");
      for (const { reject } of inspected) reject(failure);
      return;
    }
    const thread = leastBusy();
    lastId += 1;
    thread.inspections.set(lastId, inspected);
    thread.keepProcess(true);
    const sourcePaths = inspected.map(({ sourcePath }) => sourcePath);
    thread.post({ kind: "identify", id: lastId, sourcePaths });
  }

  return {
    identity: (sourcePath) =>
      new Promise((resolve, reject) => {
        if (toInspect.length === 0) queueMicrotask(inspectAll);
        toInspect.push({ sourcePath, resolve, reject });
      }),
    prepare() {
      if (threads.size === 0 && !isClosed) startThread().keepProcess(false);
    },
    execute: async (...request) => execute(...request),
    refreshConnections() {
      for (const { post } of threads) post({ kind: "refresh" });
    },
    async close() {
      isClosed = true;
      await Promise.all([...threads].map(({ stop }) => stop()));
    },
  };
}

/**
 * The option `createExecutor` of the queue, for threads of the bundles in this folder; undefined
 * without one.
 */
export const putThreadsOf = (bundles: string | undefined) =>
  bundles === undefined
    ? undefined
    : (options: PutExecutorOptions) =>
        createPutThreads({ ...options, file: path.join(bundles, "put-thread.cjs") });
