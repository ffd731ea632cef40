/** What all work in the background has in common. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ScriptReader } from "../../script-formats/reader";
import type { BatchRow, BatchSource } from "../rows/batch-port";
import type { LocalStore } from "../rows/port";
import type { ProjectRow } from "../rows/project-port";
import type { Sources } from "./sources";

export interface IngestDeps {
  store: LocalStore;
  sources: Sources;
  reader: ScriptReader;
  now: () => number;
}

/** A batch, what it was made from, and where it is. */
export interface Subject {
  batch: BatchRow;
  source: BatchSource;
  project: ProjectRow;
}

/** The service ends, or the batch is gone: the task's row says what is to be done after the next start, if anything. */
export class Interrupted extends Error {}

/** Lines or rows that are written without leaving the thread: some 10 ms, or 50 with two dozen languages. */
export const rowsAtOnce = 1000;

/**
 * Does work a portion at a time, until it answers that there is no more; other requests get their turn in between.
 * @throws Interrupted when `signal` ends it.
 */
export async function inPortions(
  work: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  while (await work()) {
    await nextTurn();
    if (signal?.aborted) throw new Interrupted();
  }
}

/** The same for the items of a list. */
export async function forPortions<T>(
  items: readonly T[],
  work: (portion: readonly T[], from: number) => Promise<void> | void,
): Promise<void> {
  for (let from = 0; from < items.length; from += rowsAtOnce) {
    await work(items.slice(from, from + rowsAtOnce), from);
    await nextTurn();
  }
}

/** @throws Interrupted where the batch is gone. */
export async function subjectOf(store: LocalStore, batchId: string): Promise<Subject> {
  const batch = await store.findBatch(batchId);
  const source = await store.findBatchSource(batchId);
  const project = batch && (await store.findProject(batch.projectId));
  if (!batch || !source || !project) throw new Interrupted();
  return { batch, source, project };
}
