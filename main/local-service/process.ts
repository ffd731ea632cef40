/**
 * Entry point of the local service as a separate process. It takes the command line arguments of
 * `arguments.ts`.
 *
 * Under Electron's utilityProcess, or forked with an IPC channel, it sends one message,
 * {type: "ready", address: {baseUrl, clientId, clientSecret, cloneKey?}} or {type: "failed", code,
 * message, copyMadeAt?}, and stops on the message {type: "stop"} or when the channel closes.
 * Without a parent channel it behaves as `serve`. After an unexpected error it ends with code 1;
 * the parent starts it again.
 *
 * `cloneKey` signs requests of the extension "clones", in base64url. It is random, exists in the
 * memory of the two processes only, and is valid for this run. There is none, and no such
 * extension, without a parent channel or with DUBYARD_CLONES=off in the environment.
 * DUBYARD_ENGINE: see engine/create-engine.ts.
 *
 * The message {type: "external-grants", id, grants} replaces the external engines that may be used,
 * and their keys; the response is {type: "external-granted", id}. With the argument --awaits-grants
 * the service starts after the first one.
 *
 * While it checks rows before it is ready, it sends {type: "checking"}.
 *
 * For the routes of its downloads see remote/http/channel-routes.ts.
 */
import { randomBytes } from "node:crypto";
import type { Activity } from "../../preload/facts/activity";
import { cloneKeyBytes } from "../common/clone-signature";
import { toProblem } from "../common/errors";
import { grantsMessage, noGrants, type ExternalGrants } from "../common/external-grants";
import { createLog } from "../common/log";
import { readPolicies } from "../common/policies";
import { nodePrograms, type LaunchProgram } from "../common/processes/programs";
import { UnexpectedError, untilUnexpectedError } from "../common/processes/unexpected-errors";
import { routesOverChannel, type RouteRequest } from "../remote/http/channel-routes";
import { loadConfirmationKey } from "./common/confirmations";
import { bucketOf, readArguments } from "./arguments";
import { engineStarter } from "./engine/create-engine";
import { brokeredPrograms, type Port } from "./program-broker";
import { closeInTime, serve } from "./serve";
import { createLocalService, type LocalService } from "./server";

/** Delay before exit, in milliseconds: Electron sends a posted message asynchronously. */
const flushMs = 100;

interface ServiceAddress {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  cloneKey?: string | undefined;
}

/** Messages to the parent process. */
export type ServiceMessage =
  | { type: "external-granted"; id: number }
  | { type: "ready"; address: ServiceAddress }
  /**
   * May be sent before "ready": the workspace can only be read, and its content deleted, while the
   * disk is full.
   */
  | { type: "disk-full"; isFull: boolean }
  /** Sent before "ready", about every second: the start takes longer, and goes on. */
  | { type: "checking" }
  /** May be sent before "ready". */
  | { type: "activity"; activity: Activity }
  | { type: "failed"; code: string; message: string; copyMadeAt?: number | undefined }
  | RouteRequest;

/** Channel to the parent process. */
interface Parent {
  send: (message: ServiceMessage) => void;
  /** Calls the listener with each message, unvalidated. */
  onMessage: (listener: (message: unknown) => void) => void;
  onDisconnect: (listener: () => void) => void;
  /** Starts programs where this process cannot start any. */
  launch?: LaunchProgram;
}

function findParent(): Parent | null {
  const { parentPort } = process as unknown as { parentPort?: Port };
  if (parentPort) {
    return {
      send: (message) => parentPort.postMessage(message),
      onMessage: (listener) => parentPort.on("message", (event) => listener(event.data)),
      // Electron terminates utility processes when the main process ends.
      onDisconnect: () => undefined,
      launch: brokeredPrograms(parentPort),
    };
  }
  if (!process.send) return null;
  return {
    // A send error is ignored: a closed channel also emits "disconnect".
    send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => void process.on("message", listener),
    onDisconnect: (listener) => void process.once("disconnect", listener),
  };
}

function isStop(message: unknown): boolean {
  return (message as { type?: unknown } | null)?.type === "stop";
}

async function serveParent(parent: Parent): Promise<number> {
  const stopped = new Promise<void>((resolve) => {
    parent.onDisconnect(resolve);
    parent.onMessage((message) => {
      if (isStop(message)) resolve();
    });
    process.once("SIGTERM", () => resolve());
    // A terminal sends SIGINT to the whole process group; the parent decides when to stop.
    process.on("SIGINT", () => undefined);
  });
  let grants = noGrants;
  let service: LocalService | null = null;
  const firstGrants = new Promise<void>((resolve) => {
    parent.onMessage((message) => {
      const parsed = grantsMessage.safeParse(message);
      if (!parsed.success) return;
      ({ grants } = parsed.data);
      service?.grantExternal(grants);
      resolve();
      parent.send({ type: "external-granted", id: parsed.data.id });
    });
  });
  const options = readArguments(process.argv.slice(2));
  if (typeof options === "string") {
    parent.send({ type: "failed", code: "local-service-failed", message: options });
    return 2;
  }
  const log = createLog((_level, line) => process.stderr.write(`${line}\n`));
  const run = async () => {
    const offersClones = process.env["DUBYARD_CLONES"] !== "off";
    const { launch } = parent;
    const cloneKey = offersClones ? randomBytes(cloneKeyBytes) : undefined;
    if (options.awaitsGrants) await Promise.race([firstGrants, stopped]);
    const used: ExternalGrants = grants;
    service = await createLocalService({
      ...options,
      bucket: bucketOf(options),
      confirmationKey: await loadConfirmationKey(options.confirmationKeyFile, log),
      cloneKey,
      externalGrants: used,
      routes: routesOverChannel(parent.send, parent.onMessage),
      onDiskFull: (isFull) => parent.send({ type: "disk-full", isFull }),
      onActivity: (activity) => parent.send({ type: "activity", activity }),
      onChecking: () => parent.send({ type: "checking" }),
      log,
      launchReader: launch && ((limits) => launch("reader", limits)),
      startEngine: engineStarter(__dirname, {
        ...nodePrograms(__dirname),
        ...(launch && { launch }),
      }),
    });
    // They may have changed during the start.
    if (used !== grants) service.grantExternal(grants);
    const { baseUrl, clientId, clientSecret } = service;
    const address = { baseUrl, clientId, clientSecret, cloneKey: cloneKey?.toString("base64url") };
    parent.send({ type: "ready", address });
    await stopped;
    await service.close();
    return 0;
  };
  try {
    return await untilUnexpectedError(run);
  } catch (error) {
    if (error instanceof UnexpectedError) {
      log.error("ends after an unexpected error", error.cause);
      await closeInTime(service, log);
    }
    // Ignored if the service was ready: the parent starts it again.
    parent.send({ type: "failed", ...toProblem(error) });
    return 1;
  }
}

async function run(): Promise<void> {
  const parent = findParent();
  const programs = nodePrograms(__dirname);
  const code = await (parent
    ? serveParent(parent)
    : serve(process.argv.slice(2), {
        bundles: __dirname,
        programs,
        policies: () =>
          readPolicies(createLog((_level, line) => process.stderr.write(`${line}\n`))),
      }));
  process.exitCode = code;
  // An open channel keeps the process alive; queued messages are still sent.
  if (process.connected) process.disconnect();
  // Electron's port cannot be closed from this side and keeps the process alive, so the process
  // exits explicitly. After an unexpected error anything may do so.
  if ((parent && !process.send) || code === 1) setTimeout(() => process.exit(code), flushMs);
}

void run();
