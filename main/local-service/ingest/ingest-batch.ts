/** Ingests a batch: reads its script, checks its media, and stores lines and characters. */
import { settingApplies } from "../../../preload/facts/batch-settings";
import { factsOfType } from "../../../preload/facts/project-types";
import { messageText } from "../../../preload/facts/service-messages";
import type { Script, ScriptLine, ScriptProblem } from "../../script-formats/model";
import { scriptProblem } from "../../script-formats/problems";
import { readLocation } from "../sources/locations";
import { isAutoCast, separatorOf } from "../batches/settings";
import type { Engines } from "../engines/engines";
import { projectLock } from "../projects/projects";
import type { ClaimedTask, IngestionOutcome } from "../rows/batches/ingestion-port";
import type { OutsideContext } from "../common/outside-work";
import { isAtUrl, isDownloaded } from "../dubbing/video";
import { SourceError } from "../fetch/fetch-errors";
import { ingestVideo, withSpeakers, type ScriptHints } from "./ingest-video";
import { readBatchSources } from "./read-sources";
import { saveLines } from "./save-lines";
import { errorsOf, describeProblems, isReaderClosed } from "./problems";
import { forEachChunk, runInChunks, Interrupted, chunkSize, loadSubject } from "./task";
import type { IngestDeps, Subject } from "./task";

const failed = (note: string): IngestionOutcome => ({ result: "failed", note });

/**
 * Reads the script and checks the media. The result is stored in the same transaction that ends the
 * task or its first step, so an interrupted ingestion can be repeated from any point.
 * @throws Interrupted; AwaitedError while scripts or media at another computer are read, or
 * transcribed.
 */
export async function ingestBatch(
  deps: IngestDeps,
  task: Extract<ClaimedTask, { kind: "batch" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const subject = await loadSubject(store, task);
  let outcome: IngestionOutcome;
  try {
    outcome = await readAll(deps, task, subject, signal);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceError)) throw error;
    outcome = failed(error.message);
  }
  await endIngestion(deps, task, subject.project.id, outcome);
}

/** Ends the task with a failure. @throws Interrupted if the batch was deleted. */
export async function failIngestion(
  deps: Pick<IngestDeps, "store" | "now">,
  task: Extract<ClaimedTask, { kind: "batch" }>,
  note: string,
): Promise<void> {
  const { project } = await loadSubject(deps.store, task);
  await endIngestion(deps, task, project.id, failed(note));
}

/**
 * Stores the outcome and ends the task. A failed batch has no lines: those of an earlier attempt
 * are deleted.
 */
async function endIngestion(
  { store, now }: Pick<IngestDeps, "store" | "now">,
  task: Extract<ClaimedTask, { kind: "batch" }>,
  projectId: string,
  outcome: IngestionOutcome,
): Promise<void> {
  if (outcome.result === "failed")
    await runInChunks(() => store.clearLines(task.lease, task.batchId, chunkSize));
  await store.exclusively(projectLock(projectId), () =>
    store.finishIngestion(task, outcome, now()),
  );
}

async function readAll(
  deps: IngestDeps,
  { group, isBulk }: ClaimedTask,
  subject: Subject,
  signal: AbortSignal,
): Promise<IngestionOutcome> {
  const { reader } = deps;
  const { source, project, batch } = subject;
  // After it was downloaded its URL, which may have expired, is not asked again.
  const isHere = isAtUrl(source) && (await isDownloaded(deps, batch.id));
  const file = await readBatchSources(
    deps,
    { ownerId: batch.id, group, isBulk },
    { videoPath: isHere ? null : source.videoPath, scriptPath: source.scriptPath },
    signal,
  );
  if (file === null) return ingestVideo(deps, subject, null, signal);
  const { bytes, fileName, kinds } = file;
  const separator = separatorOf(source.settings);
  const script = await reader.readScript(bytes, fileName, {
    purpose: project.type,
    kinds,
    ...(source.languageCode === null ? {} : { languageCode: source.languageCode }),
    ...(separator === undefined ? {} : { speakerSeparator: separator }),
  });
  if (isReaderClosed(script.problems)) throw new Interrupted();
  return saveScript(deps, subject, script, signal);
}

