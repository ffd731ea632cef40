/**
 * Reader processes under Electron. They are utility processes, because the packaged program cannot run as Node.js. Only
 * the main process can start them; a local service requests them by message (`serveReaders`).
 */
import { MessageChannelMain, utilityProcess, type UtilityProcess } from "electron";
import { z } from "zod";
import type {
  ReaderRequestMessage,
  ReaderResponseMessage,
} from "../../local-service/reader-broker";
import type { Log } from "../../common/log";
import {
  argumentsOf,
  exitOf,
  type LaunchReader,
  type ReaderLimits,
} from "../../script-formats/process/reader-process";

function start(file: string, limits: ReaderLimits): UtilityProcess {
  return utilityProcess.fork(file, argumentsOf(limits), {
    serviceName: "Dubyard document reader",
    stdio: "ignore",
    // SECURITY: code that reads a document has no access to the environment of the program.
    env: {},
  });
}

/** Sends SIGKILL: Electron's `kill` sends SIGTERM, which the process ignores like signals of a terminal. */
function kill(child: UtilityProcess): void {
  if (child.pid === undefined) {
    // Not started yet.
    child.once("spawn", () => kill(child));
    return;
  }
  try {
    process.kill(child.pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

/** Launches reader processes for this process; `file` is the bundle of script-formats/process/worker.ts. Only after "ready". */
export function utilityReader(file: string): LaunchReader {
  return (limits) => {
    const child = start(file, limits);
    return {
      send: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on("message", listener),
      onExit: (listener) => void child.once("exit", (code) => listener(exitOf(code))),
      kill: () => kill(child),
      setBusy: () => undefined,
    };
  };
}

/** A service has one reader process at a time; the previous one may still be ending. */
const maxReaders = 4;

const request = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("reader-start"),
    id: z.number(),
    limits: z.object({ heapMb: z.number(), memoryMb: z.number() }),
  }),
  z.object({ type: z.literal("reader-kill"), id: z.number() }),
]) satisfies z.ZodType<ReaderRequestMessage>;

/** Starts and kills reader processes at the request of `service`, and kills the remaining ones when it ends. */
export function serveReaders(service: UtilityProcess, file: string, log: Log): void {
  const readers = new Map<number, UtilityProcess>();
  const respond = (message: ReaderResponseMessage) => service.postMessage(message);
  service.on("message", (raw: unknown) => {
    const { data } = request.safeParse(raw);
    if (!data) return;
    const known = readers.get(data.id);
    if (data.type === "reader-kill") {
      if (known) kill(known);
      return;
    }
    if (known || readers.size >= maxReaders) {
      log.warn("local-service: refused a further reader process");
      respond({ type: "reader-exit", id: data.id, isAborted: false });
      return;
    }
    const { id, limits } = data;
    const child = start(file, limits);
    readers.set(id, child);
    child.once("exit", (code) => {
      readers.delete(id);
      respond({ type: "reader-exit", id, ...exitOf(code) });
    });
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(null, [port1]);
    service.postMessage({ type: "reader-port", id } satisfies ReaderResponseMessage, [port2]);
  });
  service.once("exit", () => readers.forEach(kill));
}
