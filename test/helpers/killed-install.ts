/**
 * Installs an update, or puts the previous file back, and kills its own process before the call of
 * the file system with a given number. Arguments: "install" or "revert", the folder, the number.
 */
import fs from "node:fs";
import promises from "node:fs/promises";
import path from "node:path";
import { createAppImageInstaller } from "../../main/electron/updates/appimage";
import { beginStart, revert } from "../../main/electron/updates/journal";

const [task = "", folder = "", killedAt = ""] = process.argv.slice(2);
const target = path.join(folder, "Dubyard.AppImage");
const file = path.join(folder, "update");
let calls = 0;

function killBefore(owner: object, names: readonly string[]): void {
  const functions = owner as Record<string, (...values: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name];
    if (!original) throw new Error(`no function ${name}`);
    functions[name] = function (this: unknown, ...values: unknown[]) {
      calls += 1;
      if (calls === Number(killedAt)) process.kill(process.pid, "SIGKILL");
      return original.apply(this, values);
    };
  }
}

const changing = ["openSync", "writeSync", "fsyncSync", "renameSync", "rmSync", "linkSync"];
killBefore(fs, [...changing, "chmodSync"]);
killBefore(promises, ["copyFile", "open", "stat"]);

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
void run();
