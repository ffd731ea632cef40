/** Runs the models of packs in processes that can be ended. */
import os from "node:os";
import type { ProgramLimits } from "../../../common/processes/program-process";
import { createModelPool } from "../model-pool";
import type { LaunchProgram } from "../ports";
import type { JobPool } from "../speech/pool";
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
export const createNeuralPool = (options: NeuralPoolOptions): NeuralPool =>
  createModelPool<NeuralJob, NeuralResult>({
    launch: options.launch,
    program: "neural",
    processes,
    limits: options.limits ?? limits,
    deadlineOf: (job) => options.deadlineMs ?? deadlineOf(job),
    problems: {
      tooSlow: "the model takes too long for this text or sound",
      tooLarge: "the model needs too much memory for this text or sound",
    },
  });
