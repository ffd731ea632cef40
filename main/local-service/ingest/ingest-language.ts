/** From the target script of a language to its texts on a batch's lines. */
import type { Script, ScriptLine } from "../../script-formats/model";
import { isAutoCast } from "../batches/settings";
import type { LanguageOutcome, TaskRow } from "../rows/batch-port";
import { SourceProblem } from "./fetch";
import { keepLines } from "./save-lines";
import { errorsOf, tellProblems, warningsOf, wasClosed } from "./problems";
import { forPortions, inPortions, Interrupted, rowsAtOnce, subjectOf } from "./task";
import type { IngestDeps, Subject } from "./task";

type Text = readonly [lineNumber: number, text: string];

/**
 * Reads a target script and keeps its texts, or why there are none, with the end of the task, or of its first step; may
 * be repeated from any point. Until then what was there before is what counts. @throws Interrupted.
 */
export async function ingestLanguage(
  deps: IngestDeps,
  task: Extract<TaskRow, { kind: "language" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  let outcome: LanguageOutcome;
  try {
    outcome = await read(deps, task, signal);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceProblem)) throw error;
    outcome = { result: "failed", note: `scriptPath: ${error.message}` };
  }
  if (outcome.result === "failed") {
    const { batch, source } = await subjectOf(store, task.batchId);
    // Not those lines, either, that an earlier try was cut off at.
    if (isWithoutLines({ batch, source }))
      await inPortions(() => store.clearLines(batch.id, rowsAtOnce));
  }
  await store.finishLanguage(task, outcome, now());
}

/** A batch of media without a script has no lines but those of its first target script. */
const isWithoutLines = ({ batch, source }: Pick<Subject, "batch" | "source">) =>
  source.scriptPath === null && batch.characterCount === 0;

async function read(
  deps: IngestDeps,
  { batchId, languageId }: Extract<TaskRow, { kind: "language" }>,
  signal: AbortSignal,
): Promise<LanguageOutcome> {
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
  if (isWithoutLines(subject)) {
    const characterIds = await keepLines(deps, subject, script, new Set([languageId]));
    const isToBeCast = isAutoCast(subject.source.settings, subject.project.type);
    return { result: "ingested", note, isSpare: false, characterIds, isToBeCast };
  }
  const texts = await match(await linesOf(store, batchId), script, languageId);
  await inPortions(() => store.clearSpareTexts(batchId, languageId, rowsAtOnce), signal);
  await forPortions(texts, async (portion) => {
    if (!(await store.addSpareTexts(batchId, languageId, portion))) throw new Interrupted();
  });
  return { result: "ingested", note, isSpare: true, characterIds: [], isToBeCast: false };
}

interface LineId {
  number: number;
  lineId: string;
}

async function linesOf(store: IngestDeps["store"], batchId: string): Promise<LineId[]> {
  const lines: LineId[] = [];
  await inPortions(async () => {
    const portion = await store.listLineIds(batchId, lines.at(-1)?.number ?? 0, rowsAtOnce);
    lines.push(...portion);
    return portion.length === rowsAtOnce;
  });
  return lines;
}

/** By id where every line of the script has one that a line of the batch has too; otherwise line by line. */
async function match(
  lines: readonly LineId[],
  script: Script,
  languageId: string,
): Promise<Text[]> {
  const byId = new Map<string, number>();
  await forPortions(lines, (portion) => {
    for (const { lineId, number } of portion) if (lineId !== "") byId.set(lineId, number);
  });
  const spoken: ScriptLine[] = [];
  await forPortions(script.lines, (portion) => {
    for (const line of portion) if (line.text[languageId] !== undefined) spoken.push(line);
  });
  const isById = spoken.every(({ id }) => id !== null && byId.has(id));
  if (!isById && script.lines.length !== lines.length)
    throw new SourceProblem(
      `the script has ${script.lines.length} lines, the batch ${lines.length}`,
    );
  const texts: Text[] = [];
  await forPortions(spoken, (portion) => {
    for (const line of portion) {
      const number = isById ? byId.get(line.id ?? "") : line.number;
      if (number !== undefined) texts.push([number, line.text[languageId] ?? ""]);
    }
  });
  return texts;
}
