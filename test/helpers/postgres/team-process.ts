/**
 * A process of a service for a team, `dubyard serve`, on a database and a bucket that several have
 * in common. Requires a build.
 */
import { once } from "node:events";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { loadOrCreateKeys } from "../../../main/local-service/keys";
import type { BucketConnection } from "../../../main/remote/s3/address";
import { startCommand } from "../commands";

export interface TeamPlace {
  /** Contains the folders of all processes. */
  folder: string;
  databaseUrl: string;
  bucket: BucketConnection;
}

export interface TeamProcess {
  address: { baseUrl: string; clientId: string; clientSecret: string };
  send: (signal: NodeJS.Signals) => void;
  kill: () => Promise<void>;
}

/** Makes the folders of the processes, which have the same key. */
export async function prepareTeamFolders(
  folder: string,
  [first, ...others]: readonly [string, ...string[]],
): Promise<void> {
  await mkdir(path.join(folder, first));
  await loadOrCreateKeys(path.join(folder, first));
  for (const other of others) {
    await mkdir(path.join(folder, other));
    const key = path.join(folder, first, "service.key");
    await copyFile(key, path.join(folder, other, "service.key"));
  }
}

/** `onError` receives what the process writes to stderr. */
export async function startTeamProcess(
  { folder, databaseUrl, bucket }: TeamPlace,
  name: string,
  role: "api" | "worker",
  onError: (text: string) => void,
): Promise<TeamProcess> {
  const { endpoint, bucket: own, prefix, accessKeyId, secretAccessKey } = bucket;
  const child = startCommand(
    { clientId: "", clientSecret: "" },
    [
      "serve",
      "--data",
      path.join(folder, name),
      "--database",
      databaseUrl,
      "--team",
      "Studio",
      "--role",
      role,
      "--objects",
      `s3://${own}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
      "--confirmation-key",
      path.join(folder, "confirmation.key"),
    ],
    {
      DUBYARD_ENGINE: "own",
      DUBYARD_OBJECTS_ACCESS_KEY_ID: accessKeyId,
      DUBYARD_OBJECTS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  );
  const ended = once(child, "close");
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
    onError(`${name}: ${chunk.toString()}`);
  });
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    ended.then(() => Promise.reject(new Error(errors))),
  ])) as [string];
  return {
    address: JSON.parse(line) as TeamProcess["address"],
    send: (signal) => child.kill(signal),
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
