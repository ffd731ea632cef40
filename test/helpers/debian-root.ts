/**
 * A minimal Debian in a folder, for tests that install packages: made with debootstrap from the
 * archive of Debian, in a mount namespace of its own, and removed afterwards. Requires Linux, root
 * and a network.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const suite = "bookworm";
const mirror = "http://deb.debian.org/debian";

/** Mounts what programs need, enters the root, and waits until its input is closed. */
const holder = `set -e
root="$1"
shared="$2"
mount --make-rprivate /
mount --bind "$root" "$root"
for folder in proc dev sys; do mount --rbind "/$folder" "$root/$folder"; done
mkdir -p "$root$shared" "$root/tmp/.X11-unix" "$root/.earlier-root"
mount --bind "$shared" "$root$shared"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"; fi
cd "$root"
pivot_root . .earlier-root
cd /
umount -l /.earlier-root
rmdir /.earlier-root
echo ready
read -r _`;

export interface DebianRoot {
  /** The start of a command line that runs a program as root inside. */
  enter: readonly string[];
  /** Runs a program as root inside; throws if it fails. Returns its output. */
  run: (command: string, ...args: string[]) => string;
  /** All files, folders and links of its system, absolute, sorted; not those of users. */
  files: () => string[];
  remove: () => Promise<void>;
}

/** Why there can be no such root here; "" if there can be one. */
export function debianRootProblem(): string {
  if (process.platform !== "linux") return "needs Linux";
  if (process.getuid?.() !== 0) return "needs root";
  for (const program of ["debootstrap", "unshare", "nsenter", "setpriv", "pivot_root"])
    if (spawnSync("which", [program]).status !== 0) return `needs ${program}`;
  if (spawnSync("unshare", ["--mount", "true"]).status !== 0) return "needs mount namespaces";
  return "";
}

function runProgram(program: string, args: readonly string[]): string {
  const result = spawnSync(program, args, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 ** 2,
    env: {
      PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
      DEBIAN_FRONTEND: "noninteractive",
      LANG: "C.UTF-8",
    },
  });
  if (result.status === 0) return result.stdout;
  throw new Error(`${program} ${args.join(" ")}: ${result.stdout}${result.stderr}`);
}

/** `shared`: a folder that is at the same path inside. */
export async function createDebianRoot(shared: string): Promise<DebianRoot> {
  const base = mkdtempSync(path.join(os.tmpdir(), "dubyard-debian-"));
  const root = path.join(base, "root");
  mkdirSync(root);
  runProgram("debootstrap", ["--variant=minbase", suite, root, mirror]);
  const child = spawn("unshare", ["--mount", "sh", "-c", holder, "sh", root, shared], {
    stdio: ["pipe", "pipe", "pipe"],
  });
  let problem = "";
  child.stderr.on("data", (text: Buffer) => (problem += text.toString()));
  const exited = once(child, "exit");
  const [first] = (await Promise.race([once(child.stdout, "data"), exited])) as [unknown];
  if (!Buffer.isBuffer(first)) throw new Error(`the root was not entered: ${problem}`);
  const enter = ["nsenter", `--target=${child.pid}`, "--mount", "--root", "--"].concat([
    "env",
    "--chdir=/",
  ]);
  const run = (command: string, ...args: string[]) =>
    runProgram("nsenter", [...enter.slice(1), command, ...args]);
  run("apt-get", "--quiet", "update");
  return {
    enter,
    run,
    files: () =>
      run("find", "/", "-regex", notOfSystem, "-prune", "-o", "-print").trim().split("\n").sort(),
    async remove() {
      child.stdin.end();
      await exited;
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** Mounts, files of users, and those that change while programs run. */
const notOfSystem = String.raw`/\(proc\|dev\|sys\|tmp\|run\|home\)`;
