/** Limits of speech synthesis. */
import os from "node:os";
import type { ProgramLimits } from "../../../common/processes/program-process";

/** The largest sound of a line, about 50 minutes. */
export const maxSoundBytes = 128 * 1024 ** 2;

/**
 * Flite uses 120 to 230 MB and eSpeak NG 90 to 150 MB, and memory of earlier requests is not freed
 * at once.
 */
export const speechLimits: ProgramLimits = { heapMb: 512, memoryMb: 1024 };

/** The number of requests at a time. */
export const speechProcesses = Math.max(1, Math.min(os.availableParallelism(), 4));

/** Requests after which a process is replaced. */
export const requestsPerProcess = 500;

/** A process that was idle for this number of milliseconds is ended. */
export const idleMs = 30_000;

/**
 * Milliseconds for a request. The slowest engine takes 3 ms for a character on an idle processor,
 * and a program needs seconds to start on a busy one.
 */
export const deadlineMs = (characters: number): number => 60_000 + characters * 20;
