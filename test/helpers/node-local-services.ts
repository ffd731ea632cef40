/** Local services as Node.js processes; the application runs them with Electron. Requires a build. */
import { fork, type ChildProcess } from "node:child_process";
import path from "node:path";
import type { LocalServiceAddress, LocalServiceHost } from "../../main/backend/compose";
import { AppError, isErrorCode } from "../../main/common/errors";

const entry = path.resolve(import.meta.dirname, "../../out/main/local-service.cjs");

type Message =
  | { type: "ready"; address: LocalServiceAddress }
  | { type: "failed"; code: string; message: string; copyMadeAt?: number };

export interface NodeLocalServices extends LocalServiceHost {
  /** Kills the service of a data folder, as in a crash. */
  kill(dataDir: string): void;
}

/** `env` is added to the environment of the services. */
export function nodeLocalServices(env: Record<string, string> = {}): NodeLocalServices {
  const running = new Map<string, ChildProcess>();
  return {
    kill: (dataDir) => void running.get(dataDir)?.kill("SIGKILL"),
    start(dataDir, { onExit, mayRestoreCopy }) {
      const restore = mayRestoreCopy ? ["--restore-copy"] : [];
      const child = fork(entry, ["--data", dataDir, "--port", "0", ...restore], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        env: { ...process.env, ...env },
      });
      running.set(dataDir, child);
      const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      return new Promise((resolve, reject) => {
        child.once("message", (message: Message) => {
          if (message.type === "failed") {
            const { code, copyMadeAt } = message;
            const known = isErrorCode(code) ? code : "local-service-failed";
            reject(new AppError(known, message.message, { details: { copyMadeAt } }));
            return;
          }
          void exited.then(onExit);
          resolve({
            address: message.address,
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
