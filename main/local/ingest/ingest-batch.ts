/** From a batch's script and media to its lines, characters and casting. */
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Script, ScriptLine, ScriptProblem } from "../../scripts/model";
import type { ScriptReader } from "../../scripts/reader";
import { isAutoCast, separatorOf } from "../batches/settings";
import { foldName } from "../names";
import { projectTurn } from "../projects/projects";
import type {
  BatchRow,
  BatchSource,
  IngestionOutcome,
  LineRow,
  TaskRow,
} from "../store/batch-port";
import type { LocalStore } from "../store/port";
import type { ProjectRow } from "../store/project-port";
import { castVoices } from "./auto-casting";
import { SourceProblem } from "./fetch";
import { errorsOf, tellProblems, warningsOf, wasClosed } from "./problems";
import type { Sources } from "./sources";

export interface IngestDeps {
  store: LocalStore;
  sources: Sources;
  reader: ScriptReader;
  now: () => number;
}

/** The service ends, or the batch is gone: the task's row says what is to be done after the next start, if anything. */
export class Interrupted extends Error {}

/** Who says the lines that name nobody. */
export const narratorName = "Narrator";

const linesAtOnce = 2000;
const failed = (note: string): IngestionOutcome => ({ result: "failed", note });

/**
 * Reads the script, checks the media, and keeps what came of it together with the end of the task; may be repeated
 * from any point. @throws Interrupted.
 */
export async function ingestBatch(
  deps: IngestDeps,
  task: Extract<TaskRow, { kind: "batch" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  const batch = await store.findBatch(task.batchId);
  const source = await store.findBatchSource(task.batchId);
  const project = batch && (await store.findProject(batch.projectId));
  if (!batch || !source || !project) throw new Interrupted();
  let outcome: IngestionOutcome;
  try {
    outcome = await readAll(deps, { batch, source, project }, signal);
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceProblem)) throw error;
    outcome = failed(error.message);
  }
  await store.exclusively(projectTurn(project.id), () =>
    store.finishIngestion(task, outcome, now()),
  );
}

export interface Subject {
  batch: BatchRow;
  source: BatchSource;
  project: ProjectRow;
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
    return { result: "ingested", note: "", characterIds: [], languageIds: [] };

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
  };
}

async function audioProblems(
  { sources }: IngestDeps,
  lines: readonly ScriptLine[],
  signal: AbortSignal,
): Promise<ScriptProblem[]> {
  const told = lines.flatMap(({ sourceAudio }) => (sourceAudio === null ? [] : [sourceAudio]));
  const problems = await sources.problemsOfAudio(new Set(told), signal);
  return lines.flatMap(({ row, sourceAudio }) => {
    const message =
      sourceAudio === null ? "is required for line dubbing" : problems.get(sourceAudio);
    const problem = { severity: "error" as const, row, column: "Source_Audio", code: "audio" };
    return message === undefined ? [] : [{ ...problem, message }];
  });
}

/**
 * Keeps the lines of a script, its characters and, where that is asked for, their voices; gives the ids of the
 * characters. Lines come in portions, so that nobody else waits long; they count from the end of the task on.
 */
export async function keepLines(
  { store, now }: IngestDeps,
  { batch, source, project }: Subject,
  script: Script,
  languages: ReadonlySet<string>,
): Promise<string[]> {
  const names = new Map<string, string>();
  const nameOf = ({ character }: ScriptLine) => character ?? narratorName;
  for (const line of script.lines) {
    const folded = foldName(nameOf(line));
    if (!names.has(folded)) names.set(folded, nameOf(line).normalize("NFC").trim());
  }
  const wanted = [...names].map(([folded, name]) => ({ id: randomUUID(), name, folded }));
  const ids = await store.exclusively(projectTurn(project.id), async () => {
    if (!(await store.findBatch(batch.id))) throw new Interrupted();
    return store.ensureCharacters(project.id, wanted, now());
  });
  if (!(await store.clearLines(batch.id))) throw new Interrupted();
  for (let from = 0; from < script.lines.length; from += linesAtOnce) {
    const rows = script.lines.slice(from, from + linesAtOnce).map((line): LineRow => ({
      number: line.number,
      lineId: line.id ?? "",
      characterId: ids.get(foldName(nameOf(line))) ?? "",
      sourceAudio: line.sourceAudio ?? "",
      emotion: line.emotion ?? "",
      intensity: line.intensity ?? "",
      startMs: line.startMs,
      endMs: line.endMs,
      texts: Object.fromEntries(Object.entries(line.text).filter(([id]) => languages.has(id))),
    }));
    if (!(await store.addLines(batch.id, rows))) throw new Interrupted();
    // Other requests get their turn between two portions: rows are written without leaving the thread.
    await nextTurn();
  }
  const inOrder = [...names.keys()].map((folded) => ids.get(folded) ?? "");
  if (isAutoCast(source.settings, project.type)) {
    const languageId = castingLanguage(batch, languages);
    await store.exclusively(projectTurn(project.id), async () => {
      const everybody = await store.listCharacters(project.id);
      const byId = new Map(everybody.map((character) => [character.id, character]));
      const uncast = inOrder.flatMap((id) => {
        const character = byId.get(id);
        return character?.voice === null ? [character] : [];
      });
      const voices = castVoices(everybody, uncast, languageId);
      if (voices.length > 0) await store.assignVoices(voices, now());
    });
  }
  return inOrder;
}

/** The language whose voices are chosen from: targets come before the source, each in the batch's order. */
function castingLanguage(batch: BatchRow, withText: ReadonlySet<string>): string {
  const spoken = batch.translations.filter(({ languageId }) => withText.has(languageId));
  const first = spoken.find(({ type }) => type === "target") ?? spoken[0];
  return first?.languageId ?? "";
}

function noteOf(script: Script, others: readonly string[], { source, project }: Subject): string {
  const notes: string[] = [];
  const warnings = warningsOf(script.problems);
  if (warnings.length > 0) notes.push(tellProblems(warnings));
  if (others.length > 0)
    notes.push(`Left out: text in ${others.join(", ")}, no languages of the project`);
  const imports = ["importText", "importTiming", "importCharacters"] as const;
  const isPartial = imports.some((name) => source.settings[name] !== true);
  if (project.type === "media-dubbing" && isPartial)
    notes.push("Text, timing and characters are the script's: media is not analysed yet");
  return notes.join(". ");
}
