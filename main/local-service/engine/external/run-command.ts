/** Runs the command of an external engine in a process group of its own, with limits. */
import { spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import os from "node:os";
import type { Duplex, Readable, Writable } from "node:stream";
import { printable } from "../../../common/printable";
import { lowerPriority } from "../../../common/processes/process-priority";
import { ExternalError } from "./problems";

export interface CommandOptions {
  /** Absolute path of the executable. */
  file: string;
  args: readonly string[];
  /** Standard input. */
  input: string;
  /** Maximum size of standard output in bytes. */
  maxBytes: number;
  deadlineMs: number;
}

/** Data memory of each process of a command, where the system limits it (Linux), in KiB. */
const memoryKib = 8 * 1024 ** 2;
/** Bytes of standard error that are read for the reason of a failure, and characters that are reported. */
const maxErrorBytes = 16 * 1024;
const maxDetail = 300;

/**
 * The supervisor of a command on POSIX systems, a fixed script of `sh`. The executable and its arguments are positional
 * parameters: no shell parses them. Descriptor 3 is a pipe from this process: a first line starts the command, which so
 * inherits the priority and memory limit of the supervisor; when this process ends in any way, the pipe closes, and the
 * whole process group is killed.
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

/** Variables that a program may need. SECURITY: others can contain secrets, such as the keys of other engines. */
const environmentNames =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TMPDIR|TEMP|TMP|XDG_[A-Z_]+|LD_LIBRARY_PATH|SystemRoot|SystemDrive|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*|PATHEXT)$/i;
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => environmentNames.test(name)));

function start({ file, args }: CommandOptions): ChildProcess {
  const options = { cwd: os.tmpdir(), env: environment(), windowsHide: true };
  if (process.platform === "win32") return spawn(file, args, { ...options, stdio: "pipe" });
  return spawn("/bin/sh", ["-c", supervisor, "sh", String(memoryKib), file, ...args], {
    ...options,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    // A process group of its own.
    detached: true,
  });
}

/** Kills the command and the processes that it has started. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" }).on(
      "error",
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended.
  }
}

/** The name of a signal, or the exit code, of a process whose status `sh` has reported. */
function describeExit(code: number | null, signal: NodeJS.Signals | null): string {
  const found = Object.entries(os.constants.signals).find(([, number]) => 128 + number === code);
  if (signal) return signal;
  return found && process.platform !== "win32" ? found[0] : `code ${code ?? 0}`;
}

/** The last line of standard error. */
function detailOf(chunks: readonly Buffer[]): string {
  const lines = Buffer.concat(chunks)
    .toString("utf8")
    .trim()
    .split(/[\r\n]+/);
  return printable(lines.at(-1) ?? "").slice(0, maxDetail);
}

/**
 * Standard output of a command. It rejects after the process group was killed: with the reason of the signal, or with
 * ExternalError "not-started", "exit", "deadline" or "too-large".
 */
export async function runCommand(options: CommandOptions, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const isExecutable = await access(options.file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isExecutable)
    throw new ExternalError("not-started", "the executable is missing or cannot be run");
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = start(options);
    lowerPriority(child.pid);
    const chunks: Buffer[] = [];
    const errors: Buffer[] = [];
    let [size, errorSize] = [0, 0];
    let failure: Error | null = null;
    const stop = (reason: Error) => {
      failure ??= reason;
      killGroup(child);
    };
    const seconds = options.deadlineMs / 1000;
    const timer = setTimeout(
      () => stop(new ExternalError("deadline", `takes more than ${seconds} seconds`)),
      options.deadlineMs,
    );
    const onAbort = () => stop(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    const [input, output, error, watch] = child.stdio as unknown as [
      Writable,
      Readable,
      Readable,
      Duplex | undefined,
    ];
    output.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > options.maxBytes)
        stop(new ExternalError("too-large", "the engine returned too much data"));
      else if (!failure) chunks.push(chunk);
    });
    error.on("data", (chunk: Buffer) => {
      errors.push(chunk);
      errorSize += chunk.length;
      while (errorSize > maxErrorBytes && errors.length > 1)
        errorSize -= errors.shift()?.length ?? 0;
    });
    // A command that does not read its input, or ended early. Its exit code is the result.
    for (const stream of [input, watch]) stream?.on("error", () => undefined);
    child.on("error", () => {
      failure ??= new ExternalError("not-started", "the executable could not be started");
    });
    // Processes that the command left behind would keep its output open.
    child.on("exit", () => killGroup(child));
    child.on("close", (code, exitSignal) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      watch?.destroy();
      if (failure) reject(failure);
      else if (code === 0) resolve(Buffer.concat(chunks));
      else {
        const reason = `ended with ${describeExit(code, exitSignal)}`;
        reject(new ExternalError("exit", reason, detailOf(errors)));
      }
    });
    watch?.write("\n");
    input.end(options.input);
  });
}
