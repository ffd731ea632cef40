/** Starts other programs and exits with their exit code. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's top folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** Writes one line to stderr, so that stdout contains only the program's output. */
export function printStatus(line) {
  process.stderr.write(`dubyard: ${line}\n`);
}

/**
 * Runs a tool and sets the exit code. An error is printed as one line; with DEBUG, also its stack.
 */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    printStatus(error instanceof Error ? error.message : String(error));
    if (process.env.DEBUG) console.error(error);
    process.exitCode = 1;
  }
}

/**
 * The file of a package's (first) program. Run by this Node.js, it works the same on every system.
 */
export function packageBin(packageName) {
  // A package need not export its manifest.
  const manifestPath = path.join(root, "node_modules", packageName, "package.json");
  const { bin } = JSON.parse(fs.readFileSync(manifestPath, "utf8"));
  return path.join(
    path.dirname(manifestPath),
    typeof bin === "string" ? bin : Object.values(bin)[0],
  );
}

/**
 * Runs a program with this terminal and resolves with its exit code (128 + signal number where a
 * signal ended it). Signals to this process are forwarded to the program, so that it can shut down.
 * `onOutput` receives its standard output instead of the terminal. `isOwnGroup` starts it in a
 * separate process group: a terminal's Ctrl-C is then forwarded to it once, and not sent to each of
 * its child processes as well.
 */
export function run(
  command,
  args,
  { env = process.env, stdio = "inherit", onOutput, isOwnGroup = false } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env,
      detached: isOwnGroup && process.platform !== "win32",
      stdio: onOutput ? ["inherit", "pipe", "inherit"] : stdio,
    });
    if (onOutput) child.stdout.on("data", onOutput);
    const forward = (signal) => {
      // A terminal sends Ctrl-C to the whole process group: a program in this group has received it
      // already.
      if (isOwnGroup || signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, forward);
    const stopForwarding = () => signals.forEach((signal) => process.off(signal, forward));
    child.on("error", (error) => {
      stopForwarding();
      reject(error);
    });
    child.on("close", (code, signal) => {
      stopForwarding();
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
}

/** Runs a package's program with this Node. */
export const runBin = (packageName, args, options) =>
  run(process.execPath, [packageBin(packageName), ...args], options);

/** The first of these programs that is on the PATH, or null. */
export function which(...names) {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      try {
        fs.accessSync(file, fs.constants.X_OK);
        if (fs.statSync(file).isFile()) return file;
      } catch {
        // not in this folder: continue
      }
    }
  }
  return null;
}

/** Whether this user is root: Chromium then refuses to start with its sandbox. */
export const isRoot = () => process.platform === "linux" && process.getuid?.() === 0;
