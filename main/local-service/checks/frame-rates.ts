/** The frame rates of the videos of batches, for checks. */
import type { Engine } from "../engine/engine";
import { EngineError } from "../engine/ports";
import { HttpError } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import { findBatchSource, type SourceRows } from "../sources/source-file";

export interface FrameRateDeps {
  store: SourceRows;
  objects: ObjectStore;
  /** Null for a service without an engine. */
  engine: Engine | null;
}

/** Batches whose frame rate is known; the oldest one is probed again. */
const maxKnown = 1_000;

/**
 * Null without a video in the gallery, or for one that cannot be read. A version of a video is
 * probed once.
 */
export function createFrameRates(deps: FrameRateDeps) {
  const known = new Map<string, { version: string; frameRate: number | null }>();

  async function probe(file: string, signal: AbortSignal): Promise<number | null> {
    try {
      const facts = await deps.engine?.media.probe(file, { signal });
      return facts?.video?.frameRate ?? null;
    } catch (error) {
      if (error instanceof EngineError && !signal.aborted) return null;
      throw error;
    }
  }

  return async (batchId: string, signal: AbortSignal): Promise<number | null> => {
    const source = await findBatchSource(deps, batchId).catch((error: unknown) => {
      if (error instanceof HttpError) return null;
      throw error;
    });
    if (!source) return null;
    const { file, version } = source;
    const found = known.get(batchId);
    if (found?.version === version) return found.frameRate;
    const frameRate = await probe(file, signal);
    known.delete(batchId);
    known.set(batchId, { version, frameRate });
    if (known.size > maxKnown) known.delete(known.keys().next().value ?? "");
    return frameRate;
  };
}
