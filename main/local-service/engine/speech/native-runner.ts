/**
 * Runs speech jobs in the executables `espeak-ng` and `flite` of the system, one process for each
 * job. Texts go over standard input, because other users of the computer can read the arguments of
 * a process.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { startSupervised } from "../../../common/processes/supervised-process";
import { EngineError } from "../ports";
import { fliteArguments, phonesOf } from "./flite-arguments";
import { maxSoundBytes } from "./limits";
import type { EspeakJob, FliteJob, SpeechResult } from "./program-messages";
import type { Runner } from "./runner";
import { parseWav } from "./wav";

/** Only the variables that a program needs to start. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ["SystemRoot", "ESPEAK_DATA_PATH", "TMPDIR", "TEMP"].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

export interface NativeOptions {
  /** Absolute path of the executable. */
  file: string;
  args: readonly string[];
  /** Standard input. */
  input: string;
  /** Maximum size of standard output in bytes. */
  maxBytes: number;
  /** Every exit code is a success. */
  ignoresExitCode?: boolean;
}

/**
 * Standard output of an executable, started without a shell.
 * @throws the reason of the signal after the process was killed; EngineError for more than
 * `maxBytes`; Error for a process that could not be started or failed.
 */
export async function runNative(options: NativeOptions, signal: AbortSignal): Promise<Buffer> {
  const { file, args, input, maxBytes } = options;
  signal.throwIfAborted();
  const program = startSupervised({ file, args, env: environment() });
  const chunks: Buffer[] = [];
  let size = 0;
  let failure = null as Error | null;
  const kill = (reason: Error) => {
    failure ??= reason;
    program.kill();
  };
  const onAbort = () => kill(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  program.output.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) kill(new EngineError("the text is too long for one line"));
    else if (!failure) chunks.push(chunk);
  });
  program.errors.resume();
  program.input.end(input);
  const exit = await program.ended;
  signal.removeEventListener("abort", onAbort);
  const name = path.basename(file);
  if (failure) throw failure;
  if (exit.error) throw new Error(`${name} could not be started`, { cause: exit.error });
  if (exit.code !== 0 && !options.ignoresExitCode)
    throw new Error(`${name} ended with ${exit.signal ?? `code ${exit.code}`}`);
  return Buffer.concat(chunks);
}

async function runEspeak(file: string, job: EspeakJob, signal: AbortSignal): Promise<SpeechResult> {
  const range = Math.round(job.range * 2);
  // This version of the program has no option for the range.
  const ssml = range === 100 ? job.ssml : `<prosody range="${range}%">${job.ssml}</prosody>`;
  const { voice, rate, pitch } = job;
  const args = ["--stdin", "--stdout", "-m", "-b", "1", "-v", voice, "-s", `${rate}`];
  const options = { file, args: [...args, "-p", `${pitch}`], input: ssml, maxBytes: maxSoundBytes };
  return parseWav(await runNative(options, signal));
}

async function runFlite(
  file: string,
  job: FliteJob,
  folder: string,
  signal: AbortSignal,
): Promise<SpeechResult> {
  const soundFile = path.join(folder, `${randomUUID()}.wav`);
  const input = "text" in job.input ? job.input.text : "";
  const args = fliteArguments(job, { textFile: "-", soundFile });
  try {
    const printed = await runNative({ file, args, input, maxBytes: maxSoundBytes }, signal);
    if (job.output === "phones") return { phones: phonesOf(printed.toString()) };
    // Flite cannot write a text of several sentences to standard output.
    return parseWav(await readFile(soundFile));
  } finally {
    await rm(soundFile, { force: true });
  }
}

/** Runs jobs in the executable `file`; jobs that are running at `close` end by their signals. */
export function createNativeRunner(file: string): Runner {
  let folder: Promise<string> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  return {
    async run(job, signal) {
      const run = async () => {
        if (job.kind === "espeak") return runEspeak(file, job, signal);
        folder ??= mkdtemp(path.join(os.tmpdir(), "dubyard-speech-"));
        return runFlite(file, job, await folder, signal);
      };
      const result = run();
      running = result.catch(() => undefined);
      return result;
    },
    async close() {
      await running;
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}
