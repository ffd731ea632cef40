/** The video of a batch, and the working files that are made from it. */
import { messageText } from "../../../preload/facts/service-messages";
import { downloadNote } from "../fetch/download-note";
import type { DownloadState } from "../fetch/download";
import { readLocation } from "../sources/locations";
import type { OutsideContext } from "../common/outside-work";
import type { MediaFacts, MediaOptions } from "../engine/ports";
import { EngineError } from "../engine/ports";
import { SourceError } from "../fetch/fetch-errors";
import { pictureTimes } from "../engine/picture-times";
import { isActiveDub } from "../rows/dubs/dub-port";
import { heldNote } from "../rows/confirmation-port";
import { BlockedError, type Engine } from "../engine/engine";
import type { BatchSettings } from "../rows/batches/batch-port";
import type { DubbingDeps, VideoRows } from "./deps";
import { renameFile } from "../../common/rename";
import type { WithFile } from "../objects/port";

export type VideoDeps = Pick<DubbingDeps, "objects" | "sources" | "outside"> & {
  store: VideoRows;
  engine: Pick<Engine, "media">;
};

/**
 * The part of the names of the working files of a batch. They are removed when its dubs are made,
 * and at the next start.
 */
export const workFolder = (batchId: string): string => batchId;

/** A video, or the music and effects, that can be read here. */
export interface LocatedVideo {
  withFile: WithFile;
  /** Its path in the gallery, or that of its URL. */
  path: string;
  bytes: number;
  /** Another value for other bytes; of a downloaded video only its size is known. */
  version: string;
}

export interface Video extends LocatedVideo {
  /** See MediaOptions. */
  soundTrack: number | null;
  facts: MediaFacts & { video: NonNullable<MediaFacts["video"]> };
}

export interface VideoSubject {
  batchId: string;
  videoPath: string | null;
  /** Those of its batch, of which the sound track is used. */
  settings: BatchSettings;
}

/** The sound track that the settings of a batch choose, from 1; null for the default one. */
export const soundTrackOf = ({ soundTrack }: BatchSettings): number | null =>
  typeof soundTrack === "number" ? soundTrack : null;

/**
 * Whether the last frame is held for takes that are longer than the picture. The checks know the
 * container of a video of the gallery only.
 */
export const holdsLastFrame = (settings: BatchSettings, videoPath: string | null): boolean =>
  settings["holdsLastFrame"] === true && !isAtUrl({ videoPath });

const bedWork = "bed.wav";
const sourceOf = (batchId: string) => `${workFolder(batchId)}/source`;
const lockOf = (batchId: string) => `video ${batchId}`;

/**
 * The video of a batch; one at a URL is downloaded once for all of its languages.
 * @throws BlockedError if there is none, it cannot be read here, or this computer has no program
 * for media; AwaitedError as `locateVideo`.
 */
export async function openVideo(
  deps: VideoDeps,
  subject: VideoSubject,
  options: MediaOptions,
): Promise<Video> {
  const unavailable = await deps.engine.media.unavailable();
  if (unavailable !== null) throw new BlockedError(unavailable);
  const soundTrack = soundTrackOf(subject.settings);
  const located = await locateVideo(deps, subject);
  const video = await readVideo(deps, located, { ...options, soundTrack });
  // Gaps after lines end with it. The checks of times need it when a downloaded file is removed.
  const picture = pictureTimes(video.facts);
  if (picture) await deps.store.setPicture(subject.batchId, picture);
  return video;
}

/** The facts of a video. @throws BlockedError if it cannot be read, or has no picture. */
export async function readVideo(
  { engine }: VideoDeps,
  located: LocatedVideo,
  options: MediaOptions,
): Promise<Video> {
  const facts = await blockedIfUnreadable(
    located.withFile((file) => engine.media.probe(file, options), options.signal),
  );
  const { video } = facts;
  if (!video) throw new BlockedError("videoPath: the file has no picture");
  const { soundTrack = null } = options;
  return { ...located, soundTrack, facts: { ...facts, video } };
}

/** Whether the video of a batch is at a URL: it has to be downloaded before it can be read. */
export const isAtUrl = ({ videoPath }: Pick<VideoSubject, "videoPath">): boolean =>
  readLocation(videoPath ?? "").kind === "url";

/**
 * Finds the video of a batch. One at a URL is downloaded, outside of the caller's loop. The file of
 * a download exists as long as a dub or an export of the batch is in progress.
 * @throws BlockedError; AwaitedError while it is downloaded.
 */
export async function locateVideo(
  deps: VideoDeps,
  { batchId, videoPath }: Pick<VideoSubject, "batchId" | "videoPath">,
): Promise<LocatedVideo> {
  const read = readLocation(videoPath ?? "");
  return read.kind === "url"
    ? downloaded(deps, batchId, read.url)
    : inGallery(deps, read.kind === "gallery" ? read.path : "");
}

/** The version of a file of the gallery. */
export const galleryVersion = ({ etag, size }: { etag: string; size: number }) => `${etag}-${size}`;

async function inGallery(
  { store, objects }: VideoDeps,
  path: string,
  missing = "videoPath: the video is not in the media gallery",
): Promise<LocatedVideo> {
  const found = path === "" ? null : await store.findFile(path);
  if (!found || (await objects.sizeAt(found.location)) === null) throw new BlockedError(missing);
  const { location, size, etag } = found;
  return {
    withFile: (work, signal) => objects.withFile(location, work, signal),
    path: found.path,
    bytes: size,
    version: galleryVersion({ etag, size }),
  };
}

