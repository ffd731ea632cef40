/** Launching reader processes, which run the bundle of worker.ts. */
import {
  forkProgram,
  type ProgramLimits,
  type ProgramProcess,
} from "../../common/processes/program-process";

/** Starts a reader process. */
export type LaunchReader = (limits: ProgramLimits) => ProgramProcess;

/** Launches reader processes that run `file` on plain Node.js; not for Electron processes. */
export const forkReader =
  (file: string): LaunchReader =>
  (limits) =>
    forkProgram(file, limits);
