/**
 * SIGKILL, or a disk that becomes full, at every step of an installation and of its way back: one
 * of the two versions is there.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { beginStart, takeReverted } from "../../../main/electron/updates/journal";
import { temporaryFolder } from "../../helpers/backend";
import { bundleTestProgram } from "../../helpers/programs";
import { long } from "../../long";

let program: Awaited<ReturnType<typeof bundleTestProgram>>;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  const source = path.resolve(import.meta.dirname, "../../helpers/killed-install.ts");
  program = await bundleTestProgram(source);
});
afterAll(() => program.remove());
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const maxCalls = 200;
const [before, after] = [randomBytes(200_000), randomBytes(300_000)];
const targetIn = (at: string) => path.join(at, "Dubyard.AppImage");

/** A folder with an installed file and a downloaded one. */
function prepare(name: string): string {
  const at = path.join(folder.path, name);
  mkdirSync(at);
  writeFileSync(targetIn(at), before, { mode: 0o755 });
  writeFileSync(path.join(at, "update"), after);
  const sha512 = createHash("sha512").update(after).digest("hex");
  writeFileSync(path.join(at, "update.json"), JSON.stringify({ size: after.length, sha512 }));
  return at;
}
const faults = ["kill", "full"] as const;
type Fault = (typeof faults)[number];

/** Runs a task with a fault before a call, 0 for none. Returns whether it has not ended well. */
function run(task: "install" | "revert", at: string, fault: Fault, faultAt: number): boolean {
  const args = [program.entry, task, at, fault, String(faultAt)];
  const { signal, status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const hasFailed = fault === "kill" ? signal === "SIGKILL" : status === 3;
  if (!hasFailed && status !== 0) throw new Error(stderr);
  return hasFailed;
}
/** The version that is installed; fails unless it is one of the two, complete and executable. */
function installed(at: string): "0.1.0" | "0.1.1" {
  const bytes = readFileSync(targetIn(at));
  const version = bytes.equals(before) ? "0.1.0" : "0.1.1";
  if (version === "0.1.1") expect(bytes.equals(after)).toBe(true);
  expect(statSync(targetIn(at)).mode & 0o100).toBe(0o100);
  return version;
}

it.each(faults)(
  "a fault (%s) of an installation leaves the old or the new version",
  long,
  (fault) => {
    const found = new Set<string>();
    let faultAt = 1;
    for (; faultAt < maxCalls; faultAt += 1) {
      const at = prepare(String(faultAt));
      const hasFailed = run("install", at, fault, faultAt);
      const version = installed(at);
      found.add(version);
      // The start of either version copes with what is left, and the installation can be repeated.
      expect(beginStart(at, version)).toBeNull();
      if (version === "0.1.0") run("install", at, fault, 0);
      expect(installed(at)).toBe("0.1.1");
      expect(readFileSync(`${targetIn(at)}.previous`).equals(before)).toBe(true);
      if (!hasFailed) break;
    }
    expect(found).toEqual(new Set(["0.1.0", "0.1.1"]));
    expect(faultAt).toBeGreaterThan(15);
    expect(faultAt).toBeLessThan(maxCalls);
  },
);

it.each(faults)(
  "a fault (%s) of the way back leaves the new or the old version, and it can be repeated",
  long,
  (fault) => {
    const original = prepare("installed");
    run("install", original, fault, 0);
    expect([beginStart(original, "0.1.1"), beginStart(original, "0.1.1")]).toEqual([null, null]);
    let faultAt = 1;
    for (; faultAt < maxCalls; faultAt += 1) {
      const at = path.join(folder.path, String(faultAt));
      mkdirSync(at);
      const files = ["Dubyard.AppImage", "Dubyard.AppImage.previous"];
      for (const name of files) copyFileSync(path.join(original, name), path.join(at, name));
      const journal = JSON.parse(
        readFileSync(path.join(original, "journal.json"), "utf8"),
      ) as object;
      const moved = { ...journal, target: targetIn(at), previous: `${targetIn(at)}.previous` };
      writeFileSync(path.join(at, "journal.json"), JSON.stringify(moved));
      const hasFailed = run("revert", at, fault, faultAt);
      if (installed(at) === "0.1.1") run("revert", at, fault, 0);
      expect(installed(at)).toBe("0.1.0");
      expect(beginStart(at, "0.1.0")).toBeNull();
      expect(takeReverted(at)).toBe("0.1.1");
      expect(existsSync(path.join(at, "journal.json"))).toBe(false);
      if (!hasFailed) break;
    }
    expect(faultAt).toBeGreaterThan(5);
    expect(faultAt).toBeLessThan(maxCalls);
  },
);
