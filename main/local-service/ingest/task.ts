/** Shared helpers of the ingestion tasks. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { ScriptReader } from "../../script-formats/process/reader";
import type { BatchRow, BatchSource, BatchRows, LineRows } from "../rows/batches/batch-port";
import type { Engines } from "../engines/engines";
import type { Engine } from "../engine/engine";
import type { ObjectStore } from "../objects/port";
import type { Lease } from "../rows/lease-port";
import type { OutsideWork } from "../common/outside-work";
import type { TaskRows, IngestedLineRows, SpeechSpanRows } from "../rows/batches/ingestion-port";
import type { BulkRows } from "../rows/batches/bulk-port";
import type { Locks } from "../rows/lock-port";
import type { ProjectRow, ProjectRows, CharacterRows } from "../rows/projects/project-port";
import type { VideoRows } from "../dubbing/deps";
import type { Sources } from "../sources/sources";

export interface IngestDeps {
  store: VideoRows &
    BatchRows &
    LineRows &
    ProjectRows &
    CharacterRows &
    TaskRows &
    IngestedLineRows &
    SpeechSpanRows &
    BulkRows &
    Locks;
  sources: Sources;
  outside: OutsideWork;
  reader: ScriptReader;
  objects: ObjectStore;
  /** Null for none. */
  engine: Engine | null;
  /** What the engine of the service can do now. */
  engines: () => Engines;
  now: () => number;
}

/** The batch of a task, with its source and its project. */
export interface Subject {
  lease: Lease;
  batch: BatchRow;
  source: BatchSource;
  project: ProjectRow;
}

/**
 * The service is closing, or the batch was deleted. If the task's row still exists, it is repeated
 * after a restart.
 */
export class Interrupted extends Error {}

/**
 * Lines or rows written in one transaction: blocks the event loop for about 10 ms, or 50 ms with 24
 * languages.
 */
export const chunkSize = 1000;

/**
 * Repeats `work` until it returns false; other requests are handled in between.
 * @throws Interrupted when `signal` is aborted.
 */
export async function runInChunks(
  work: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  while (await work()) {
    await yieldToEventLoop();
    if (signal?.aborted) throw new Interrupted();
  }
}

/** Calls `work` for each chunk of a list; other requests are handled in between. */
export async function forEachChunk<T>(
  items: readonly T[],
  work: (chunk: readonly T[], from: number) => Promise<void> | void,
): Promise<void> {
  for (let from = 0; from < items.length; from += chunkSize) {
    await work(items.slice(from, from + chunkSize), from);
    await yieldToEventLoop();
  }
}

/** Loads the subject of a task. @throws Interrupted if the batch was deleted. */
export async function loadSubject(
  store: BatchRows & ProjectRows,
  { batchId, lease }: { batchId: string; lease: Lease },
): Promise<Subject> {
  const batch = await store.findBatch(batchId);
  const source = await store.findBatchSource(batchId);
  const project = batch && (await store.findProject(batch.projectId));
  if (!batch || !source || !project) throw new Interrupted();
  return { batch, source, project, lease };
}
