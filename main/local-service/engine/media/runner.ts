/**
 * Runs an ffmpeg that is searched before its first use, and again after it was missing or failed.
 */
import { withEitherSignal } from "../../../common/either-signal";
import { EngineError } from "../ports";
import type { Ffmpeg } from "./ffmpeg";

export interface Runner<Program extends Ffmpeg> {
  find(): Promise<Program | null>;
  run(program: Program, ...job: Parameters<Ffmpeg["run"]>): ReturnType<Ffmpeg["run"]>;
}

/** `closing` ends the runs. */
export function createRunner<Program extends Ffmpeg>(
  search: () => Promise<Program | null>,
  closing: AbortSignal,
): Runner<Program> {
  let found: Promise<Program | null> | null = null;
  return {
    async find() {
      const program = await (found ??= search());
      if (!program) found = null;
      return program;
    },
    async run(program, job, options) {
      try {
        return await withEitherSignal(options.signal, closing, (signal) =>
          program.run(job, { ...options, signal }),
        );
      } catch (error) {
        // It may have been removed or replaced.
        if (!(error instanceof EngineError)) found = null;
        throw error;
      }
    },
  };
}
