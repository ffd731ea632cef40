/**
 * Runs local services in separate processes, so that parsing media and serving HTTP do not block
 * the main process.
 */
import { utilityProcess } from "electron";
import { z } from "zod";
import { activityKinds } from "../../../preload/facts/activity";
import type {
  LocalServiceHost,
  LocalServiceStart,
  RecoveryConsent,
  RunningLocalService,
} from "../../backend/ports";
import { AppError, isErrorCode } from "../../common/errors";
import {
  awaitsGrants,
  grantedMessage,
  type ExternalGrants,
  type GrantsMessage,
} from "../../common/external-grants";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { ProgramFiles } from "../../common/processes/programs";
import { answerRoutes } from "../../remote/http/channel-routes";
import { servePrograms } from "./program-processes";

/** The longest time of a start without progress, in milliseconds. */
const startDeadline = 20_000;
const stopDeadline = 5000;

const message = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("ready"),
    address: z.object({
      baseUrl: z.string(),
      clientId: z.string(),
      clientSecret: z.string(),
      cloneKey: z.string().optional(),
    }),
  }),
  z.object({ type: z.enum(["route", "route-failed"]) }),
  z.object({ type: z.literal("checking") }),
  z.object({ type: z.literal("disk-full"), isFull: z.boolean() }),
  z.object({
    type: z.literal("activity"),
    activity: z.partialRecord(z.enum(activityKinds), z.number()),
  }),
  z.object({
    type: z.literal("failed"),
    code: z.string(),
    message: z.string(),
    copyMadeAt: z.number().optional(),
  }),
]);

export interface LocalServiceHostOptions {
  /** The bundle of the service. */
  entry: string;
  /** The folder of packs, which all services share. */
  packsFolder: string;
  /** The file of the key that signs what was confirmed on this computer. */
  confirmationKeyFile: string;
  /** The programs that it may start. */
  programs: ProgramFiles;
  log: Log;
}

const consentArguments: Readonly<Record<RecoveryConsent, string>> = {
  copy: "--restore-copy",
  rows: "--accept-rows",
};

/** Creates a host that runs services and the programs that they require. */
export function createLocalServiceHost(options: LocalServiceHostOptions): LocalServiceHost {
  return {
    start: (dataDir, started) =>
      start(
        [dataDir, ...(started.consent ? [consentArguments[started.consent]] : [])],
        started,
        options,
      ),
  };
}

function start(
  data: string[],
  { onExit, onDiskFull, onActivity, externalGrants, routes }: LocalServiceStart,
  { entry, packsFolder, confirmationKeyFile, programs, log }: LocalServiceHostOptions,
): Promise<RunningLocalService> {
  const child = utilityProcess.fork(
    entry,
    [
      "--port",
      "0",
      awaitsGrants,
      "--packs",
      packsFolder,
      "--confirmation-key",
      confirmationKeyFile,
      "--data",
      ...data,
    ],
    {
      serviceName: "Dubyard local service",
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  servePrograms(child, programs, log);
  // Both streams are read, because a full pipe would block the service.
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (text: Buffer) => log.info(`local-service: ${text.toString().trimEnd()}`));

  let state: "starting" | "running" | "stopping" | "ended" = "starting";
  const ended = new Promise<number>((resolve) => child.once("exit", resolve));

  let lastGrantId = 0;
  const granted = createListeners<[id: number]>();
  function grantExternal(grants: ExternalGrants): Promise<void> {
    const id = (lastGrantId += 1);
    return new Promise((resolve) => {
      const remove = granted.add((one) => {
        if (one !== id) return;
        remove();
        resolve();
      });
      void ended.then(() => {
        remove();
        resolve();
      });
      // SECURITY: over the channel of the process: keys are neither in an argument nor in the
      // environment.
      child.postMessage({ type: "external-grants", id, grants } satisfies GrantsMessage);
    });
  }
  void grantExternal(externalGrants);
  child.on(
    "message",
    answerRoutes(routes, (answer) => child.postMessage(answer)),
  );

  function stop(): Promise<void> {
    if (state === "ended") return Promise.resolve();
    state = "stopping";
    child.postMessage({ type: "stop" });
    const timer = setTimeout(() => {
      log.warn("local-service: did not stop in time and is killed");
      child.kill();
    }, stopDeadline);
    return ended.then(() => clearTimeout(timer));
  }

  return new Promise((resolve, reject) => {
    const fail = (error: AppError) => {
      clearTimeout(timer);
      if (state === "starting") state = "stopping";
      child.kill();
      reject(error);
    };
    const timer = setTimeout(() => {
      fail(new AppError("local-service-failed", `did not start within ${startDeadline / 1000} s`));
    }, startDeadline);

    void ended.then((code) => {
      const was = state;
      state = "ended";
      if (was === "starting")
        fail(
          new AppError(
            "local-service-failed",
            `its process ended during the start with code ${code}`,
          ),
        );
      if (was !== "running") return;
      log.error(`local-service: ended unexpectedly with code ${code}`);
      onExit();
    });
    child.on("message", (raw: unknown) => {
      const response = grantedMessage.safeParse(raw);
      if (response.success) {
        granted.notify(response.data.id);
        return;
      }
      const parsed = message.safeParse(raw);
      if (parsed.success && parsed.data.type === "disk-full") {
        onDiskFull(parsed.data.isFull);
        return;
      }
      if (parsed.success && parsed.data.type === "activity") {
        onActivity(parsed.data.activity);
        return;
      }
      if (state !== "starting") return;
      if (!parsed.success) log.warn("local-service: unknown message");
      else if (parsed.data.type === "checking") timer.refresh();
      else if (parsed.data.type === "failed") {
        const { code, message: reason, copyMadeAt } = parsed.data;
        const details = { copyMadeAt };
        fail(new AppError(isErrorCode(code) ? code : "local-service-failed", reason, { details }));
      } else if (parsed.data.type === "ready") {
        clearTimeout(timer);
        state = "running";
        resolve({ address: parsed.data.address, grantExternal, stop });
      }
    });
  });
}
