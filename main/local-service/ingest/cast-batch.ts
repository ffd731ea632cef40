/**
 * Second step of a batch's ingestion if it is cast automatically: assigns voices to its characters.
 */
import { projectLock } from "../projects/projects";
import type { BatchRow } from "../rows/batches/batch-port";
import type { ClaimedTask } from "../rows/batches/ingestion-port";
import { castVoices } from "./auto-casting";
import { loadSubject, type IngestDeps } from "./task";

/**
 * Assigns a voice to every character of the batch without one, and ends the task, in one
 * transaction. The caller ensures that no earlier task of the project is left.
 * @throws Interrupted.
 */
export async function castBatch(
  { store, now, engines }: Pick<IngestDeps, "store" | "now" | "engines">,
  task: Extract<ClaimedTask, { batchId: string }>,
): Promise<void> {
  const { batch, project } = await loadSubject(store, task);
  const { voices, canTranslate } = engines();
  const willBeTranslated = (languageId: string) =>
    project.sourceLanguage !== null && canTranslate(project.sourceLanguage, languageId);
  const languageIds =
    task.kind === "language" ? [task.languageId] : castingLanguages(batch, willBeTranslated);
  await store.exclusively(projectLock(project.id), async () => {
    const characters = await store.listCharacters(project.id);
    const uncast = await store.listUncast(batch.id);
    const inOrder = uncast.map((character) => ({ ...character, voice: null }));
    await store.finishCasting(
      task,
      castVoices(characters, inOrder, { languageIds, voices }),
      now(),
    );
  });
}

/**
 * The languages that a voice must speak: the target languages with texts, and those that will be
 * translated from the texts of the source; or else all target languages, whose texts come later; or
 * else the source language.
 */
function castingLanguages(
  batch: BatchRow,
  willBeTranslated: (languageId: string) => boolean,
): string[] {
  const hasSource = batch.translations.some(
    ({ type, status }) => type === "source" && status === "ready",
  );
  const read = batch.translations.filter(
    ({ status, type, languageId }) =>
      status === "ready" ||
      (hasSource && type === "target" && status === "pending" && willBeTranslated(languageId)),
  );
  const isTarget = ({ type }: { type: string }) => type === "target";
  const targets = read.filter(isTarget);
  const later = batch.translations.filter(isTarget);
  const spoken = [targets, later, read].find((languages) => languages.length > 0) ?? [];
  return spoken.map(({ languageId }) => languageId);
}
