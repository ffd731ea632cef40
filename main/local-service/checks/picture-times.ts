/** The frame rates and lengths of the videos of batches, for checks. */
import type { Engine } from "../engine/engine";
import { EngineError } from "../engine/ports";
import { HttpError } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import { pictureTimes, type PictureTimes } from "../engine/picture-times";
import type { BatchRows } from "../rows/batches/batch-port";
import { findBatchSource, type SourceFile, type SourceRows } from "../sources/source-file";

export interface PictureTimesDeps {
  store: SourceRows & Pick<BatchRows, "findPicture">;
  objects: ObjectStore;
  /** The engine that reads videos; null for a service without one. */
  engine: Engine | null;
}

/** Batches whose picture is known; the oldest one is probed again. */
const maxKnown = 1_000;

/**
 * Null without a video that was read here, or for one that cannot be read. A version of a video in
 * the gallery is probed once.
 */
export function createPictureTimes(deps: PictureTimesDeps) {
  const known = new Map<string, { version: string; picture: PictureTimes | null }>();

  async function probe(
    { withFile }: SourceFile,
    signal: AbortSignal,
  ): Promise<PictureTimes | null> {
    const { engine } = deps;
    if (!engine) return null;
    try {
      const facts = await withFile((file) => engine.media.probe(file, { signal }), signal);
      const picture = pictureTimes(facts);
      return picture && { ...picture, canHold: engine.media.canHoldLastFrame(facts) };
    } catch (error) {
      if (error instanceof EngineError && !signal.aborted) return null;
      throw error;
    }
  }

  return async (batchId: string, signal: AbortSignal): Promise<PictureTimes | null> => {
    const source = await findBatchSource(deps, batchId).catch((error: unknown) => {
      if (error instanceof HttpError) return null;
      throw error;
    });
    // One at a URL has no file here: its picture is that of the last dub or delivery.
    if (!source) return deps.store.findPicture(batchId);
    const { version } = source;
    const found = known.get(batchId);
    if (found?.version === version) return found.picture;
    const picture = await probe(source, signal);
    known.delete(batchId);
    known.set(batchId, { version, picture });
    if (known.size > maxKnown) known.delete(known.keys().next().value ?? "");
    return picture;
  };
}
