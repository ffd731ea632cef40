/** The picture of a batch, as far as an export depends on it. */
import { BlockedError } from "../engine/engine";
import {
  isAtUrl,
  locateVideo,
  readVideo,
  soundTrackOf,
  type Video,
  type VideoDeps,
  type VideoSubject,
} from "../dubbing/video";
import { heldEnd } from "../engine/picture-times";
import type { PictureLength } from "../engine/ports";
import { messageText } from "../../../preload/facts/service-messages";
import { frameRateOf } from "../../../preload/facts/timecode";
import { frameOfTimecode } from "./formats/timecode";
import { chosenTake, timelineRate, type FrameRate, type Timeline } from "./timeline";

export interface PictureFacts {
  /** Samples from the first to the last frame. */
  length: number;
  frameRate: FrameRate;
  /** The timecode of the first frame, as a number of frames. */
  startFrame: number;
  /** Whether the file has a timecode; absent in former versions. */
  hasTimecode?: boolean | undefined;
  /** Extension of delivered videos, without a dot. */
  extension: string;
  /** Channels of the original sound; null for a picture without sound. */
  channels: number | null;
  /** Whether delivered videos can show the last frame longer; absent in former versions. */
  canHold?: boolean | undefined;
  /** Size of the file. */
  bytes: number;
  /** See LocatedVideo. */
  version: string;
}

export interface Picture {
  /** The path or the URL of the video. */
  path: string;
  /** Null if it is not read: it is at a URL, or cannot be read. */
  facts: PictureFacts | null;
  /** Why it cannot be read, or null. */
  problem: string | null;
}

/** Where the picture has no timecode. */
export const usualStartTimecode = "01:00:00:00";
export { frameRateOf };

/** A timecode that does not exist at the frame rate is not used. */
export const startFrameOf = (frameRate: FrameRate, timecode: string | null = null): number =>
  frameOfTimecode(timecode ?? usualStartTimecode, frameRate) ??
  frameOfTimecode(usualStartTimecode, frameRate) ??
  0;

/** Rounded to a sample. */
export const samplesOfPicture = (length: PictureLength): number =>
  "ms" in length
    ? Math.round((length.ms * timelineRate) / 1_000)
    : Math.round((length.frames * length.denominator * timelineRate) / length.numerator);

/** The picture without what is known only after it was read. */
const unreadPicture = (path: string, problem: string | null = null): Picture => ({
  path,
  facts: null,
  problem,
});

/** Reads the picture; one at a URL only if it `mayDownload`. */
export async function readPicture(
  deps: VideoDeps,
  { batchId, videoPath, settings }: VideoSubject,
  { signal, mayDownload }: { signal: AbortSignal; mayDownload: boolean },
): Promise<Picture> {
  const subject = { batchId, videoPath };
  const path = videoPath ?? "";
  if (isAtUrl(subject) && !mayDownload) return unreadPicture(path);
  try {
    const located = await locateVideo(deps, subject);
    const soundTrack = soundTrackOf(settings);
    const video = await readVideo(deps, located, { signal, soundTrack });
    return { path, facts: await factsOf(deps, video, signal), problem: null };
  } catch (error) {
    if (error instanceof BlockedError) return unreadPicture(path, error.message);
    throw error;
  }
}

async function factsOf(
  { engine }: VideoDeps,
  { withFile, bytes, version, facts }: Video,
  signal: AbortSignal,
): Promise<PictureFacts> {
  const { frameRate: rate, startTimecode, length } = facts.video;
  const measured =
    length ??
    (await withFile((file) => engine.media.measurePicture(file, facts, { signal }), signal));
  const frameRate = frameRateOf(rate, startTimecode);
  return {
    length: samplesOfPicture(measured),
    frameRate,
    bytes,
    version,
    startFrame: startFrameOf(frameRate, startTimecode),
    hasTimecode: startTimecode !== null,
    extension: engine.media.outputExtension(facts),
    channels: facts.audio?.channels ?? null,
    canHold: engine.media.canHoldLastFrame(facts),
  };
}

/**
 * The timeline with the length, the frame rate and the start of a picture, whose last frame
 * `isHeld` for the takes that begin before its end.
 */
export function withPicture(
  timeline: Timeline,
  { length, frameRate, startFrame }: PictureFacts,
  isHeld: boolean,
): Timeline {
  const spans = timeline.lines.flatMap((line) => {
    const { start } = line;
    const take = chosenTake(line);
    if (!isHeld || start === null || !take || take.truePeak === null) return [];
    return [{ start, end: start + take.length }];
  });
  const held = heldEnd(length, spans) - length;
  const samplesPerFrame = (timelineRate * frameRate.denominator) / frameRate.numerator;
  const heldFrames = Math.ceil(held / samplesPerFrame);
  return {
    ...timeline,
    length: length + Math.round(heldFrames * samplesPerFrame),
    frameRate,
    startFrame,
  };
}

/**
 * Calls `use` with the absolute file of a picture.
 * @throws BlockedError if it is missing, or is not the file that was read, before or after that.
 */
export async function withVideo<T>(
  deps: VideoDeps,
  { batchId, picture }: { batchId: string; picture: Picture },
  use: (file: string) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  if (!picture.facts)
    throw new BlockedError(
      picture.problem ?? `videoPath: ${messageText("delivery-video-unread", {})}`,
    );
  const { version } = picture.facts;
  const locate = async () => {
    const video = await locateVideo(deps, { batchId, videoPath: picture.path });
    if (video.version !== version)
      throw new BlockedError(`videoPath: ${messageText("delivery-video-replaced", {})}`);
    return video;
  };
  const video = await locate();
  const result = await video.withFile(use, signal);
  await locate();
  return result;
}
