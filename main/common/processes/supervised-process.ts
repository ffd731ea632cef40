/**
 * Starts executables that end with this process, in whatever way it ends. On POSIX systems each
 * runs in a process group of its own below a supervisor; on Windows a later process ends it after a
 * crash of this one.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { accessSync, constants } from "node:fs";
import os from "node:os";
import type { Duplex, Readable, Writable } from "node:stream";
import { leftPrograms, runTaskkill } from "./left-programs";
import { lowerPriority } from "./process-priority";

/**
 * The supervisor on POSIX systems, a fixed script of `sh`. The executable and its arguments are
 * positional parameters: no shell parses them. Descriptor 3 is a pipe from this process: a first
 * line starts the command, which so inherits the priority and memory limit of the supervisor; when
 * this process ends in any way, the pipe closes, and the whole process group is killed.
 */
const supervisor = `
read -r _ <&3 || exit 1
ulimit -d "$1" 2>/dev/null
shift
exec 4<&0
(read -r _ <&3; kill -KILL 0) </dev/null >/dev/null 2>&1 4<&- &
watch=$!
"$@" <&4 3<&- 4<&- &
command=$!
exec 4<&- </dev/null >/dev/null 2>&1
wait "$command"
status=$?
kill -KILL "$watch"
exit "$status"
`;

/**
 * Milliseconds from the end of a process to the end of reading. What it has written is in the pipes
 * by then; a helper that left its process group can hold them open without limit.
 */
const drainMs = 1_000;

export interface SupervisedOptions {
  /** Absolute path of the executable. */
  file: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd?: string;
  /**
   * Maximum data memory of each process in KiB, where the system limits it (Linux). Default: none.
   */
  memoryKib?: number;
}

interface Exit {
  /** Why the executable could not be started; null if it was. */
  error: Error | null;
  code: number | null;
  /** The signal that ended the executable. */
  signal: NodeJS.Signals | null;
}

export interface SupervisedProcess {
  /** Id of the process group; undefined if the executable could not be started. */
  pid: number | undefined;
  input: Writable;
  output: Readable;
  errors: Readable;
  /** Kills the executable and the processes of its group. */
  kill: () => void;
  /** Resolves when the executable has ended, and all that it wrote was emitted. Never rejects. */
  ended: Promise<Exit>;
}

function start({ file, args, env, cwd, memoryKib }: SupervisedOptions): ChildProcess {
  const options = { env, cwd, windowsHide: true };
  if (process.platform === "win32") return spawn(file, args, { ...options, stdio: "pipe" });
  const memory = memoryKib === undefined ? "unlimited" : String(memoryKib);
  return spawn("/bin/sh", ["-c", supervisor, "sh", memory, file, ...args], {
    ...options,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // A process group of its own.
    detached: true,
  });
}

/** Kills a process and the processes of its group. */
function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    // After the end of the process its number may belong to another one.
    if (exitCode !== null || signalCode !== null) return;
    runTaskkill({ pid });
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended.
  }
}

/** The signal of a process whose status `sh` has reported as 128 and its number. */
function signalOf(code: number | null): NodeJS.Signals | null {
  if (process.platform === "win32" || code === null) return null;
  const found = Object.entries(os.constants.signals).find(([, number]) => 128 + number === code);
  return (found?.[0] as NodeJS.Signals | undefined) ?? null;
}

/**
 * Why a file cannot be executed; null if it can. The supervisor reports it as an exit code only.
 */
function reasonNotExecutable(file: string): Error | null {
  try {
    accessSync(file, constants.X_OK);
    return null;
  } catch (error) {
    return error as Error;
  }
}

/** Starts an executable with a lower priority, and without a shell that parses its arguments. */
export function startSupervised(options: SupervisedOptions): SupervisedProcess {
  const child = start(options);
  lowerPriority(child.pid);
  const [input, output, errors, watch] = child.stdio as unknown as [
    Writable,
    Readable,
    Readable,
    Duplex | undefined,
  ];
  // An executable that does not read its input, or ended early: its exit code is the result.
  for (const stream of [input, watch]) stream?.on("error", () => undefined);
  let hasEnded = false;
  // After the end, its process id may belong to another process.
  const kill = () => {
    if (!hasEnded) killGroup(child);
  };
  if (child.pid !== undefined) leftPrograms?.add(child.pid, options.file);
  let startError = reasonNotExecutable(options.file);
  child.on("error", (error) => (startError ??= error));
  const ended = new Promise<Exit>((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      clearTimeout(timer);
      hasEnded = true;
      if (child.pid !== undefined) leftPrograms?.remove(child.pid);
      for (const stream of [input, output, errors, watch]) stream?.destroy();
      const found = signal ?? signalOf(code);
      resolve({ error: startError, code: found === null ? code : null, signal: found });
    };
    child.on("exit", (code, signal) => {
      // Processes of the group that are left would keep the pipes open; those that left the group
      // are not known.
      kill();
      timer = setTimeout(end, drainMs, code, signal);
    });
    child.on("close", end);
  });
  watch?.write("\n");
  return { pid: child.pid, input, output, errors, kill, ended };
}
