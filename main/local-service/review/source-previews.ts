/**
 * Previews of videos whose picture the window cannot show. One is made in the background by an installed FFmpeg, and
 * stored in a file: the preview, then the hash of the video's version, then the content type of the preview.
 */
import { createHash } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import { BlockedError, type Engine } from "../dubbing/deps";
import { spaceProblem } from "../dubbing/space";
import { workFolder } from "../dubbing/video";
import { previewBytesPerSecond } from "../engine/media/preview";
import { EngineError } from "../engine/ports";
import { HttpError } from "../http-error";
import type { ObjectStore } from "../objects/port";
import { previewLocation } from "../rows/batches/preview-location";
import type { SourceFile } from "./source-file";

export interface SourcePreviewsDeps {
  objects: ObjectStore;
  engine: Engine | null;
  /** Whether the batch exists. */
  isKnown: (batchId: string) => Promise<boolean>;
  /** Aborted when the service closes. */
  closing: AbortSignal;
  log: Log;
}

export interface StoredPreview {
  /** Absolute. */
  file: string;
  /** Without what is stored after the preview. */
  bytes: number;
  contentType: string;
}

export interface SourcePreviews {
  /**
   * The preview of a video, or how much of it is made, from 0 to 1: it is made from the first request on.
   * @throws HttpError 404 with the reason without an installed FFmpeg, 409 for a video that has no preview.
   */
  read(batchId: string, source: SourceFile): Promise<StoredPreview | { progress: number }>;
}

const keyBytes = 32;
/** Padded with spaces. */
const typeBytes = 32;
/** Videos whose failure is known; older ones are tried again. */
const maxFailures = 1_000;
/** The time after which a preview is tried again that failed for a reason that can end, in milliseconds. */
const retryMs = 10_000;

export function createSourcePreviews(deps: SourcePreviewsDeps): SourcePreviews {
  const { objects, engine, closing } = deps;
  /** How much is made of those that are being made. */
  const running = new Map<string, number>();
  /** Why a version has no preview. */
  const failures = new Map<string, string>();
  /** One video at a time: each uses all cores, with a low priority. */
  let last: Promise<unknown> = Promise.resolve();

  /** Null for none, or one of another version. */
  async function findStored(batchId: string, key: Buffer): Promise<StoredPreview | null> {
    const location = previewLocation(batchId);
    const bytes = ((await objects.sizeAt(location)) ?? 0) - keyBytes - typeBytes;
    if (bytes <= 0) return null;
    const file = objects.fileAt(location);
    const handle = await open(file);
    try {
      const stored = Buffer.alloc(keyBytes + typeBytes);
      await handle.read(stored, 0, stored.length, bytes);
      if (!stored.subarray(0, keyBytes).equals(key)) return null;
      return { file, bytes, contentType: stored.toString("latin1", keyBytes).trim() };
    } finally {
      await handle.close();
    }
  }

  async function make(batchId: string, source: SourceFile, key: Buffer): Promise<void> {
    closing.throwIfAborted();
    if (!engine) return;
    const location = previewLocation(batchId);
    const work = `${workFolder(batchId)}/preview`;
    // It is of another version.
    await objects.remove([location]);
    const { durationMs } = await engine.media.probe(source.file, { signal: closing });
    const needed = (durationMs / 1000) * previewBytesPerSecond;
    const problem = await spaceProblem(objects, needed, "the preview needs");
    if (problem !== null) throw new BlockedError(problem);
    try {
      const file = await objects.prepareFile(work);
      const contentType = await engine.media.preview(source.file, file, {
        signal: closing,
        onProgress: (share) => running.set(key.toString("hex"), share),
      });
      await appendSynced(file, Buffer.concat([key, Buffer.from(contentType.padEnd(typeBytes))]));
      await rename(file, await objects.prepareFile(location));
    } finally {
      await objects.remove([work]);
    }
    // The batch may have been deleted meanwhile.
    if (!(await deps.isKnown(batchId))) await objects.remove([location]);
  }

  function fail(name: string, error: unknown): void {
    const isBlocked = error instanceof BlockedError;
    const isFull = error instanceof AppError && error.code === "disk-full";
    const isExpected = error instanceof EngineError || isBlocked || isFull;
    if (!closing.aborted && !isExpected)
      deps.log.error("review: a preview of a video could not be made", error);
    if (failures.size >= maxFailures) failures.clear();
    failures.set(name, isExpected ? error.message : "the preview could not be made");
    // For example a full disk.
    if (!(error instanceof EngineError)) setTimeout(() => failures.delete(name), retryMs).unref();
  }

  /** Makes the preview unless that is in progress. */
  function start(batchId: string, source: SourceFile, key: Buffer): void {
    const name = key.toString("hex");
    if (running.has(name)) return;
    running.set(name, 0);
    last = last
      .then(() => make(batchId, source, key))
      .catch((error: unknown) => fail(name, error))
      .finally(() => running.delete(name));
  }

  return {
    async read(batchId, source) {
      const key = createHash("sha256").update(`${batchId} ${source.version}`).digest();
      const name = key.toString("hex");
      const progress = running.get(name);
      if (progress !== undefined) return { progress };
      const stored = await findStored(batchId, key);
      if (stored) return stored;
      const unavailable = engine
        ? await engine.media.previewUnavailable()
        : "this service has no engine";
      if (unavailable !== null) throw new HttpError(404, unavailable);
      const failure = failures.get(name);
      if (failure !== undefined) throw new HttpError(409, `videoPath: ${failure}`);
      start(batchId, source, key);
      return { progress: running.get(name) ?? 0 };
    },
  };
}

async function appendSynced(path: string, bytes: Buffer): Promise<void> {
  const handle = await open(path, "a");
  try {
    await handle.write(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
