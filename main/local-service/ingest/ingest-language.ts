/**
 * Ingests a language: stores the texts of its script, or of its translation, for the lines of the
 * batch.
 */
import { messageText } from "../../../preload/facts/service-messages";
import type { BatchLine } from "../../script-formats/matching/match-lines";
import { matchTexts } from "../../script-formats/matching/match-texts";
import { isAutoCast } from "../batches/settings";
import type { ClaimedTask, LanguageOutcome } from "../rows/batches/ingestion-port";
import { SourceError } from "../fetch/fetch-errors";
import { saveLines } from "./save-lines";
import { errorsOf, describeProblems, isReaderClosed } from "./problems";
import { forEachChunk, runInChunks, Interrupted, chunkSize, loadSubject } from "./task";
import { readScriptFile } from "./read-sources";
import { translateLanguage } from "./translate-language";
import type { IngestDeps, Subject } from "./task";

/**
 * Reads a target script. Its texts, or the reason of a failure, take effect in the same transaction
 * that ends the task or its first step; until then the earlier texts stay in effect. May be
 * repeated from any point.
 * @throws Interrupted; AwaitedError while the script is read at another computer.
 */
export async function ingestLanguage(
  deps: IngestDeps,
  task: Extract<ClaimedTask, { kind: "language" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  let outcome: LanguageOutcome;
  try {
    outcome = await read(deps, task, signal);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceError)) throw error;
    outcome = { result: "failed", note: `scriptPath: ${error.message}` };
  }
  if (outcome.result === "failed") {
    const { batch, source } = await loadSubject(store, task);
    // Deletes the lines of an earlier, interrupted attempt.
    if (isWithoutLines({ batch, source }))
      await runInChunks(() => store.clearLines(task.lease, batch.id, chunkSize));
  }
  await store.finishLanguage(task, outcome, now());
}

/**
 * Whether the batch has no lines yet: one without a script gets its lines from the first target
 * script.
 */
const isWithoutLines = ({ batch, source }: Pick<Subject, "batch" | "source">) =>
  source.scriptPath === null && batch.characterCount === 0;

async function read(
  deps: IngestDeps,
  task: Extract<ClaimedTask, { kind: "language" }>,
  signal: AbortSignal,
): Promise<LanguageOutcome> {
  const { batchId, languageId, lease, group, isBulk } = task;
  const { store, reader } = deps;
  const target = await store.findLanguageScript(batchId, languageId);
  if (!target) return translateLanguage(deps, task, signal);
  const { bytes, fileName, kinds } = await readScriptFile(
    deps,
    { ownerId: batchId, languageId, group, isBulk },
    target.scriptPath,
    signal,
  );
  const script = await reader.readScript(bytes, fileName, {
    // This purpose does not require audio columns: the batch's lines already have their audio.
    purpose: "audio-production",
    languageCode: languageId,
    kinds,
    ...(target.speakerSeparator === null ? {} : { speakerSeparator: target.speakerSeparator }),
  });
  if (isReaderClosed(script.problems)) throw new Interrupted();
  const errors = errorsOf(script.problems);
  if (errors.length > 0) throw new SourceError(describeProblems(script.problems));
  if (!script.languages.includes(languageId))
    throw new SourceError(messageText("script-no-language", { language: languageId }));
  const subject = await loadSubject(store, task);
  if (isWithoutLines(subject)) {
    const note = describeProblems(script.problems);
    const characterIds = await saveLines(deps, subject, script, new Set([languageId]));
    const isToBeCast = isAutoCast(subject.source.settings, subject.project.type);
    return { result: "ingested", note, isSpare: false, characterIds, isToBeCast };
  }
  const { texts, problems } = await matchTexts(script, await linesOf(store, batchId), languageId);
  // The lines of the batch have their characters.
  const own = script.problems.filter(({ code }) => code !== "speakers-missing");
  const note = describeProblems([...own, ...problems]);
  if (texts.length === 0 && problems.length > 0) throw new SourceError(note);
  await runInChunks(() => store.clearSpareTexts(lease, batchId, languageId, chunkSize), signal);
  await forEachChunk(texts, async (part) => {
    const chunk = part.map(({ line, text }) => [line.number, text] as const);
    if (!(await store.addSpareTexts(lease, batchId, languageId, chunk))) throw new Interrupted();
  });
  return { result: "ingested", note, isSpare: true, characterIds: [], isToBeCast: false };
}

async function linesOf(store: IngestDeps["store"], batchId: string): Promise<BatchLine[]> {
  const lines: BatchLine[] = [];
  await runInChunks(async () => {
    const chunk = await store.listLineKeys(batchId, lines.at(-1)?.number ?? 0, chunkSize);
    lines.push(...chunk);
    return chunk.length === chunkSize;
  });
  return lines;
}
