/** The video of a batch, and the working files that are made from it. */
import { workName } from "../objects/cleanup";
import { readLocation } from "../batches/locations";
import type { MediaFacts, MediaOptions } from "../engine/ports";
import { EngineError } from "../engine/ports";
import { BlockedError, type DubbingDeps } from "./deps";

export type VideoDeps = Pick<DubbingDeps, "store" | "objects" | "engine">;

/** Folder of the working files of a batch. They are removed when its dubs are made, and at the next start. */
export const workFolder = (batchId: string): string => `${workName}/${batchId}`;

export interface Video {
  /** Absolute. */
  file: string;
  /** Its path in the gallery. */
  path: string;
  facts: MediaFacts;
}

/** The video of a batch. @throws BlockedError if there is none, or it cannot be read here. */
export async function openVideo(
  { store, objects, engine }: VideoDeps,
  { videoPath }: { videoPath: string | null },
  options: MediaOptions,
): Promise<Video> {
  const unavailable = await engine.media.unavailable();
  if (unavailable !== null) throw new BlockedError(unavailable);
  const read = readLocation(videoPath ?? "");
  if (read.kind === "url")
    throw new BlockedError(
      "videoPath: a video at a URL cannot be dubbed; upload it to the gallery",
    );
  const found = read.kind === "gallery" ? await store.findFile(read.path) : null;
  if (!found) throw new BlockedError("videoPath: the video is not in the media gallery");
  const file = objects.fileAt(found.location);
  const facts = await blockedIfUnreadable(engine.media.probe(file, options));
  if (!facts.video) throw new BlockedError("videoPath: the file has no picture");
  return { file, path: found.path, facts };
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

/** Removes the sounds of a video. */
export const removeSounds = ({ objects }: Pick<VideoDeps, "objects">, batchId: string) =>
  objects.remove([`${workFolder(batchId)}/48000-2.wav`, `${workFolder(batchId)}/16000-1.wav`]);

async function blockedIfUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineError) throw new BlockedError(`videoPath: ${error.message}`);
    throw error;
  }
}
