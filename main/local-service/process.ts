/**
 * The local service as a process of its own. Its arguments are those of the command line (`arguments.ts`).
 *
 * Under Electron's utilityProcess, or forked with an IPC channel, it sends one message,
 * {type: "ready", address: {baseUrl, clientId, clientSecret}} or {type: "failed", code, message, copyMadeAt?}, and
 * stops when it is told {type: "stop"} or when the channel closes. Started plainly it behaves as `serve`.
 */
import { toProblem } from "../common/errors";
import { createLog } from "../common/log";
import type { LaunchReader } from "../script-formats/reader-process";
import { readArguments } from "./arguments";
import { brokeredReader, type Port } from "./reader-broker";
import { serve } from "./serve";
import { createLocalService } from "./server";

/** A message that was just posted needs a moment to leave the process. */
const lastWordsMs = 100;

/** What a parent is told. */
export type ServiceMessage =
  | { type: "ready"; address: { baseUrl: string; clientId: string; clientSecret: string } }
  | { type: "failed"; code: string; message: string; copyMadeAt?: number | undefined };

/** The way to whoever started this process. */
interface Parent {
  send: (message: ServiceMessage) => void;
  /** Calls back with each message, whatever it is. */
  onMessage: (listener: (message: unknown) => void) => void;
  onGone: (listener: () => void) => void;
  /** How processes are started that read documents, where this process cannot start any. */
  launchReader?: LaunchReader;
}

function findParent(): Parent | null {
  const { parentPort } = process as unknown as { parentPort?: Port };
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on("message", (event) => listener(event.data)),
      // Electron ends its utility processes itself.
      onGone: () => undefined,
      launchReader: brokeredReader(parentPort),
    };
  }
  if (!process.send) return null;
  return {
    // Whoever has gone meanwhile is noticed by the channel's end.
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on("message", listener),
    onGone: (listener) => void process.once("disconnect", listener),
  };
}

function isStop(message: unknown): boolean {
  return (message as { type?: unknown } | null)?.type === "stop";
}

async function serveParent(parent: Parent): Promise<number> {
  const stopped = new Promise<void>((resolve) => {
    parent.onGone(resolve);
    parent.onMessage((message) => {
      if (isStop(message)) resolve();
    });
    process.once("SIGTERM", () => resolve());
    // A terminal sends this to the whole group; the parent decides.
    process.on("SIGINT", () => undefined);
  });
  const options = readArguments(process.argv.slice(2));
  if (typeof options === "string") {
    parent.send({ type: "failed", code: "local-service-failed", message: options });
    return 2;
  }
  try {
    const log = createLog((_level, line) => process.stderr.write(`${line}\n`));
    const service = await createLocalService({
      ...options,
      log,
      launchReader: parent.launchReader,
    });
    const { baseUrl, clientId, clientSecret } = service;
    parent.send({ type: "ready", address: { baseUrl, clientId, clientSecret } });
    await stopped;
    await service.close();
    return 0;
  } catch (error) {
    parent.send({ type: "failed", ...toProblem(error) });
    return 1;
  }
}

async function run(): Promise<void> {
  const parent = findParent();
  const code = await (parent ? serveParent(parent) : serve(process.argv.slice(2)));
  process.exitCode = code;
  // An open channel keeps the process alive; messages that are on their way are sent first.
  if (process.connected) process.disconnect();
  // Electron's port cannot be closed from here, and stops nothing by itself.
  if (parent && !process.send) setTimeout(() => process.exit(code), lastWordsMs);
}

void run();