async function saveScript(
  deps: IngestDeps,
  subject: Subject,
  script: Script,
  signal: AbortSignal,
): Promise<IngestionOutcome> {
  const { batch, project } = subject;
  const errors = errorsOf(script.problems);
  if (errors.length > 0) return failed(`scriptPath: ${describeProblems(script.problems)}`);
  if (script.lines.length === 0) return failed(`scriptPath: ${messageText("script-empty", {})}`);
  const batchLanguages = new Set(batch.translations.map(({ languageId }) => languageId));
  const known = script.languages.filter((languageId) => batchLanguages.has(languageId));
  const others = script.languages.filter((languageId) => !batchLanguages.has(languageId));
  if (known.length === 0)
    return failed(
      `scriptPath: ${messageText("script-languages", { languages: others.join(", ") })}`,
    );
  if (factsOfType(project.type).sourceAudio === "required") {
    const problems = await audioProblems(deps, batch.id, script.lines, signal);
    if (problems.length > 0) return failed(`scriptPath: ${describeProblems(problems)}`);
  }
  if (isTranscribed(deps, subject, known))
    return ingestVideo(deps, subject, hintsOf(script, subject), signal);
  const { lines, note } = await withSpeakers(deps, subject, script.lines, signal);
  const characterIds = await saveLines(deps, subject, { lines }, new Set(known));
  const notes = [noteOf(script, others, subject, deps.engines()), note];
  return {
    result: "ingested",
    note: notes.filter((text) => text !== "").join(". "),
    characterIds,
    languageIds: known,
    isToBeCast: isAutoCast(subject.source.settings, project.type),
  };
}

/**
 * Whether the texts come from the media: `importText` is not set, and the script has texts of the
 * source only.
 */
function isTranscribed(
  { engine, engines }: IngestDeps,
  { project, source }: Subject,
  languageIds: readonly string[],
): boolean {
  const { sourceLanguage } = project;
  return (
    engine !== null &&
    source.videoPath !== null &&
    source.settings["importText"] !== true &&
    sourceLanguage !== null &&
    languageIds.every((languageId) => languageId === sourceLanguage) &&
    engines().transcribedLanguages.has(sourceLanguage)
  );
}

const hintsOf = ({ lines }: Script, { source: { settings } }: Subject): ScriptHints => ({
  lines,
  importsTiming: settings["importTiming"] === true,
  importsCharacters: settings["importCharacters"] === true,
});

/** Scripts of which the source audios of one host are checked at the same time. */
const checksPerHost = 2;

/** @throws AwaitedError while URLs are checked. */
async function audioProblems(
  { sources, outside }: IngestDeps,
  batchId: string,
  lines: readonly ScriptLine[],
  signal: AbortSignal,
): Promise<ScriptProblem[]> {
  const locations = new Set<string>();
  /** The first one. */
  const hosts: string[] = [];
  await forEachChunk(lines, (chunk) => {
    for (const { sourceAudio } of chunk) {
      if (sourceAudio === null) continue;
      locations.add(sourceAudio);
      const read = hosts.length === 0 ? readLocation(sourceAudio) : null;
      if (read?.kind === "url") hosts.push(read.url.host);
    }
  });
  const check = async (context: Pick<OutsideContext, "signal">) => ({
    checked: locations,
    invalid: await sources.findAudioProblems(locations, context.signal),
  });
  // A script at a URL may have changed meanwhile.
  const isChecked = ({ checked }: Awaited<ReturnType<typeof check>>) =>
    [...locations].every((location) => checked.has(location));
  const checkOutside = (name: string) =>
    outside.resultOf(
      batchId,
      `source audio at ${name}`,
      (context) => {
        context.setNote(() => `Checking the source audio at ${name}`);
        return check(context);
      },
      { limit: checksPerHost },
    );
  const [host] = hosts;
  let result = host === undefined ? await check({ signal }) : checkOutside(host);
  while (host !== undefined && !isChecked(result)) result = checkOutside(host);
  const { invalid } = result;
  const problems: ScriptProblem[] = [];
  await forEachChunk(lines, (chunk) => {
    for (const { row, sourceAudio } of chunk) {
      const column = "Source_Audio";
      const message = sourceAudio === null ? undefined : invalid.get(sourceAudio);
      if (sourceAudio === null) {
        const text = messageText("audio-required", {});
        problems.push(scriptProblem("source-audio-missing", row, column, text));
      } else if (message !== undefined)
        problems.push(scriptProblem("source-audio-not-found", row, column, message));
    }
  });
  return problems;
}

function noteOf(
  script: Script,
  others: readonly string[],
  { source, project }: Subject,
  { transcribedLanguages }: Engines,
): string {
  const notes: string[] = [];
  if (script.problems.length > 0) notes.push(describeProblems(script.problems));
  if (others.length > 0)
    notes.push(messageText("languages-skipped", { languages: others.join(", ") }));
  const imports = ["importText", "importTiming"] as const;
  const isPartial = imports.some(
    (name) => settingApplies(name, project.type) && source.settings[name] !== true,
  );
  if (isPartial && transcribedLanguages.size === 0)
    notes.push(messageText("texts-from-script", {}));
  return notes.join(". ");
}
