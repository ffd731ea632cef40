/**
 * Local services as Node.js processes; the application runs them with Electron. Requires a build.
 */
import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { LocalServiceAddress, LocalServiceHost } from "../../main/backend/compose";
import type { Activity } from "../../preload/facts/activity";
import { AppError, isErrorCode } from "../../main/common/errors";
import {
  awaitsGrants,
  type ExternalGrants,
  type GrantsMessage,
} from "../../main/common/external-grants";
import { answerRoutes } from "../../main/remote/http/channel-routes";

const entry = path.resolve(import.meta.dirname, "../../out/main/local-service.cjs");

type Message =
  | { type: "external-granted"; id: number }
  | { type: "disk-full"; isFull: boolean }
  | { type: "activity"; activity: Activity }
  | { type: "route" }
  | { type: "checking" }
  | { type: "ready"; address: LocalServiceAddress }
  | { type: "failed"; code: string; message: string; copyMadeAt?: number };

export interface NodeLocalServices extends LocalServiceHost {
  /** Sends a signal to the service of a data folder; by default it is killed, as in a crash. */
  kill(dataDir: string, signal?: NodeJS.Signals): void;
}

/** `env` is added to the environment of the services. */
export function nodeLocalServices(env: Record<string, string> = {}): NodeLocalServices {
  const running = new Map<string, ChildProcess>();
  return {
    kill: (dataDir, signal = "SIGKILL") => void running.get(dataDir)?.kill(signal),
    start(dataDir, { onExit, onDiskFull, onActivity, consent, externalGrants, routes }) {
      const restore = consent ? [consent === "copy" ? "--restore-copy" : "--accept-rows"] : [];
      const child = fork(entry, ["--data", dataDir, "--port", "0", awaitsGrants, ...restore], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: { ...process.env, ...env },
      });
      running.set(dataDir, child);
      let lastId = 0;
      function grantExternal(grants: ExternalGrants): Promise<void> {
        const id = (lastId += 1);
        return new Promise((resolve) => {
          const onMessage = (message: Message) => {
            if (message.type !== "external-granted" || message.id !== id) return;
            child.off("message", onMessage);
            resolve();
          };
          child.on("message", onMessage).once("exit", () => resolve());
          child.send({ type: "external-grants", id, grants } satisfies GrantsMessage);
        });
      }
      void grantExternal(externalGrants);
      child.on(
        "message",
        answerRoutes(routes, (answer) => void child.send(answer)),
      );
      const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      return new Promise((resolve, reject) => {
        child.on("message", (message: Message) => {
          if (message.type === "external-granted" || message.type === "route") return;
          if (message.type === "checking") return;
          if (message.type === "disk-full") {
            onDiskFull(message.isFull);
            return;
          }
          if (message.type === "activity") {
            onActivity(message.activity);
            return;
          }
          if (message.type === "failed") {
            const { code, copyMadeAt } = message;
            const known = isErrorCode(code) ? code : "local-service-failed";
            reject(new AppError(known, message.message, { details: { copyMadeAt } }));
            return;
          }
          void exited.then(onExit);
          resolve({
            address: message.address,
            grantExternal,
            async stop() {
              if (child.connected) child.send({ type: "stop" });
              await exited;
            },
          });
        });
        void exited.then(() =>
          reject(new AppError("local-service-failed", "the local service ended during its start")),
        );
      });
    },
  };
}
