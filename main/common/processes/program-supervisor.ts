/**
 * The main thread of a program: forwards requests to the thread that works on them and monitors the
 * memory of the process. It does no other work, so that it is always responsive. If V8 aborts, only
 * this process ends.
 */
import { Worker } from "node:worker_threads";
import { onUnexpectedError } from "./unexpected-errors";

/**
 * Interval between memory measurements in milliseconds; memory grows by about 50 MB at most in this
 * time.
 */
const measureEveryMs = 20;
/** Delay in milliseconds after which the process ends if its parent has not ended it. */
const graceMs = 200;
const mebibyte = 1024 ** 2;

/**
 * Why a program ends; its message is `{ failure }`. Other messages come from its thread; one with
 * `result` is the last.
 */
export type ProgramFailure = "too-much-memory" | "failed";

/**
 * The connection to the parent: an IPC channel, the Electron port, or a port transferred over it.
 */
interface Channel {
  send(message: object): void;
}

/** The interface of Electron ports in a utility process. */
interface Port {
  postMessage: (message: unknown) => void;
  on(event: "message", listener: (event: { data: unknown; ports: Port[] }) => void): void;
  on(event: "close", listener: () => void): void;
  start?: () => void;
}

/** Connects to the parent; ends the process when the parent disconnects. */
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
    // The requests come from another process: the local service, which cannot start a process
    // itself.
    port = other;
    port.on("message", (event) => onMessage(event.data));
    port.on("close", () => process.exit(0));
    port.start?.();
  });
  return { send: (message) => port.postMessage(message) };
}

/**
 * Runs the process; its arguments are those of `argumentsOf`. `file` is the bundle that also
 * contains the thread.
 */
export function supervise(file: string): void {
  const [heapMb = 0, memoryMb = 0] = process.argv.slice(2).map(Number);
  // A terminal or a service manager sends these signals to the whole process group; the parent
  // decides when to end.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  const channel = connect((message) => {
    if (hasFailed) return;
    timer ??= setInterval(measure, measureEveryMs);
    const request = message as { bytes?: Uint8Array };
    if (request.bytes === undefined) {
      thread.postMessage(request);
      return;
    }
    // Copied, because the bytes may be a view of a buffer that is shared with the rest of the
    // message.
    const bytes = Uint8Array.from(request.bytes);
    thread.postMessage({ ...request, bytes }, [bytes.buffer]);
  });
  const thread = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    env: {},
    argv: [],
    execArgv: [],
  });
  thread.on("message", (report: object) => {
    if (hasFailed) return;
    if ("result" in report && timer) {
      clearInterval(timer);
      timer = null;
    }
    channel.send(report);
  });
  thread.on("error", (error: NodeJS.ErrnoException) => {
    fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "too-much-memory" : "failed");
  });
  thread.on("exit", () => fail("failed"));
  onUnexpectedError(() => fail("failed"));

  function measure(): void {
    if (process.memoryUsage.rss() > memoryMb * mebibyte) fail("too-much-memory");
  }

  /** Reports why there is no result. The parent ends this process on receipt. */
  function fail(code: ProgramFailure): void {
    if (hasFailed) return;
    hasFailed = true;
    channel.send({ failure: code });
    void thread.terminate();
    setTimeout(() => process.kill(process.pid, "SIGKILL"), graceMs);
  }
}
