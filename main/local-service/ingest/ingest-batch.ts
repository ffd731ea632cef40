/** From a batch's script and media to its lines and characters. */
import type { Script, ScriptLine, ScriptProblem } from "../../script-formats/model";
import { isAutoCast, separatorOf } from "../batches/settings";
import { capabilities } from "../catalogue/engines";
import { projectTurn } from "../projects/projects";
import type { IngestionOutcome, TaskRow } from "../rows/batch-port";
import { SourceProblem } from "./fetch";
import { keepLines } from "./save-lines";
import { errorsOf, tellProblems, warningsOf, wasClosed } from "./problems";
import { forPortions, inPortions, Interrupted, rowsAtOnce, subjectOf } from "./task";
import type { IngestDeps, Subject } from "./task";

const failed = (note: string): IngestionOutcome => ({ result: "failed", note });

/**
 * Reads the script, checks the media, and keeps what came of it together with the end of the task, or of its first
 * step; may be repeated from any point. @throws Interrupted.
 */
export async function ingestBatch(
  deps: IngestDeps,
  task: Extract<TaskRow, { kind: "batch" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const subject = await subjectOf(store, task.batchId);
  let outcome: IngestionOutcome;
  try {
    outcome = await readAll(deps, subject, signal);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceProblem)) throw error;
    outcome = failed(error.message);
  }
  await endIngestion(deps, task, outcome);
}

/** Ends the task with what came of it. A batch that failed has no lines: not those of an earlier try, either. */
export async function endIngestion(
  { store, now }: Pick<IngestDeps, "store" | "now">,
  task: { id: number; batchId: string },
  outcome: IngestionOutcome,
): Promise<void> {
  if (outcome.result === "failed")
    await inPortions(() => store.clearLines(task.batchId, rowsAtOnce));
  const batch = await store.findBatch(task.batchId);
  if (!batch) throw new Interrupted();
  await store.exclusively(projectTurn(batch.projectId), () =>
    store.finishIngestion(task, outcome, now()),
  );
}

/** Puts a field's name before what is wrong with it. */
async function naming<T>(field: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SourceProblem) throw new SourceProblem(`${field}: ${error.message}`);
    throw error;
  }
}

async function readAll(
  deps: IngestDeps,
  subject: Subject,
  signal: AbortSignal,
): Promise<IngestionOutcome> {
  const { sources, reader } = deps;
  const { source, project } = subject;
  if (source.videoPath !== null)
    await naming("videoPath", sources.checkVideo(source.videoPath, signal));
  if (source.scriptPath === null)
    return {
      result: "ingested",
      note: "",
      characterIds: [],
      languageIds: [],
      isToBeCast: false,
    };

  const { bytes, fileName } = await naming(
    "scriptPath",
    sources.readScript(source.scriptPath, signal),
  );
  const separator = separatorOf(source.settings);
  const script = await reader.readScript(bytes, fileName, {
    purpose: project.type,
    ...(source.languageCode === null ? {} : { languageCode: source.languageCode }),
    ...(separator === undefined ? {} : { speakerSeparator: separator }),
  });
  if (wasClosed(script.problems)) throw new Interrupted();
  return keepScript(deps, subject, script, signal);
}

async function keepScript(
  deps: IngestDeps,
  subject: Subject,
  script: Script,
  signal: AbortSignal,
): Promise<IngestionOutcome> {
  const { batch, project } = subject;
  const errors = errorsOf(script.problems);
  if (errors.length > 0) return failed(`scriptPath: ${tellProblems(errors)}`);
  if (script.lines.length === 0) return failed("scriptPath: the script has no lines");
  const spoken = new Set(batch.translations.map(({ languageId }) => languageId));
  const known = script.languages.filter((languageId) => spoken.has(languageId));
  const others = script.languages.filter((languageId) => !spoken.has(languageId));
  if (known.length === 0)
    return failed(`scriptPath: none of its languages (${others.join(", ")}) is of the project`);
  if (project.type === "line-dubbing") {
    const problems = await audioProblems(deps, script.lines, signal);
    if (problems.length > 0) return failed(`scriptPath: ${tellProblems(problems)}`);
  }
  const characterIds = await keepLines(deps, subject, script, new Set(known));
  return {
    result: "ingested",
    note: noteOf(script, others, subject),
    characterIds,
    languageIds: known,
    isToBeCast: isAutoCast(subject.source.settings, project.type),
  };
}

async function audioProblems(
  { sources }: IngestDeps,
  lines: readonly ScriptLine[],
  signal: AbortSignal,
): Promise<ScriptProblem[]> {
  const told = new Set<string>();
  await forPortions(lines, (portion) => {
    for (const { sourceAudio } of portion) if (sourceAudio !== null) told.add(sourceAudio);
  });
  const unfit = await sources.problemsOfAudio(told, signal);
  const problems: ScriptProblem[] = [];
  await forPortions(lines, (portion) => {
    for (const { row, sourceAudio } of portion) {
      const message =
        sourceAudio === null ? "is required for line dubbing" : unfit.get(sourceAudio);
      if (message === undefined) continue;
      problems.push({ severity: "error", row, column: "Source_Audio", code: "audio", message });
    }
  });
  return problems;
}

function noteOf(script: Script, others: readonly string[], { source, project }: Subject): string {
  const notes: string[] = [];
  const warnings = warningsOf(script.problems);
  if (warnings.length > 0) notes.push(tellProblems(warnings));
  if (others.length > 0)
    notes.push(`Left out: text in ${others.join(", ")}, no languages of the project`);
  const imports = ["importText", "importTiming", "importCharacters"] as const;
  const isPartial = imports.some((name) => source.settings[name] !== true);
  if (project.type === "media-dubbing" && isPartial && !capabilities.transcription)
    notes.push(
      "Text, timing and characters are the script's: this workspace does not analyse media",
    );
  return notes.join(". ");
}
