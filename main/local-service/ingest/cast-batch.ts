/** Second step of a batch's ingestion if it is cast automatically: assigns voices to its characters. */
import { projectLock } from "../projects/projects";
import type { BatchRow, TaskRow } from "../rows/batch-port";
import { castVoices } from "./auto-casting";
import { loadSubject, type IngestDeps } from "./task";

/**
 * Assigns a voice to every character of the batch without one, and ends the task, in one transaction. The caller
 * ensures that no earlier task of the project is left. @throws Interrupted.
 */
export async function castBatch(
  { store, now }: Pick<IngestDeps, "store" | "now">,
  task: Extract<TaskRow, { batchId: string }>,
): Promise<void> {
  const { batch, project } = await loadSubject(store, task.batchId);
  const languageId = task.kind === "language" ? task.languageId : castingLanguage(batch);
  await store.exclusively(projectLock(project.id), async () => {
    const characters = await store.listCharacters(project.id);
    const uncast = await store.listUncast(batch.id);
    const inOrder = uncast.map((character) => ({ ...character, voice: null }));
    await store.finishCasting(task, castVoices(characters, inOrder, languageId), now());
  });
}

/** The language of the candidate voices: the first target language, or else the source language. */
function castingLanguage(batch: BatchRow): string {
  const read = batch.translations.filter(({ status }) => status === "ready");
  const first = read.find(({ type }) => type === "target") ?? read[0];
  return first?.languageId ?? "";
}
