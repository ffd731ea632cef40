/**
 * Installs an update, or puts the previous file back. Before the call of the file system with a
 * given number its own process is killed, or the disk becomes full: this call and later ones that
 * need space fail. Arguments: "install" or "revert", the folder, "kill" or "full", the number.
 * Exits with 3 if it was reported that the file cannot be replaced.
 */
import fs from "node:fs";
import promises from "node:fs/promises";
import path from "node:path";
import { UpdateRefused } from "../../main/backend/updates/errors";
import { createAppImageInstaller } from "../../main/electron/updates/appimage";
import { beginStart, revert } from "../../main/electron/updates/journal";

const [task = "", folder = "", fault = "", faultAt = ""] = process.argv.slice(2);
const target = path.join(folder, "Dubyard.AppImage");
const file = path.join(folder, "update");
let calls = 0;

/** Calls that need no space. Whether the others do depends on the file system. */
const freeing = ["rmSync", "chmodSync", "fsyncSync", "stat"];

function failBefore(owner: object, names: readonly string[]): void {
  const functions = owner as Record<string, (...values: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name];
    if (!original) throw new Error(`no function ${name}`);
    functions[name] = function (this: unknown, ...values: unknown[]) {
      calls += 1;
      const isDue = Number(faultAt) > 0 && calls >= Number(faultAt);
      if (isDue && fault === "kill") process.kill(process.pid, "SIGKILL");
      if (isDue && fault === "full" && !freeing.includes(name))
        throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      return original.apply(this, values);
    };
  }
}

const changing = ["openSync", "writeSync", "fsyncSync", "renameSync", "rmSync", "linkSync"];
failBefore(fs, [...changing, "chmodSync", "copyFileSync"]);
failBefore(promises, ["copyFile", "open", "stat"]);

async function run(): Promise<void> {
  if (task === "install") {
    const release = JSON.parse(fs.readFileSync(`${file}.json`, "utf8")) as {
      size: number;
      sha512: string;
    };
    const options = { target, version: "0.1.0", schema: 1, folder };
    await createAppImageInstaller(options).install({ version: "0.1.1", file, release });
    return;
  }
  const journal = beginStart(folder, "0.1.1");
  if (journal) revert(folder, journal);
}
run().catch((error: unknown) => {
  const isReported = error instanceof UpdateRefused && error.refusal === "cannot-replace";
  const isFull = (error as { code?: unknown }).code === "ENOSPC";
  process.exitCode = isReported || (task === "revert" && isFull) ? 3 : 1;
  if (process.exitCode === 1) console.error(error);
});
