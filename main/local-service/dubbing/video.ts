/** The video of a batch, and the working files that are made from it. */
import { rename } from "node:fs/promises";
import { workName } from "../objects/cleanup";
import { readLocation } from "../batches/locations";
import type { MediaFacts, MediaOptions } from "../engine/ports";
import { EngineError } from "../engine/ports";
import { SourceError } from "../ingest/fetch-errors";
import { isActiveDub } from "../rows/dubs/dub-port";
import { BlockedError, type DubbingDeps } from "./deps";

export type VideoDeps = Pick<DubbingDeps, "store" | "objects" | "engine" | "sources">;

/** Folder of the working files of a batch. They are removed when its dubs are made, and at the next start. */
export const workFolder = (batchId: string): string => `${workName}/${batchId}`;

/** The file of a video. */
export interface LocatedVideo {
  /** Absolute. */
  file: string;
  /** Its path in the gallery, or that of its URL. */
  path: string;
  bytes: number;
  /** Another value for other bytes; of a downloaded video only its size is known. */
  version: string;
}

export interface Video extends LocatedVideo {
  facts: MediaFacts & { video: NonNullable<MediaFacts["video"]> };
}

export interface VideoSubject {
  batchId: string;
  videoPath: string | null;
}

const sourceOf = (batchId: string) => `${workFolder(batchId)}/source`;
const lockOf = (batchId: string) => `video ${batchId}`;

/**
 * The video of a batch; one at a URL is downloaded once for all of its languages. @throws BlockedError if there is none,
 * it cannot be read here, or this computer has no program for media.
 */
export async function openVideo(
  deps: VideoDeps,
  subject: VideoSubject,
  options: MediaOptions,
): Promise<Video> {
  const unavailable = await deps.engine.media.unavailable();
  if (unavailable !== null) throw new BlockedError(unavailable);
  return readVideo(deps, await locateVideo(deps, subject, options.signal), options);
}

/** The facts of a video. @throws BlockedError if it cannot be read, or has no picture. */
export async function readVideo(
  { engine }: VideoDeps,
  located: LocatedVideo,
  options: MediaOptions,
): Promise<Video> {
  const facts = await blockedIfUnreadable(engine.media.probe(located.file, options));
  const { video } = facts;
  if (!video) throw new BlockedError("videoPath: the file has no picture");
  return { ...located, facts: { ...facts, video } };
}

/** Whether the video of a batch is at a URL: it has to be downloaded before it can be read. */
export const isAtUrl = ({ videoPath }: Pick<VideoSubject, "videoPath">): boolean =>
  readLocation(videoPath ?? "").kind === "url";

/**
 * Finds the video of a batch, and downloads it if it is at a URL. The file of a download exists as long as a dub or an
 * export of the batch is in progress. @throws BlockedError
 */
export async function locateVideo(
  deps: VideoDeps,
  { batchId, videoPath }: VideoSubject,
  signal: AbortSignal,
): Promise<LocatedVideo> {
  const read = readLocation(videoPath ?? "");
  return read.kind === "url"
    ? downloaded(deps, batchId, read.url, signal)
    : inGallery(deps, read.kind === "gallery" ? read.path : "");
}

async function inGallery({ store, objects }: VideoDeps, path: string): Promise<LocatedVideo> {
  const found = path === "" ? null : await store.findFile(path);
  if (!found || (await objects.sizeAt(found.location)) === null)
    throw new BlockedError("videoPath: the video is not in the media gallery");
  const { location, size, etag } = found;
  const file = objects.fileAt(location);
  return { file, path: found.path, bytes: size, version: `${etag}-${size}` };
}

async function downloaded(
  { store, objects, sources }: VideoDeps,
  batchId: string,
  url: URL,
  signal: AbortSignal,
): Promise<LocatedVideo> {
  const location = sourceOf(batchId);
  const file = await objects.prepareFile(location);
  return store.exclusively(lockOf(batchId), async () => {
    try {
      if ((await objects.sizeAt(location)) === null) {
        const part = `${file}.part`;
        await sources.download(url, part, signal);
        await rename(part, file);
      }
    } catch (error) {
      if (error instanceof SourceError) throw new BlockedError(`videoPath: ${error.message}`);
      throw error;
    }
    const bytes = (await objects.sizeAt(location)) ?? 0;
    return { file, path: url.pathname, bytes, version: String(bytes) };
  });
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

/**
 * Removes the sounds of a video, and the video itself if it was downloaded, unless a dub or an export of the batch is in
 * progress.
 */
export const removeWorkFiles = (
  { store, objects }: Pick<VideoDeps, "store" | "objects">,
  batchId: string,
): Promise<void> =>
  // Whatever begins now downloads the video again, after this.
  store.exclusively(lockOf(batchId), async () => {
    const dubs = await store.listDubs(batchId);
    const isDubbed = dubs.some(({ state }) => isActiveDub(state));
    if (isDubbed || (await store.isExporting(batchId))) return;
    const names = ["48000-2.wav", "16000-1.wav"].map((name) => `${workFolder(batchId)}/${name}`);
    await objects.remove([...names, sourceOf(batchId)]);
  });

async function blockedIfUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineError) throw new BlockedError(`videoPath: ${error.message}`);
    throw error;
  }
}
