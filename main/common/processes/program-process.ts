/**
 * A program in a process of its own that can be ended at any time, and its launcher for plain
 * Node.js.
 */
import { fork } from "node:child_process";
import { lowerPriority } from "./process-priority";

/** Memory limits of a program, in MiB. */
export interface ProgramLimits {
  /** Heap of the thread that works. */
  heapMb: number;
  /** Resident memory of the whole process. */
  memoryMb: number;
}

export interface ProgramProcess {
  /** Sends plain data that the structured clone algorithm supports. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener once when the process has ended or could not be started. */
  onExit(listener: (exit: ProgramExit) => void): void;
  /** Ends the process immediately, even while it is busy. */
  kill(): void;
  /** Sets whether the process keeps the event loop of its parent alive. */
  setBusy(isBusy: boolean): void;
}

export interface ProgramExit {
  /** The process was aborted: by V8 at its heap limit, or by the system for lack of memory. */
  isAborted: boolean;
}

export const argumentsOf = ({ heapMb, memoryMb }: ProgramLimits) => [
  String(heapMb),
  String(memoryMb),
];

/**
 * Signals of a process that aborted (V8 in Electron uses SIGTRAP and SIGILL) or was killed for lack
 * of memory.
 */
const abortSignals: readonly (NodeJS.Signals | null)[] = [
  "SIGABRT",
  "SIGTRAP",
  "SIGILL",
  "SIGSEGV",
  "SIGKILL",
];
/** The equivalent exit codes: 128 plus the signal number; abort and fail-fast of Windows. */
const abortCodes: readonly number[] = [132, 133, 134, 137, 139, 3, 0xc0000409, 0x80000003];

/** Interprets the exit code or signal of a program. */
export const exitOf = (code: number | null, signal: NodeJS.Signals | null = null): ProgramExit => ({
  isAborted: abortSignals.includes(signal) || abortCodes.includes((code ?? 0) >>> 0),
});

/**
 * Starts the program `file` on plain Node.js. For Electron, see
 * electron/processes/program-processes.ts.
 */
export function forkProgram(
  file: string,
  limits: ProgramLimits,
  { isBackground = false }: { isBackground?: boolean } = {},
): ProgramProcess {
  const child = fork(file, argumentsOf(limits), {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // SECURITY: a program has no access to the environment or the options of its parent.
    env: systemEnvironment(),
    execArgv: [],
  });
  if (isBackground) lowerPriority(child.pid);
  const listeners: ((exit: ProgramExit) => void)[] = [];
  let hasEnded = false;
  function end(exit: ProgramExit): void {
    if (hasEnded) return;
    hasEnded = true;
    for (const listener of listeners) listener(exit);
  }
  child.on("exit", (code, signal) => end(exitOf(code, signal)));
  // The process could not be started, or a message could not be sent. In the second case "exit"
  // follows.
  child.on("error", () => {
    if (child.pid === undefined) end({ isAborted: false });
  });
  return {
    // Errors are ignored: a process that has just ended is reported by its "exit" event.
    send: (message) => void child.send(message as object, () => undefined),
    onMessage: (listener) => void child.on("message", listener),
    onExit: (listener) => void listeners.push(listener),
    kill: () => void child.kill("SIGKILL"),
    setBusy(isBusy) {
      if (isBusy) {
        child.ref();
        child.channel?.ref();
      } else {
        child.unref();
        child.channel?.unref();
      }
    },
  };
}

/** Windows cannot start a program without this variable. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const root = process.env["SystemRoot"];
  return root === undefined ? {} : { SystemRoot: root };
}
