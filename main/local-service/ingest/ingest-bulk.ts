/** Ingests a bulk request: reads its template and creates one batch per row. */
import { randomUUID } from "node:crypto";
import { messageText } from "../../../preload/facts/service-messages";
import type { BulkRow, BulkScript, ScriptProblem } from "../../script-formats/model";
import { rejectAddress } from "../sources/locations";
import { planBatch, type BatchTarget } from "../batches/rules";
import { batchSettings } from "../rows/batches/settings-schema";
import { nameText } from "../common/names";
import { HttpError } from "../common/http-error";
import type { BatchSettings, NewBatch } from "../rows/batches/batch-port";
import type { ClaimedTask } from "../rows/batches/ingestion-port";
import type { BulkRequestRow, BulkResultRow } from "../rows/batches/bulk-port";
import type { FileRows } from "../rows/file-port";
import { SourceError } from "../fetch/fetch-errors";
import { readScriptFile } from "./read-sources";
import { errorsOf, describeProblems, isReaderClosed } from "./problems";
import { forEachChunk, runInChunks, Interrupted, chunkSize } from "./task";
import type { IngestDeps } from "./task";

type PlannedRow = BulkResultRow & { batch: NewBatch | null };

/** Batches created in one transaction; this blocks the event loop for about 10 ms. */
const batchesPerChunk = 100;

/**
 * Reads the template, stores its rows, and creates their batches in chunks. Batches are created
 * from the stored rows: after a restart the remaining rows are processed without reading the
 * template again.
 * @throws Interrupted; AwaitedError while the template is read at another computer.
 */
export async function ingestBulk(
  deps: IngestDeps,
  task: Extract<ClaimedTask, { kind: "bulk" }>,
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
      if (!(error instanceof SourceError)) throw error;
      await store.finishBulkRead(task, `scriptPath: ${error.message}`);
      return;
    }
    await store.finishBulkRead(task, null);
  }
  await runInChunks(() => store.createBulkBatches(task, batchesPerChunk, now()), signal);
}

async function readTemplate(
  deps: IngestDeps,
  task: Extract<ClaimedTask, { kind: "bulk" }>,
  { projectId, scriptPath, settings }: BulkRequestRow,
  signal: AbortSignal,
): Promise<void> {
  const { store, reader } = deps;
  const owner = { ...task, ownerId: task.requestId, languageId: null };
  const { bytes, fileName } = await readScriptFile(deps, owner, scriptPath, signal);
  const bulk = await reader.readBulk(bytes, fileName);
  if (isReaderClosed(bulk.problems)) throw new Interrupted();
  const errors = errorsOf(bulk.problems);
  if (errors.length > 0) throw new SourceError(describeProblems(errors));
  if (bulk.rows.length === 0) throw new SourceError("the template has no rows");
  const project = await store.findProject(projectId);
  if (!project) throw new Interrupted();
  const target = { project, languages: await store.listLanguages(projectId) };
  const noteFor = createNotes(bulk);
  await runInChunks(() => store.clearBulkRows(task, chunkSize));
  await forEachChunk(bulk.rows, async (chunk, from) => {
    const rows: PlannedRow[] = [];
    for (const row of chunk) {
      const planned = await planRow({ store, target }, row, settings);
      const note = noteFor(row.row);
      if (planned.batch !== null && note !== "") planned.batch.note = note;
      rows.push(planned);
    }
    if (!(await store.addBulkRows(task, from, rows))) throw new Interrupted();
  });
}

/**
 * A function that returns the note of the batch of a row: the problems of the table as a whole, and
 * those of the row; "" for none.
 */
function createNotes({ rows, problems }: BulkScript): (row: number) => string {
  const numbers = new Set(rows.map(({ row }) => row));
  const ofRow = new Map<number, Set<ScriptProblem>>();
  const ofFile = new Set<ScriptProblem>();
  for (const problem of problems) {
    const listed = problem.rows ?? (problem.row === null ? [] : [problem.row]);
    const own = listed.filter((row) => numbers.has(row));
    // A problem of another row is one of the header.
    if (own.length === 0) ofFile.add(problem);
    for (const row of own) ofRow.set(row, (ofRow.get(row) ?? new Set()).add(problem));
  }
  const describe = (found: readonly ScriptProblem[]) =>
    found.length === 0 ? "" : `${messageText("bulk-table", {})}: ${describeProblems(found)}`;
  const common = describe([...ofFile]);
  return (row) => {
    const own = ofRow.get(row);
    if (own === undefined) return common;
    return describe(problems.filter((problem) => ofFile.has(problem) || own.has(problem)));
  };
}

/**
 * The batch of a row, or why the row is invalid; an invalid row does not affect others. A row's
 * settings override those of the request.
 */
async function planRow(
  { store, target }: { store: Pick<FileRows, "findFile">; target: BatchTarget },
  row: BulkRow,
  common: BatchSettings,
): Promise<PlannedRow> {
  const result = { rowNumber: row.row, name: row.name, batchId: null };
  const fail = (failure: string): PlannedRow => ({ ...result, failure, batch: null });
  const errors = errorsOf(row.problems);
  if (errors.length > 0)
    return fail(describeProblems(errors.map((one) => ({ ...one, row: null }))));
  const name = nameText.safeParse(row.name);
  if (!name.success)
    return fail(`BATCH_NAME: ${name.error.issues[0]?.message ?? "is not a valid name"}`);
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
    const batch = planBatch(target, request, randomUUID());
    await rejectAddress(store, "videoPath", batch.videoPath);
    return { ...result, failure: null, batch };
  } catch (error) {
    if (error instanceof HttpError) return fail(error.message);
    throw error;
  }
}
