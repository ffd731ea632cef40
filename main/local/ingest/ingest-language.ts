/** From the target script of a language to its texts on a batch's lines. */
import type { Script } from "../../scripts/model";
import type { TaskRow } from "../store/batch-port";
import { SourceProblem } from "./fetch";
import { Interrupted, keepLines, type IngestDeps, type Subject } from "./ingest-batch";
import { errorsOf, tellProblems, warningsOf, wasClosed } from "./problems";

type Texts = readonly (readonly [number, string])[];
type Outcome =
  | { result: "failed"; note: string }
  | { result: "ingested"; note: string; texts: Texts; characterIds: readonly string[] };

/**
 * Reads a target script and keeps its texts, or why there are none, with the end of the task. @throws Interrupted.
 */
export async function ingestLanguage(
  deps: IngestDeps,
  task: Extract<TaskRow, { kind: "language" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  let outcome: Outcome;
  try {
    outcome = await read(deps, task, signal);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceProblem)) throw error;
    outcome = { result: "failed", note: `scriptPath: ${error.message}` };
  }
  await store.finishLanguage(task, outcome, now());
}

async function read(
  deps: IngestDeps,
  { batchId, languageId }: Extract<TaskRow, { kind: "language" }>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { store, sources, reader } = deps;
  const target = await store.findLanguageScript(batchId, languageId);
  if (!target) throw new Interrupted();
  const { bytes, fileName } = await sources.readScript(target.scriptPath, signal);
  const script = await reader.readScript(bytes, fileName, {
    // What a target script says of audio is not asked for: its lines have it already.
    purpose: "audio-production",
    languageCode: languageId,
    ...(target.speakerSeparator === null ? {} : { speakerSeparator: target.speakerSeparator }),
  });
  if (wasClosed(script.problems)) throw new Interrupted();
  const errors = errorsOf(script.problems);
  if (errors.length > 0) throw new SourceProblem(tellProblems(errors));
  if (!script.languages.includes(languageId))
    throw new SourceProblem(`the script has no text in ${languageId}`);
  const note = tellProblems(warningsOf(script.problems));
  const subject = await subjectOf(store, batchId);
  // A batch of media without a script has no lines but those of its first target script.
  if (subject.source.scriptPath === null && subject.batch.characterCount === 0) {
    const characterIds = await keepLines(deps, subject, script, new Set([languageId]));
    const texts = match(
      script.lines.map(({ number }) => ({ number, lineId: "" })),
      script,
      languageId,
    );
    return { result: "ingested", note, texts, characterIds };
  }
  const texts = match(await store.listLineIds(batchId), script, languageId);
  return { result: "ingested", note, texts, characterIds: [] };
}

async function subjectOf(store: IngestDeps["store"], batchId: string): Promise<Subject> {
  const batch = await store.findBatch(batchId);
  const source = await store.findBatchSource(batchId);
  const project = batch && (await store.findProject(batch.projectId));
  if (!batch || !source || !project) throw new Interrupted();
  return { batch, source, project };
}

/** By id where every line of the script has one that a line of the batch has too; otherwise line by line. */
function match(
  lines: readonly { number: number; lineId: string }[],
  script: Script,
  languageId: string,
): Texts {
  const spoken = script.lines.filter((line) => line.text[languageId] !== undefined);
  const byId = new Map<string, number>();
  for (const { lineId, number } of lines) if (lineId !== "") byId.set(lineId, number);
  const isById = spoken.every(({ id }) => id !== null && byId.has(id));
  if (!isById && script.lines.length !== lines.length)
    throw new SourceProblem(
      `the script has ${script.lines.length} lines, the batch ${lines.length}`,
    );
  return spoken.flatMap((line) => {
    const number = isById ? byId.get(line.id ?? "") : line.number;
    return number === undefined ? [] : [[number, line.text[languageId] ?? ""] as const];
  });
}
