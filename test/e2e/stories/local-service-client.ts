/**
 * A client of the local service of a running application, for checks that the window does not
 * support.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { loadOrCreateKeys } from "../../../main/local-service/keys";
import { signIn, type LocalClient } from "../../helpers/local-service";

/** The process that has a file open, or null. */
function processWith(file: string): string | null {
  const isOpenIn = (pid: string) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => {
        try {
          return readlinkSync(`/proc/${pid}/fd/${fd}`) === file;
        } catch {
          return false;
        }
      });
    } catch {
      // The process of another user, or one that ended.
      return false;
    }
  };
  return readdirSync("/proc").find((pid) => /^\d+$/.test(pid) && isOpenIn(pid)) ?? null;
}

/** The TCP ports on which a process listens. */
function portsOf(pid: string): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined;
      }
    }),
  );
  const listening = "0A";
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row[3] === listening && sockets.has(row[9]))
    .map((row) => parseInt(row[1]?.split(":")[1] ?? "", 16));
}

/**
 * Signs in to the local service that a running application started for a data folder. Linux only.
 */
export async function signInToDataFolder(dataDir: string): Promise<LocalClient> {
  const pid = processWith(path.join(dataDir, "workspace.db"));
  const [port] = pid === null ? [] : portsOf(pid);
  if (port === undefined) throw new Error(`no service is running on ${dataDir}`);
  const { clientId, clientSecret } = await loadOrCreateKeys(dataDir);
  return signIn({ baseUrl: `http://127.0.0.1:${port}/api`, clientId, clientSecret });
}
