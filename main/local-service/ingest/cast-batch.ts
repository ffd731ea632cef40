/** The second step of a batch's ingestion, where it is to be cast: its characters get their voices. */
import { projectTurn } from "../projects/projects";
import type { BatchRow, TaskRow } from "../rows/batch-port";
import { castVoices } from "./auto-casting";
import { subjectOf, type IngestDeps } from "./task";

/**
 * Gives a voice to everybody who speaks in the batch and has none, together with the end of the task. It is this
 * task's turn: no earlier one of the project is left. @throws Interrupted.
 */
export async function castBatch(
  { store, now }: Pick<IngestDeps, "store" | "now">,
  task: Extract<TaskRow, { batchId: string }>,
): Promise<void> {
  const { batch, project } = await subjectOf(store, task.batchId);
  const languageId = task.kind === "language" ? task.languageId : castingLanguage(batch);
  await store.exclusively(projectTurn(project.id), async () => {
    const everybody = await store.listCharacters(project.id);
    const uncast = await store.listUncast(batch.id);
    const inOrder = uncast.map((character) => ({ ...character, voice: null }));
    await store.finishCasting(task, castVoices(everybody, inOrder, languageId), now());
  });
}

/** The language whose voices are chosen from: targets come before the source, each in the batch's order. */
function castingLanguage(batch: BatchRow): string {
  const read = batch.translations.filter(({ status }) => status === "ready");
  const first = read.find(({ type }) => type === "target") ?? read[0];
  return first?.languageId ?? "";
}
