/**
 * Runs jobs of an engine in programs that can be ended: processes of our own programs, and
 * executables of the system.
 */
import type { ProgramLimits, ProgramProcess } from "../../../common/processes/program-process";
import type { ProgramFailure } from "../../../common/processes/program-supervisor";
import type { LaunchProgram, ProgramName } from "../ports";
import { idleMs, requestsPerProcess, speechLimits } from "./limits";
import type { SpeechJob, SpeechResult } from "./program-messages";

/** The program used more memory than allowed. It may succeed in a new process. */
export class OutOfMemory extends Error {}

/** Runs one job at a time. */
export interface Runner<Job = SpeechJob, Result = SpeechResult> {
  /**
   * Rejects with the reason of the signal after it has ended the program, with OutOfMemory, or with
   * an error when the program failed.
   */
  run(job: Job, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** A message of a program. */
type Report<Result> = { result: Result } | { failure: ProgramFailure };

/** Starts one process with the first job, and reuses it for the next ones. */
export function createProcessRunner<Job = SpeechJob, Result extends object = SpeechResult>(
  launch: LaunchProgram,
  program: ProgramName,
  limits: ProgramLimits = speechLimits,
): Runner<Job, Result> {
  let current: ProgramProcess | null = null;
  let requestCount = 0;
  let idleTimer: NodeJS.Timeout | null = null;
  /** The end of the job, while there is one. */
  let settle: ((outcome: Result | Error) => void) | null = null;
  const exits = new Set<Promise<void>>();

  function start(): ProgramProcess {
    const started = launch(program, limits);
    const isCurrent = () => current === started;
    started.onMessage((message) => {
      if (!isCurrent()) return;
      const report = message as Report<Result>;
      if ("result" in report) settle?.(report.result);
      else if (report.failure === "too-much-memory")
        end(new OutOfMemory("the speech engine used too much memory"));
      else end(new Error("the speech engine failed"));
    });
    const exit = new Promise<void>((resolve) => {
      started.onExit(() => {
        resolve();
        if (isCurrent()) end(new Error("the speech engine ended unexpectedly"));
      });
    }).finally(() => exits.delete(exit));
    exits.add(exit);
    requestCount = 0;
    return started;
  }

  function end(outcome?: Error): void {
    current?.kill();
    current = null;
    if (idleTimer) clearTimeout(idleTimer);
    if (outcome) settle?.(outcome);
  }

  /** While idle, the process does not keep the program alive. */
  function startIdleTimer(): void {
    current?.setBusy(false);
    idleTimer = setTimeout(end, idleMs).unref();
  }

  return {
    async run(job, signal) {
      signal.throwIfAborted();
      if (idleTimer) clearTimeout(idleTimer);
      const process = (current ??= start());
      requestCount += 1;
      process.setBusy(true);
      const onAbort = () => end(signal.reason as Error);
      try {
        return await new Promise((resolve, reject) => {
          settle = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
          signal.addEventListener("abort", onAbort, { once: true });
          process.send(job);
        });
      } finally {
        signal.removeEventListener("abort", onAbort);
        settle = null;
        if (requestCount >= requestsPerProcess) end();
        startIdleTimer();
      }
    },
    async close() {
      end(new Error("the speech engine was closed"));
      await Promise.all(exits);
    },
  };
}
