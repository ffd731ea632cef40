/** From the template of a bulk request to its batches, one a row. */
import { randomUUID } from "node:crypto";
import type { BulkRow } from "../../scripts/model";
import { planBatch, type BatchPlace } from "../batches/rules";
import { batchSettings } from "../batches/settings";
import { nameText } from "../names";
import { HttpProblem } from "../problem";
import { projectTurn } from "../projects/projects";
import type { BatchSettings, BulkRowRow, NewBatch, TaskRow } from "../store/batch-port";
import { SourceProblem } from "./fetch";
import { Interrupted, type IngestDeps } from "./ingest-batch";
import { errorsOf, tellProblems, wasClosed } from "./problems";

type PlannedRow = BulkRowRow & { batch: NewBatch | null };

/** Reads the template, and adds all batches at once with the end of the task. @throws Interrupted. */
export async function ingestBulk(
  deps: IngestDeps,
  task: Extract<TaskRow, { kind: "bulk" }>,
  signal: AbortSignal,
): Promise<void> {
  const { store, sources, reader, now } = deps;
  const request = await store.findBulkRequest(task.requestId);
  if (!request) throw new Interrupted();
  try {
    const { bytes, fileName } = await sources.readScript(request.scriptPath, signal);
    const bulk = await reader.readBulk(bytes, fileName);
    if (wasClosed(bulk.problems)) throw new Interrupted();
    const errors = errorsOf(bulk.problems);
    if (errors.length > 0) throw new SourceProblem(tellProblems(errors));
    if (bulk.rows.length === 0) throw new SourceProblem("the template has no rows");
    await store.exclusively(projectTurn(request.projectId), async () => {
      const project = await store.findProject(request.projectId);
      if (!project) throw new Interrupted();
      const place = { project, languages: await store.listLanguages(project.id) };
      const rows = bulk.rows.map((row) => planRow(place, row, request.settings));
      await store.finishBulkRead(task, { result: "read", rows }, now());
    });
  } catch (error) {
    if (signal.aborted) throw new Interrupted();
    if (!(error instanceof SourceProblem)) throw error;
    const failure = `scriptPath: ${error.message}`;
    await store.finishBulkRead(task, { result: "failed", failure }, now());
  }
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
