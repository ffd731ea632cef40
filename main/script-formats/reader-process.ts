/** The process that reads documents, as seen by the program that starts it, and how plain Node starts it. */
import { fork } from "node:child_process";

/** What a reader process may use, in MiB. */
export interface ReaderLimits {
  /** Heap of the thread that reads. */
  heapMb: number;
  /** Resident memory of the whole process. */
  memoryMb: number;
}

export interface ReaderProcess {
  /** Sends plain data: what the structured clone algorithm takes. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Calls back once when the process has ended, also when it could not be started. */
  onExit(listener: (exit: ReaderExit) => void): void;
  /** Ends the process at once, whatever it is doing. */
  kill(): void;
  /** Whether the process keeps the program that started it alive. */
  setBusy(isBusy: boolean): void;
}

export interface ReaderExit {
  /** The process was aborted, as V8 does at its heap limit and the system when memory runs out. */
  isAborted: boolean;
}

/** Starts a reader process. Electron has its own way to start one: see electron/reader-processes.ts. */
export type LaunchReader = (limits: ReaderLimits) => ReaderProcess;

export const argumentsOf = ({ heapMb, memoryMb }: ReaderLimits) => [
  String(heapMb),
  String(memoryMb),
];

/** Signals of a process that aborted (SIGTRAP and SIGILL are V8's in Electron) or was killed for its memory. */
const abortSignals: readonly (NodeJS.Signals | null)[] = [
  "SIGABRT",
  "SIGTRAP",
  "SIGILL",
  "SIGSEGV",
  "SIGKILL",
];
/** Exit codes that stand for the same: 128 and the signal's number; abort and fail-fast of Windows. */
const abortCodes: readonly number[] = [132, 133, 134, 137, 139, 3, 0xc0000409, 0x80000003];

/** What an exit code or signal says about the end of a reader process. */
export const exitOf = (code: number | null, signal: NodeJS.Signals | null = null): ReaderExit => ({
  isAborted: abortSignals.includes(signal) || abortCodes.includes((code ?? 0) >>> 0),
});

/** Reader processes that run `file` (the bundle of worker.ts) on plain Node; not for Electron's own processes. */
export function forkReader(file: string): LaunchReader {
  return (limits) => {
    const child = fork(file, argumentsOf(limits), {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // SECURITY: a document has no business with the environment or the options of the program.
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
    // Not started, or not reached: the exit, if there is one, follows.
    child.on("error", () => {
      if (child.pid === undefined) end({ isAborted: false });
    });
    return {
      // A process that has just ended reports it by its exit.
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

/** Windows starts no program without this variable. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const root = process.env["SystemRoot"];
  return root === undefined ? {} : { SystemRoot: root };
}
