/**
 * `dubyard dub`: makes the takes of a script, and the dub of a video, without a window or a running
 * service.
 */
import { mkdir } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Dub } from "../../preload/local-service/dubs";
import { AppError } from "../common/errors";
import type { Programs } from "../common/processes/programs";
import { engineStarter } from "../local-service/engine/create-engine";
import { readPackList } from "../local-service/engine/packs/pack-folders";
import type { Remote } from "../remote/remote";
import { readDubArguments, requireVoices, type DubArguments } from "./dub-arguments";
import { createDubBatch, pollMs, requireReadableVideo, type DubBatch } from "./dub-batch";
import { copyResults, existingResults } from "./dub-results";
import { startPrivateService, type PrivateService } from "./dub-service";
import { exit } from "./exit-codes";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";
import { runCommand } from "./run-command";
import { reportScript } from "./script-notes";

const maxListedFiles = 10;
const activeStates: readonly string[] = ["due", "making", "finishing"];

/**
 * Dubs a script. Resolves with the exit code: 0 if every take is made, 1 if a take or a language
 * failed, 2 for invalid arguments or files that exist, 130 if interrupted.
 */
export const dub = (
  argv: string[],
  deps: { bundles: string; programs: Programs },
): Promise<number> =>
  runCommand({
    name: "dub",
    argv,
    read: () => readDubArguments(argv),
    async work(options, { output, signal }) {
      const startEngine = engineStarter(deps.bundles, deps.programs);
      if (!startEngine) throw invalid("speech is turned off (DUBYARD_ENGINE=off)");
      const onError = (line: string) => output.line(line);
      const engine = await startEngine(await readPackList(options.packsFolder));
      const service = await startPrivateService({ programs: deps.programs, engine, onError });
      try {
        requireVoices(options, engine.speech.voices());
        await reportScript(options, output, deps.programs);
        return await run(service, options, output, signal);
      } finally {
        await service.close();
      }
    },
  });

async function run(
  service: PrivateService,
  options: DubArguments,
  output: Output,
  signal: AbortSignal,
): Promise<number> {
  const { remote, media } = service;
  const { to, languages, video } = options;
  signal.throwIfAborted();
  if (video !== null) await requireReadableVideo(media, video.file, signal);
  const onCopied = (share: number) =>
    output.progress(() => `reading the video: ${Math.floor(100 * share)} %`);
  const batch = await createDubBatch(
    { remote, voices: service.voices() },
    { options, signal, onCopied },
  );
  const existing = await existingResults(options, batch);
  if (existing.length > 0)
    throw invalid(`--to: ${to} has files that would be replaced: ${listed(existing)}`);
  await mkdir(to, { recursive: true });
  await remote.extensions.dubs.start(batch.batchId, languages);
  const dubs = await waitForDubs(remote, { batch, languages, output, signal });
  const failed = await reportFailures(remote, { batch, dubs, output, signal });
  const withTakes = dubs.filter(({ made }) => made > 0).map(({ languageId }) => languageId);
  const files = await copyResults(
    { ...remote.media, fileOf: service.fileOf },
    { to, languages: withTakes },
    signal,
  );
  const made = dubs.reduce((sum, one) => sum + one.made, 0);
  const isComplete = failed.takes + failed.languages === 0 && files.length > 0;
  const exitCode = isComplete ? exit.done : exit.failed;
  output.event({ event: "summary", made, failed: failed.takes, files, exitCode });
  const failures = failed.takes === 0 ? "" : `, ${failed.takes} failed`;
  output.result(`${made} takes${failures}, ${files.length} files in ${to}`);
  return exitCode;
}

const listed = (files: readonly string[]) =>
  files.length <= maxListedFiles
    ? files.join(", ")
    : `${files.slice(0, maxListedFiles).join(", ")} and ${files.length - maxListedFiles} more`;

interface Observed {
  batch: DubBatch;
  output: Output;
  signal: AbortSignal;
}

/** Reports the progress until no dub is in progress; returns the dubs. */
async function waitForDubs(
  remote: Remote,
  { batch, languages, output, signal }: Observed & { languages: readonly string[] },
): Promise<Dub[]> {
  let last = "";
  for (;;) {
    const { dubs, takesPerSecond } = await remote.extensions.dubs.ofBatch(batch.batchId);
    signal.throwIfAborted();
    const requested = languages.map((languageId) => {
      const found = dubs.find((one) => one.languageId === languageId);
      if (!found)
        throw new AppError("unexpected-answer", `the service has no dub in ${languageId}`);
      return found;
    });
    const counts = { planned: 0, made: 0, failed: 0 };
    for (const { planned, made, failed } of requested) {
      counts.planned += planned;
      counts.made += made;
      counts.failed += failed;
    }
    const isFinishing = requested.some(({ state }) => state === "finishing");
    if (JSON.stringify(counts) !== last)
      output.event({ event: "progress", ...counts, takesPerSecond });
    last = JSON.stringify(counts);
    const { planned, made, failed } = counts;
    const speed = takesPerSecond === null ? "" : `, ${takesPerSecond.toFixed(1)} takes/s`;
    const step = isFinishing ? ", mixing and writing" : "";
    output.progress(() => `${made + failed} of ${planned} takes${speed}${step}`);
    if (!requested.some(({ state }) => activeStates.includes(state))) return requested;
    await delay(pollMs, undefined, { signal });
  }
}

/**
 * Reports every failed take, and every language that could not be finished; returns their numbers.
 */
async function reportFailures(
  remote: Remote,
  { batch, dubs, output, signal }: Observed & { dubs: readonly Dub[] },
): Promise<{ takes: number; languages: number }> {
  const count = { takes: 0, languages: 0 };
  const lineOf = new Map(batch.lines.map((line) => [line.number, line]));
  for (const { languageId, state, note, failed } of dubs) {
    if (state !== "made") {
      const problem = note === "" ? state : note.replace(/^videoPath: /, "--video: ");
      count.languages += 1;
      output.event({ event: "failed", languageId, problem });
      output.line(`failed: ${languageId}: ${problem}`);
    }
    if (failed === 0) continue;
    for await (const takes of remote.extensions.dubs.takes(batch.batchId, languageId, signal))
      for (const { number, variant, problem } of takes.filter(({ state }) => state === "failed")) {
        const { lineId = "", character = "" } = lineOf.get(number) ?? {};
        count.takes += 1;
        output.event({
          event: "failed",
          languageId,
          line: number,
          lineId,
          character,
          variant,
          problem,
        });
        const names = [lineId, character].filter((text) => text !== "").join(", ");
        const suffix = names === "" ? "" : ` (${names})`;
        output.line(`failed: ${languageId}, line ${number}${suffix}: ${problem}`);
        await output.ready();
      }
  }
  return count;
}
