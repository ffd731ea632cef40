/**
 * A local service as a process that can be killed, with the engine of this computer. Requires a
 * build.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LocalServiceAddress } from "../../main/backend/ports";
import { localServiceEntry } from "./programs";
import { signIn, type LocalClient } from "./local-service";

export interface KilledService {
  dataDir: string;
  /** Its address and credentials. */
  address: LocalServiceAddress;
  client: LocalClient;
  /** Ends the process with SIGKILL, and starts another one on the same folder. */
  killAndRestart(): Promise<void>;
  remove(): Promise<void>;
}

export async function startKilledService(
  environment: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<KilledService> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "dubyard-engine-"));
  const keyFile = path.join(await mkdtemp(path.join(tmpdir(), "dubyard-key-")), "confirmation.key");
  const own = ["--data", dataDir, "--confirmation-key", keyFile];
  let child: ChildProcess;
  let address: LocalServiceAddress;
  async function start(): Promise<LocalClient> {
    const started = spawn(process.execPath, [localServiceEntry, ...own, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, DUBYARD_ENGINE: "on", ...environment },
    });
    child = started;
    const [line] = (await once(started.stdout, "data")) as [Buffer];
    address = JSON.parse(line.toString()) as LocalServiceAddress;
    return signIn(address);
  }
  async function kill(): Promise<void> {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
  const service: KilledService = {
    dataDir,
    client: await start(),
    get address() {
      return address;
    },
    async killAndRestart() {
      await kill();
      service.client = await start();
    },
    async remove() {
      await kill();
      for (const folder of [dataDir, path.dirname(keyFile)])
        await rm(folder, { recursive: true, force: true });
    },
  };
  return service;
}
