/**
 * `dubyard dub`: makes the takes of a script, and the dub of a video, without a window or a running
 * service.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Dub } from "../../preload/local-service/dubs";
import { silentVoice } from "../../preload/facts/review";
import { notKeptIn, videoNoteStart } from "../../preload/facts/service-messages";
import { AppError } from "../common/errors";
import type { Programs } from "../common/processes/programs";
import { engineStarter } from "../local-service/engine/create-engine";
import { readPackList } from "../local-service/engine/packs/pack-folders";
import type { Remote } from "../remote/remote";
import { readDubArguments, requireVoices, type DubArguments } from "./dub-arguments";
import { createDubBatch, pollMs, type DubBatch } from "./dub-batch";
import { reportFindings } from "./dub-findings";
import { copyResults, existingResults } from "./dub-results";
import { startPrivateService, type PrivateService } from "./dub-service";
import { checkBed, checkVideo } from "./dub-video";
import { exit } from "./exit-codes";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";
import { runCommand } from "./run-command";
import { prepareScript, type PreparedScript } from "./script-notes";
import { requireStart } from "./script-start";
import { errorLog } from "./terminal-log";
import { makeFolders } from "../common/make-folders";

const maxListedFiles = 10;
const activeStates: readonly string[] = ["due", "making", "finishing"];

/**
 * Dubs a script. Resolves with the exit code: 0 if every take is made and within the picture, 1 if
 * a take or a language failed, 2 for invalid arguments or files that exist, 130 if interrupted.
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
      const packs = await readPackList(options.packsFolder);
      const engine = await startEngine(packs, errorLog(onError));
      const service = await startPrivateService({ programs: deps.programs, engine, onError });
      try {
        requireVoices(options, engine.speech.voices());
        const script = await prepareScript(options, output, service.reader);
        return await run(service, { options, script, output, signal });
      } finally {
        await service.close();
      }
    },
  });

async function run(
  service: PrivateService,
  {
    options,
    script,
    output,
    signal,
  }: { options: DubArguments; script: PreparedScript; output: Output; signal: AbortSignal },
): Promise<number> {
  const { remote, media } = service;
  const { to, languages, video } = options;
  signal.throwIfAborted();
  if (video !== null) {
    const facts = await checkVideo(media, options, { output, signal });
    if (options.bed) await checkBed(media, options.bed.file, signal);
    requireStart(options, script.span, facts);
  }
  const onCopied = (share: number) =>
    output.progress(() => `reading the video: ${Math.floor(100 * share)} %`);
  const batch = await createDubBatch(
    { remote, voices: service.voices() },
    { options, script, signal, onCopied },
  );
  const existing = await existingResults(options, batch);
  if (existing.length > 0)
    throw invalid(`--to: ${to} has files that would be replaced: ${listed(existing)}`);
  await makeFolders(to);
  if (options.acceptsIncomplete) await remote.extensions.dubs.acceptVideo(batch.batchId);
  await remote.extensions.dubs.start(batch.batchId, languages);
  const dubs = await waitForDubs(remote, { batch, languages, output, signal });
  const failed = await reportFailures(remote, { batch, dubs, output, signal });
  const withTakes = dubs.filter(({ made }) => made > 0).map(({ languageId }) => languageId);
  reportNotKept(dubs, output);
  const files = await copyResults(
    { ...remote.media, fileOf: service.fileOf },
    { to, languages: withTakes },
    signal,
  );
  const made = dubs.reduce((sum, one) => sum + one.made, 0);
  const silent = await countSilent(remote, { batch, dubs, signal });
  let outside = 0;
  for (const languageId of withTakes)
    outside += await reportFindings(service, { ...batch, languageId, output, signal });
  const isComplete = failed.takes + failed.languages + outside === 0 && files.length > 0;
  const exitCode = isComplete ? exit.done : exit.failed;
  output.event({ event: "summary", made, silent, failed: failed.takes, outside, files, exitCode });
  const silences = silent === 0 ? "" : `, ${silent} of them silent: their lines have no words`;
  const failures = failed.takes === 0 ? "" : `, ${failed.takes} failed`;
  const cut = outside === 0 ? "" : `, ${outside} lines outside of the picture`;
  output.result(`${made} takes${silences}${failures}${cut}, ${files.length} files in ${to}`);
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

/** Takes that are silent, because their lines have nothing to speak, such as "[music]". */
async function countSilent(
  remote: Remote,
  { batch, dubs, signal }: Omit<Observed, "output"> & { dubs: readonly Dub[] },
): Promise<number> {
  let count = 0;
  for (const { languageId } of dubs)
    for await (const takes of remote.extensions.dubs.takes(batch.batchId, languageId, signal))
      count += takes.filter(({ state, voice }) => state === "made" && voice === silentVoice).length;
  return count;
}

/** Reports what the written videos do not have of their source. */
function reportNotKept(dubs: readonly Dub[], output: Output): void {
  for (const { languageId, note } of dubs) {
    const notKept = notKeptIn(note);
    if (notKept.length === 0) continue;
    output.event({ event: "not-kept", languageId, notKept });
    output.line(`note: ${languageId}: ${videoNoteStart}${notKept.join("; ")}`);
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
      const problem =
        note === ""
          ? state
          : note.replace(/^videoPath: /, "--video: ").replace(/^bedPath: /, "--bed: ");
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
