/** The video of a batch, and the working files that are made from it. */
import { rename } from "node:fs/promises";
import { workName } from "../objects/cleanup";
import { readLocation } from "../batches/locations";
import type { MediaFacts, MediaOptions } from "../engine/ports";
import { EngineError } from "../engine/ports";
import { SourceError } from "../ingest/fetch-errors";
import { BlockedError, type DubbingDeps } from "./deps";

export type VideoDeps = Pick<DubbingDeps, "store" | "objects" | "engine" | "sources">;

/** Folder of the working files of a batch. They are removed when its dubs are made, and at the next start. */
export const workFolder = (batchId: string): string => `${workName}/${batchId}`;

export interface Video {
  /** Absolute. */
  file: string;
  /** Its path in the gallery. */
  path: string;
  facts: MediaFacts;
}

const sourceOf = (batchId: string) => `${workFolder(batchId)}/source`;

/**
 * The video of a batch; one at a URL is downloaded once for all of its languages. @throws BlockedError if there is none,
 * or it cannot be read here.
 */
export async function openVideo(
  deps: VideoDeps,
  { batchId, videoPath }: { batchId: string; videoPath: string | null },
  options: MediaOptions,
): Promise<Video> {
  const { engine } = deps;
  const unavailable = await engine.media.unavailable();
  if (unavailable !== null) throw new BlockedError(unavailable);
  const read = readLocation(videoPath ?? "");
  const { file, path } =
    read.kind === "url"
      ? await downloaded(deps, batchId, read.url, options.signal)
      : await inGallery(deps, read.kind === "gallery" ? read.path : "");
  const facts = await blockedIfUnreadable(engine.media.probe(file, options));
  if (!facts.video) throw new BlockedError("videoPath: the file has no picture");
  return { file, path, facts };
}

async function inGallery({ store, objects }: VideoDeps, path: string) {
  const found = path === "" ? null : await store.findFile(path);
  if (!found) throw new BlockedError("videoPath: the video is not in the media gallery");
  return { file: objects.fileAt(found.location), path: found.path };
}

async function downloaded(
  { store, objects, sources }: VideoDeps,
  batchId: string,
  url: URL,
  signal: AbortSignal,
) {
  const location = sourceOf(batchId);
  const file = await objects.prepareFile(location);
  await store.exclusively(`video ${batchId}`, async () => {
    if ((await objects.sizeAt(location)) !== null) return;
    try {
      const part = `${file}.part`;
      await sources.download(url, part, signal);
      await rename(part, file);
    } catch (error) {
      if (error instanceof SourceError) throw new BlockedError(`videoPath: ${error.message}`);
      throw error;
    }
  });
  return { file, path: url.pathname };
}

/** The sound of a video as a working file of the batch; made once for all languages. Returns the absolute file. */
export async function soundOf(
  { objects, engine }: VideoDeps,
  { batchId }: { batchId: string },
  video: Video,
  sound: { sampleRate: 16_000 | 48_000; channels: 1 | 2 },
  options: MediaOptions,
): Promise<string> {
  const location = `${workFolder(batchId)}/${sound.sampleRate}-${sound.channels}.wav`;
  const file = await objects.prepareFile(location);
  if ((await objects.sizeAt(location)) === null)
    await blockedIfUnreadable(engine.media.extract(video.file, file, sound, options));
  return file;
}

/** Removes the sounds of a video, and the video itself if it was downloaded. */
export const removeWorkFiles = ({ objects }: Pick<VideoDeps, "objects">, batchId: string) =>
  objects.remove([
    `${workFolder(batchId)}/48000-2.wav`,
    `${workFolder(batchId)}/16000-1.wav`,
    sourceOf(batchId),
  ]);

async function blockedIfUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineError) throw new BlockedError(`videoPath: ${error.message}`);
    throw error;
  }
}
