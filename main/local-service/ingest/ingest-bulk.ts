/** From the template of a bulk request to its batches, one a row. */
import { randomUUID } from "node:crypto";
import type { BulkRow } from "../../script-formats/model";
import { planBatch, type BatchPlace } from "../batches/rules";
import { batchSettings } from "../batches/settings";
import { nameText } from "../names";
import { HttpProblem } from "../problem";
import type {
  BatchSettings,
  BulkRequestRow,
  BulkRowRow,
  NewBatch,
  TaskRow,
} from "../rows/batch-port";
import { SourceProblem } from "./fetch";
import { errorsOf, tellProblems, wasClosed } from "./problems";
import { forPortions, inPortions, Interrupted, rowsAtOnce } from "./task";
import type { IngestDeps } from "./task";

type PlannedRow = BulkRowRow & { batch: NewBatch | null };

/** Batches that are made without leaving the thread: some 10 ms. */
const batchesAtOnce = 100;

/**
 * Reads the template, keeps its rows, and makes their batches, in portions. The batches are made from the rows as they
 * were kept: after a kill it goes on with the rows that are left, and reads nothing again. @throws Interrupted.
 */
export async function ingestBulk(
  deps: IngestDeps,
  task: Extract<TaskRow, { kind: "bulk" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  const request = await store.findBulkRequest(task.requestId);
  if (!request) throw new Interrupted();
  if (!request.isRead) {
    try {
      await readTemplate(deps, task, request, signal);
    } catch (error) {
      if (signal.aborted) throw new Interrupted();
      if (!(error instanceof SourceProblem)) throw error;
      await store.finishBulkRead(task, `scriptPath: ${error.message}`);
      return;
    }
    await store.finishBulkRead(task, null);
  }
  await inPortions(() => store.makeBulkBatches(task, batchesAtOnce, now()), signal);
}

async function readTemplate(
  { store, sources, reader }: IngestDeps,
  task: { id: number; requestId: string },
  { projectId, scriptPath, settings }: BulkRequestRow,
  signal: AbortSignal,
): Promise<void> {
  const { bytes, fileName } = await sources.readScript(scriptPath, signal);
  const bulk = await reader.readBulk(bytes, fileName);
  if (wasClosed(bulk.problems)) throw new Interrupted();
  const errors = errorsOf(bulk.problems);
  if (errors.length > 0) throw new SourceProblem(tellProblems(errors));
  if (bulk.rows.length === 0) throw new SourceProblem("the template has no rows");
  const project = await store.findProject(projectId);
  if (!project) throw new Interrupted();
  const place = { project, languages: await store.listLanguages(projectId) };
  await inPortions(() => store.clearBulkRows(task.requestId, rowsAtOnce));
  await forPortions(bulk.rows, async (portion, from) => {
    const rows = portion.map((row) => planRow(place, row, settings));
    if (!(await store.addBulkRows(task, from, rows))) throw new Interrupted();
  });
}

/** The batch of a row, or why there is none: a bad row fails alone. The row's own settings win. */
function planRow(place: BatchPlace, row: BulkRow, common: BatchSettings): PlannedRow {
  const planned = { rowNumber: row.row, name: row.name, batchId: null };
  const fail = (failure: string): PlannedRow => ({ ...planned, failure, batch: null });
  const errors = errorsOf(row.problems);
  if (errors.length > 0) return fail(tellProblems(errors.map((one) => ({ ...one, row: null }))));
  const name = nameText.safeParse(row.name);
  if (!name.success) return fail(`BATCH_NAME: ${name.error.issues[0]?.message ?? "is no name"}`);
  const settings = batchSettings.safeParse({ ...common, ...row.settings });
  if (!settings.success) {
    const [issue] = settings.error.issues;
    return fail(`settings.${issue?.path.join(".") ?? ""}: ${issue?.message ?? "is not valid"}`);
  }
  const given = (text: string) => (text === "" ? undefined : text);
  const request = {
    name: name.data,
    scriptPath: given(row.scriptPath),
    videoPath: given(row.videoPath),
    languageCode: given(row.languageCode),
    settings: settings.data,
  };
  try {
    return { ...planned, failure: null, batch: planBatch(place, request, randomUUID()) };
  } catch (error) {
    if (error instanceof HttpProblem) return fail(error.message);
    throw error;
  }
}
