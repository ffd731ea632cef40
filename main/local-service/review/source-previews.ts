/**
 * Previews of videos whose picture the window cannot show. One is made in the background by an
 * installed FFmpeg, and stored in a file: the preview, then the hash of the video's version, then
 * the content type of the preview.
 */
import { open } from "node:fs/promises";
import { AppError } from "../../common/errors";
import { BlockedError, type Engine } from "../engine/engine";
import { spaceProblem } from "../dubbing/space";
import { workFolder } from "../dubbing/video";
import { previewBytesPerSecond } from "../engine/media/preview";
import { HttpError } from "../common/http-error";
import type { ObjectStore, OpenedObject } from "../objects/port";
import { previewLocation } from "../rows/batches/preview-location";
import type { SourceFile } from "../sources/source-file";
import {
  createSourceWork,
  sourceKey,
  sourceKeyBytes,
  type SourceKey,
  type SourceWorkDeps,
} from "./source-work";

export interface SourcePreviewsDeps extends SourceWorkDeps {
  objects: ObjectStore;
  engine: Engine | null;
  /** Whether the batch exists. */
  isKnown: (batchId: string) => Promise<boolean>;
}

interface StoredPreview {
  /** The caller closes it. */
  file: OpenedObject;
  /** Without what is stored after the preview. */
  bytes: number;
  contentType: string;
}

export interface SourcePreviews {
  /**
   * The preview of a video, or how much of it is made, from 0 to 1: it is made from the first
   * request on.
   * @throws HttpError 404 with the reason without an installed FFmpeg, 409 for a video that has no
   * preview.
   */
  read(batchId: string, source: SourceFile): Promise<StoredPreview | { progress: number }>;
}

/** Padded with spaces. */
const typeBytes = 32;

export function createSourcePreviews(deps: SourcePreviewsDeps): SourcePreviews {
  const { objects, engine, closing } = deps;
  const work = createSourceWork(deps, {
    failed: {
      log: "review: a preview of a video could not be made",
      client: "the preview could not be made",
    },
    problemOf: (error) =>
      error instanceof BlockedError || (error instanceof AppError && error.code === "disk-full")
        ? error.message
        : null,
    retryMs: 10_000,
  });

  /** Null for none, or one of another version. */
  async function findStored(batchId: string, key: SourceKey): Promise<StoredPreview | null> {
    const location = previewLocation(batchId);
    const file = await objects.open(location);
    if (!file) return null;
    let isFound = false;
    try {
      const bytes = file.size - sourceKeyBytes - typeBytes;
      if (bytes <= 0) return null;
      const stored = await file.read(bytes, sourceKeyBytes + typeBytes);
      isFound = stored.subarray(0, sourceKeyBytes).equals(key);
      const contentType = stored.toString("latin1", sourceKeyBytes).trim();
      return isFound ? { file, bytes, contentType } : null;
    } finally {
      if (!isFound) await file.close();
    }
  }

  async function make(
    batchId: string,
    source: SourceFile,
    key: SourceKey,
    onProgress: (share: number) => void,
  ): Promise<void> {
    closing.throwIfAborted();
    if (!engine) return;
    const location = previewLocation(batchId);
    const draft = `${workFolder(batchId)}/preview`;
    // It is of another version.
    await objects.remove([location]);
    const { durationMs } = await source.withFile(
      (file) => engine.media.probe(file, { signal: closing }),
      closing,
    );
    const needed = (durationMs / 1000) * previewBytesPerSecond;
    const problem = await spaceProblem(objects, needed, "the preview needs");
    if (problem !== null) throw new BlockedError(problem);
    try {
      const file = await objects.workFile(draft);
      const { soundTrack } = source;
      const contentType = await source.withFile(
        (video) => engine.media.preview(video, file, { signal: closing, soundTrack, onProgress }),
        closing,
      );
      const ending = Buffer.concat([key, Buffer.from(contentType.padEnd(typeBytes))]);
      const bytes = await appendSynced(file, ending);
      await objects.putFile(file, location, { bytes, contentType });
    } finally {
      await objects.removeWork([draft]);
    }
    // The batch may have been deleted meanwhile.
    if (!(await deps.isKnown(batchId))) await objects.remove([location]);
  }

  return {
    async read(batchId, source) {
      const key = sourceKey(batchId, source);
      const progress = work.progressOf(key);
      if (progress !== undefined) return { progress };
      const stored = await findStored(batchId, key);
      if (stored) return stored;
      if (deps.asking) {
        const item = { kind: "preview", key: key.toString("hex"), subject: batchId } as const;
        const asked = await deps.asking.ask(item, 0);
        if (asked.state === "failed") throw new HttpError(asked.status, asked.problem);
        return { progress: asked.state === "made" ? 1 : asked.progress };
      }
      const unavailable = engine
        ? await engine.media.previewUnavailable()
        : "this service has no engine";
      if (unavailable !== null) throw new HttpError(404, unavailable);
      const failure = work.failureOf(key);
      if (failure !== undefined) throw new HttpError(409, `videoPath: ${failure}`);
      void work.start(key, (onProgress) => make(batchId, source, key, onProgress));
      return { progress: 0 };
    },
  };
}

/** Returns the size of the file. */
async function appendSynced(path: string, bytes: Buffer): Promise<number> {
  const handle = await open(path, "a");
  try {
    await handle.write(bytes);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
