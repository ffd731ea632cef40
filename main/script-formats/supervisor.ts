/**
 * The main thread of a reader process: passes documents to the thread that reads them and watches the memory of the
 * process meanwhile. It does nothing else, so that it is never busy; a V8 that aborts ends this process alone.
 */
import { Worker } from "node:worker_threads";
import type { FileProblemCode } from "./problems";
import type { ReaderReport, ReaderRequest } from "./reader-protocol";

/** Milliseconds between two measurements; memory grows by some 50 MB in between at most. */
const measureEveryMs = 20;
/** Milliseconds after which the process ends when its parent does not end it. */
const graceMs = 200;
const mebibyte = 1024 ** 2;

/** The connection to the parent: an IPC channel, Electron's port, or a port that came over it. */
interface Channel {
  send(message: ReaderReport): void;
}

/** Electron's ports, as a utility process has them. */
interface Port {
  postMessage: (message: unknown) => void;
  on(event: "message", listener: (event: { data: unknown; ports: Port[] }) => void): void;
  on(event: "close", listener: () => void): void;
  start?: () => void;
}

/** Connects to the parent; ends the process when the parent is gone. */
function connect(onMessage: (message: unknown) => void): Channel {
  const { parentPort } = process as unknown as { parentPort?: Port };
  if (!parentPort) {
    process.on("message", onMessage);
    process.once("disconnect", () => process.exit(0));
    return {
      send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    };
  }
  let port = parentPort;
  parentPort.on("message", ({ data, ports: [other] }) => {
    if (!other) {
      onMessage(data);
      return;
    }
    // The documents are another process's: the local service's, which cannot start one itself.
    port = other;
    port.on("message", (event) => onMessage(event.data));
    port.on("close", () => process.exit(0));
    port.start?.();
  });
  return { send: (message) => port.postMessage(message) };
}

/** Runs the process; its arguments are those of `argumentsOf`. `file` is the bundle that holds the thread, too. */
export function supervise(file: string): void {
  const [heapMb = 0, memoryMb = 0] = process.argv.slice(2).map(Number);
  // A terminal or a service manager sends these to the whole group; the parent decides.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  const channel = connect((message) => {
    const request = message as ReaderRequest;
    if (hasFailed) return;
    if (request.kind === "more") {
      thread.postMessage(request);
      return;
    }
    timer ??= setInterval(measure, measureEveryMs);
    // A copy of its own: the message that it came in may share its memory with others.
    const bytes = Uint8Array.from(request.bytes);
    thread.postMessage({ ...request, bytes }, [bytes.buffer]);
  });
  const thread = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    env: {},
    argv: [],
    execArgv: [],
  });
  thread.on("message", (report: ReaderReport) => {
    if (hasFailed) return;
    if ("answer" in report && timer) {
      clearInterval(timer);
      timer = null;
    }
    channel.send(report);
  });
  thread.on("error", (error: NodeJS.ErrnoException) => {
    fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too-much-memory" : "reader-failed");
  });
  thread.on("exit", () => fail("reader-failed"));

  function measure(): void {
    if (process.memoryUsage.rss() > memoryMb * mebibyte) fail("too-much-memory");
  }

  /** Reports why the document cannot be read. The parent ends this process then. */
  function fail(code: FileProblemCode): void {
    if (hasFailed) return;
    hasFailed = true;
    channel.send({ failure: code });
    void thread.terminate();
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs);
  }
}