/** The path in the gallery of the music and effects of a batch; null for none. */
export function bedPathOf({ bedPath }: BatchSettings): string | null {
  const read = typeof bedPath === "string" ? readLocation(bedPath) : null;
  return read?.kind === "gallery" ? read.path : null;
}

/**
 * The file with the music and effects.
 * @throws BlockedError if it is not in the gallery.
 */
export const locateBed = (deps: VideoDeps, path: string): Promise<LocatedVideo> =>
  inGallery(deps, path, messageText("bed-missing", {}));

/**
 * The sound of the music and effects as a working file of the batch. Returns the absolute file.
 * @throws BlockedError if the file is missing, or has no sound that is read here.
 */
export async function bedOf(
  deps: VideoDeps,
  { batchId }: { batchId: string },
  path: string,
  options: MediaOptions,
): Promise<string> {
  const { objects, engine } = deps;
  const bed = await locateBed(deps, path);
  const file = await objects.workFile(`${workFolder(batchId)}/${bedWork}`);
  const sound = { sampleRate: 48_000, channels: 2 } as const;
  await blockedIfUnreadable(
    bed.withFile((bedFile) => engine.media.extract(bedFile, file, sound, options), options.signal),
    "bedPath",
  );
  return file;
}

function downloaded(deps: VideoDeps, batchId: string, url: URL): Promise<LocatedVideo> {
  const { store, objects, outside } = deps;
  const name = sourceOf(batchId);
  return store.exclusivelyInProcess(lockOf(batchId), async () => {
    for (;;) {
      const bytes = await objects.workSize(name);
      if (bytes !== null) {
        const file = await objects.workFile(name);
        const withFile: WithFile = (work) => work(file);
        return { withFile, path: url.pathname, bytes, version: String(bytes) };
      }
      // SECURITY: the workspace may come from another computer.
      if (!(await store.isBatchConfirmed(batchId))) throw new BlockedError(heldNote);
      outside.resultOf(batchId, "video", (context) =>
        downloadVideo(deps, { batchId, url }, context),
      );
    }
  });
}

/** Whether the video of a batch, which is at a URL, is a file of this computer now. */
export const isDownloaded = async ({ objects }: Pick<VideoDeps, "objects">, batchId: string) =>
  (await objects.workSize(sourceOf(batchId))) !== null;

async function downloadVideo(
  { store, objects, sources }: VideoDeps,
  { batchId, url }: { batchId: string; url: URL },
  { signal, setNote }: OutsideContext,
): Promise<void> {
  const named = { subject: "video", host: url.host } as const;
  const onState = (state: DownloadState) => setNote(() => downloadNote(named, state, Date.now()));
  const file = await objects.workFile(sourceOf(batchId));
  const part = `${file}.part`;
  try {
    await sources.download(url, part, signal, onState);
  } catch (error) {
    if (error instanceof SourceError) throw new BlockedError(`videoPath: ${error.message}`);
    throw error;
  }
  // Files that are no longer needed are removed under the lock.
  await store.exclusivelyInProcess(lockOf(batchId), () => renameFile(part, file));
}

/**
 * The sound of a video as a working file of the batch; made once for all languages. Returns the
 * absolute file.
 */
export async function soundOf(
  { objects, engine }: VideoDeps,
  { batchId }: { batchId: string },
  video: Video,
  sound: { sampleRate: 16_000 | 48_000; channels: 1 | 2 },
  options: MediaOptions,
): Promise<string> {
  const name = `${workFolder(batchId)}/${sound.sampleRate}-${sound.channels}.wav`;
  const file = await objects.workFile(name);
  if ((await objects.workSize(name)) !== null) return file;
  const { soundTrack } = video;
  await blockedIfUnreadable(
    video.withFile(
      (source) => engine.media.extract(source, file, sound, { ...options, soundTrack }),
      options.signal,
    ),
  );
  return file;
}

/** Whether a dub or an export of the batch is in progress: it needs the working files. */
async function isInProgress({ store }: Pick<VideoDeps, "store">, batchId: string) {
  const dubs = await store.listDubs(batchId);
  return dubs.some(({ state }) => isActiveDub(state)) || (await store.isExporting(batchId));
}

/** Ends downloads for a batch of which nothing is in progress. */
export async function endUnneededDownloads(
  deps: Pick<VideoDeps, "store" | "outside">,
  batchId: string,
): Promise<void> {
  if (!(await isInProgress(deps, batchId))) await deps.outside.end(batchId);
}

/**
 * Removes the sounds of a video, and the video itself if it was downloaded, unless a dub or an
 * export of the batch is in progress.
 */
export async function removeWorkFiles(
  deps: Pick<VideoDeps, "store" | "objects" | "outside">,
  batchId: string,
): Promise<void> {
  await endUnneededDownloads(deps, batchId);
  // Whatever begins now downloads the video again, after this.
  await deps.store.exclusivelyInProcess(lockOf(batchId), async () => {
    if (await isInProgress(deps, batchId)) return;
    const names = ["48000-2.wav", "16000-1.wav", bedWork].map(
      (name) => `${workFolder(batchId)}/${name}`,
    );
    await deps.objects.removeWork([...names, sourceOf(batchId)]);
  });
}

async function blockedIfUnreadable<T>(work: Promise<T>, field = "videoPath"): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof EngineError) throw new BlockedError(`${field}: ${error.message}`);
    throw error;
  }
}
