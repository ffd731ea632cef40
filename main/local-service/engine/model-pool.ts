/** Runs the models of packs in processes that can be ended. */
import type { ProgramLimits } from "../../common/processes/program-process";
import { EngineError, type LaunchProgram, type ProgramName } from "./ports";
import { createJobPool, type JobPool, type PoolOptions } from "./speech/pool";
import { createProcessRunner } from "./speech/runner";

/** A library of models ends its process when a model is damaged. */
const attempts = 2;
const damaged = "the model failed; remove its pack and install it again";

export interface ModelPoolOptions<Job> extends PoolOptions<Job> {
  launch: LaunchProgram;
  program: ProgramName;
  processes: number;
  limits: ProgramLimits;
}

/** The program must exist. Processes start with the first jobs. */
export function createModelPool<Job, Result extends object>({
  launch,
  program,
  processes,
  limits,
  ...options
}: ModelPoolOptions<Job>): JobPool<Job, Result> {
  const runners = Array.from({ length: processes }, () =>
    createProcessRunner<Job, Result>(launch, program, limits),
  );
  const pool = createJobPool(runners, options);
  return {
    async run(job, signal) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pool.run(job, signal);
        } catch (error) {
          if (signal.aborted || error instanceof EngineError) throw error;
          if (attempt === attempts) throw new EngineError(damaged);
        }
      }
    },
    close: pool.close,
  };
}
