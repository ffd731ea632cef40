/**
 * Finishes a dub whose takes are made: mixes the track, adds it to the video, and publishes the
 * results.
 */
import type { Lease } from "../rows/lease-port";
import { messageText } from "../../../preload/facts/service-messages";
import { BlockedError } from "../engine/engine";
import { heldEnd, pictureTimes } from "../engine/picture-times";
import type { MediaOptions, PlacedTake } from "../engine/ports";
import type { DubSubject } from "../rows/dubs/dub-port";
import type { DubbingDeps } from "./deps";
import { programName } from "./names";
import { linesOf } from "./lines";
import { bedGains, originalGains } from "./original-gains";
import { folderOf, madeTakes, publishObject, publishTakes } from "./results";
import {
  bedOf,
  bedPathOf,
  holdsLastFrame,
  openVideo,
  removeWorkFiles,
  soundOf,
  workFolder,
  type Video,
} from "./video";
import { hashFile } from "./hash-file";

const contentTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  webm: "video/webm",
};
const contentTypeOf = (extension: string) => contentTypes[extension] ?? "application/octet-stream";

/** May be repeated from any point. @throws BlockedError if the video cannot be read. */
export async function finishDub(
  deps: DubbingDeps,
  dub: DubSubject,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { store, now } = deps;
  await publishTakes(deps, dub, signal);
  const videoNote = dub.projectType === "media-dubbing" ? await mixVideo(deps, dub, signal) : "";
  await store.finishDub(lease, dub, videoNote, now());
  await removeWorkFiles(deps, dub.batchId);
}

/** Resolves with what the written video does not have of its source, or "". */
async function mixVideo(deps: DubbingDeps, dub: DubSubject, signal: AbortSignal): Promise<string> {
  const { objects, engine } = deps;
  const options = { signal };
  const video = await openVideo(deps, dub, options);
  await deps.wholeVideo.require(dub, video, options);
  const { file: original, gains } = await backgroundOf(deps, dub, video, options);
  const takes = await placeTakes(deps, dub);
  const work = `${workFolder(dub.batchId)}/${dub.languageId}`;
  const sound = await objects.workFile(`${work}.wav`);
  const heldMs = heldMsOf(deps, dub, video, takes);
  const pictureMs = pictureTimes(video.facts)?.lengthMs ?? 0;
  const durationMs = Math.max(video.facts.durationMs, pictureMs + heldMs);
  const mixed = await objects.withFiles(
    takes.map(({ location }) => location),
    (files) =>
      engine.mixer.mix(
        { takes: withFilesOf(takes, files), original, ...gains, durationMs, file: sound },
        { signal, onProgress: () => undefined },
      ),
    signal,
  );
  const folder = await folderOf(deps, dub);
  await publishObject(
    deps,
    dub,
    {
      path: `${folder}/${programName(dub, "wav")}`,
      stage: () => objects.stageFile(sound),
      ...mixed,
    },
    "audio/wav",
  );
  const extension = engine.media.outputExtension(video.facts);
  const file = await objects.workFile(`${work}.${extension}`);
  const { languageId } = dub;
  const { soundTrack } = video;
  const videoNote = await video.withFile(
    (videoFile) =>
      engine.media.mux(
        { video: videoFile, sound, languageId, file, heldMs },
        { ...options, soundTrack },
      ),
    signal,
  );
  await requireWholePicture(deps, dub, { video, file }, options);
  const hashed = await hashFile(file, signal);
  await publishObject(
    deps,
    dub,
    {
      path: `${folder}/${programName(dub, extension)}`,
      stage: () => objects.stageFile(file),
      ...hashed,
    },
    contentTypeOf(extension),
  );
  await objects.removeWork([`${work}.wav`, `${work}.${extension}`]);
  return videoNote;
}

/** What is heard below the takes: the music and effects, the original sound, or nothing. */
async function backgroundOf(
  deps: DubbingDeps,
  dub: DubSubject,
  video: Video,
  options: MediaOptions,
): Promise<{ file: string | null; gains: { duckedDb: number; otherwiseDb: number } }> {
  const bedPath = bedPathOf(dub.settings);
  if (bedPath !== null) return { file: await bedOf(deps, dub, bedPath, options), gains: bedGains };
  const removesOriginal = dub.settings["removeBackgroud"] !== false;
  if (removesOriginal || !video.facts.audio) return { file: null, gains: originalGains };
  const sound = { sampleRate: 48_000, channels: 2 } as const;
  return { file: await soundOf(deps, dub, video, sound, options), gains: originalGains };
}

/**
 * Compares the written picture with that of the source.
 * @throws BlockedError if it ends earlier.
 */
async function requireWholePicture(
  { engine: { media } }: DubbingDeps,
  { localSettings }: DubSubject,
  { video, file }: { video: Video; file: string },
  options: MediaOptions,
): Promise<void> {
  // The source has less than it declares, as the user accepted.
  if (localSettings.acceptedVideo !== undefined) return;
  const written = await media.probe(file, options);
  const { length } = video.facts.video;
  const expected = {
    ...written,
    durationMs: video.facts.durationMs,
    video: written.video && { ...written.video, length },
  };
  const loss = await media.findLoss(file, expected, options);
  if (!loss?.isShort) return;
  const [endMs, declaredMs] = [Math.round(loss.endMs), Math.round(loss.declaredMs)];
  throw new BlockedError(messageText("picture-short", { endMs, declaredMs }));
}

/** A placed take whose file is in the store. */
type LocatedTake = Omit<PlacedTake, "file"> & { location: string; durationMs: number };

const withFilesOf = (takes: readonly LocatedTake[], files: readonly string[]): PlacedTake[] =>
  takes.map(({ location: _location, durationMs: _durationMs, ...take }, index) => ({
    ...take,
    file: files[index] ?? "",
  }));

/** Milliseconds for which the last frame is held. */
function heldMsOf(
  { engine: { media } }: Pick<DubbingDeps, "engine">,
  { settings, videoPath }: DubSubject,
  { facts }: Video,
  takes: readonly LocatedTake[],
): number {
  const picture = pictureTimes(facts);
  if (!picture || !holdsLastFrame(settings, videoPath) || !media.canHoldLastFrame(facts)) return 0;
  const spans = takes.map(({ startMs: start, durationMs }) => ({ start, end: start + durationMs }));
  return Math.ceil(heldEnd(picture.lengthMs, spans) - picture.lengthMs);
}

/** The chosen takes at the times of their lines, moved as the reviewer did. */
async function placeTakes(deps: DubbingDeps, dub: DubSubject): Promise<LocatedTake[]> {
  const places = new Map<number, { startMs: number; gainDb: number }>();
  for await (const lines of linesOf(deps, dub))
    for (const { number, startMs, offsetMs, levelDb: gainDb } of lines)
      if (startMs !== null)
        places.set(number, { startMs: Math.max(0, startMs + offsetMs), gainDb });
  const placed: LocatedTake[] = [];
  for await (const { number, isChosen, location, measures } of madeTakes(deps, dub)) {
    const place = places.get(number);
    // The original is not ducked under a silent take, such as that of "[music]".
    if (isChosen && place !== undefined && measures?.peak !== null)
      placed.push({ location, ...place, durationMs: measures?.durationMs ?? 0 });
  }
  return placed.sort((a, b) => a.startMs - b.startMs);
}
