/** Runs the models of packs in processes that can be ended. */
import os from "node:os";
import type { ProgramLimits } from "../../../common/program-process";
import { createJobPool, type JobPool } from "../speech/pool";
import { createProcessRunner } from "../speech/runner";
import { EngineError, type LaunchProgram } from "../ports";
import type { NeuralJob, NeuralResult } from "./messages";

export type NeuralPool = JobPool<NeuralJob, NeuralResult>;

/** Whisper small uses about 1.5 GB. */
const limits: ProgramLimits = { heapMb: 512, memoryMb: 4096 };
/** Each process has models in memory. */
const processes = Math.max(1, Math.min(os.availableParallelism(), 2));
/** Loading a model, and 25 times the time that a slow processor needs. */
const startMs = 60_000;
const msPerCharacter = 500;
const factorOfSound = 30;
const samplesPerMs = 16;
const attempts = 2;
const damaged = "the model failed; remove its pack and install it again";

function deadlineOf(job: NeuralJob): number {
  if (job.kind === "speak") return startMs + msPerCharacter * job.text.length;
  return startMs + (factorOfSound * job.sound.frames) / samplesPerMs;
}

export interface NeuralPoolOptions {
  launch: LaunchProgram;
  /** Milliseconds for a job, instead of its own deadline. */
  deadlineMs?: number | undefined;
  limits?: ProgramLimits | undefined;
}

/** The program must exist. Processes start with the first jobs. */
export function createNeuralPool(options: NeuralPoolOptions): NeuralPool {
  const { launch, deadlineMs } = options;
  const runners = Array.from({ length: processes }, () =>
    createProcessRunner<NeuralJob, NeuralResult>(launch, "neural", options.limits ?? limits),
  );
  const pool = createJobPool(runners, {
    deadlineOf: (job) => deadlineMs ?? deadlineOf(job),
    problems: {
      tooSlow: "the model takes too long for this text or sound",
      tooLarge: "the model needs too much memory for this text or sound",
    },
  });
  return {
    async run(job, signal) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await pool.run(job, signal);
        } catch (error) {
          if (signal.aborted || error instanceof EngineError) throw error;
          // A library of models ends its process when a model is damaged.
          if (attempt === attempts) throw new EngineError(damaged);
        }
      }
    },
    close: pool.close,
  };
}
