/** The interface of a reader process to its parent program, and the launcher for plain Node.js. */
import { fork } from "node:child_process";

/** Memory limits of a reader process, in MiB. */
export interface ReaderLimits {
  /** Heap of the thread that reads. */
  heapMb: number;
  /** Resident memory of the whole process. */
  memoryMb: number;
}

export interface ReaderProcess {
  /** Sends plain data that the structured clone algorithm supports. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener once when the process has ended or could not be started. */
  onExit(listener: (exit: ReaderExit) => void): void;
  /** Ends the process immediately, even while it is busy. */
  kill(): void;
  /** Sets whether the process keeps the event loop of its parent alive. */
  setBusy(isBusy: boolean): void;
}

export interface ReaderExit {
  /** The process was aborted: by V8 at its heap limit, or by the system for lack of memory. */
  isAborted: boolean;
}

/** Starts a reader process. For Electron, see electron/processes/reader-processes.ts. */
export type LaunchReader = (limits: ReaderLimits) => ReaderProcess;

export const argumentsOf = ({ heapMb, memoryMb }: ReaderLimits) => [
  String(heapMb),
  String(memoryMb),
];

/** Signals of a process that aborted (V8 in Electron uses SIGTRAP and SIGILL) or was killed for lack of memory. */
const abortSignals: readonly (NodeJS.Signals | null)[] = [
  "SIGABRT",
  "SIGTRAP",
  "SIGILL",
  "SIGSEGV",
  "SIGKILL",
];
/** The equivalent exit codes: 128 plus the signal number; abort and fail-fast of Windows. */
const abortCodes: readonly number[] = [132, 133, 134, 137, 139, 3, 0xc0000409, 0x80000003];

/** Interprets the exit code or signal of a reader process. */
export const exitOf = (code: number | null, signal: NodeJS.Signals | null = null): ReaderExit => ({
  isAborted: abortSignals.includes(signal) || abortCodes.includes((code ?? 0) >>> 0),
});

/** Launches reader processes that run `file` (the bundle of worker.ts) on plain Node.js; not for Electron processes. */
export function forkReader(file: string): LaunchReader {
  return (limits) => {
    const child = fork(file, argumentsOf(limits), {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // SECURITY: code that reads a document has no access to the environment or the options of the program.
      env: systemEnvironment(),
      execArgv: [],
    });
    const listeners: ((exit: ReaderExit) => void)[] = [];
    let hasEnded = false;
    function end(exit: ReaderExit): void {
      if (hasEnded) return;
      hasEnded = true;
      for (const listener of listeners) listener(exit);
    }
    child.on("exit", (code, signal) => end(exitOf(code, signal)));
    // The process could not be started, or a message could not be sent. In the second case "exit" follows.
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
  };
}

/** Windows cannot start a program without this variable. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const root = process.env["SystemRoot"];
  return root === undefined ? {} : { SystemRoot: root };
}
