/**
 * What MediaInfo reports of a file, checked: its numbers come from the file and can be wrong or
 * missing.
 */
import type { MediaFacts, PictureLength } from "../ports";
import { extrasOf } from "./extras";
import { soundOf } from "./sound-streams";
import { containers, findContainer } from "./containers";
import { maxMediaMs, maxStreams } from "./limits";
import { textOf, type MediaTrack } from "./media-track";

/** Why a file is not processed. */
export type MediaProblem =
  "unknown-format" | "too-many-streams" | "too-long" | "no-streams" | "not-readable";

/** The length is null if it is unknown without reading the whole file. */
export type ReadFacts = Omit<MediaFacts, "durationMs"> & { durationMs: number | null };

const maxPixels = 32_768;
const maxChannels = 64;
const maxSampleRate = 768_000;
const maxFrameRate = 1_000;
/** Frame rates of video, by which the average of a varying rate is understood. */
const commonRates = [23.976, 24, 25, 29.97, 30, 47.952, 48, 50, 59.94, 60, 100, 119.88, 120];
/** How far such an average may be from a common rate. */
const rateTolerance = 0.01;

/** The number, or null unless it is finite, above 0 and at most `max`. */
function positive(value: unknown, max: number): number | null {
  const number = typeof value === "number" ? value : Number.parseFloat(textOf(value));
  return number > 0 && number <= max ? number : null;
}

/** The name of a codec; names are those of MediaInfo, but an unknown code is text of the file. */
const codecOf = (track: MediaTrack) =>
  textOf(track["Format"])
    .replace(/[^\w .+/-]/g, "")
    .slice(0, 40) || "unknown";

/** The longest length that a track declares, in milliseconds; null if none does. */
function durationOf(tracks: readonly MediaTrack[]): number | null {
  const seconds = tracks
    .filter((track) => ["General", "Video", "Audio"].includes(textOf(track["@type"])))
    .map((track) => positive(track["Duration"], Number.MAX_SAFE_INTEGER / 1000) ?? 0);
  const longest = Math.max(...seconds);
  return longest > 0 ? Math.max(1, Math.round(longest * 1000)) : null;
}

/** A timecode track is preferred to what the picture stream has. */
function startTimecodeOf(tracks: readonly MediaTrack[]): string | null {
  const byType = (type: string) => tracks.filter((track) => track["@type"] === type);
  const timecodes = [...byType("Other"), ...byType("Video")].map((track) =>
    textOf(track["TimeCode_FirstFrame"]),
  );
  return timecodes.find((timecode) => /^\d{2}:\d{2}:\d{2}[:;]\d{2}$/.test(timecode)) ?? null;
}

function frameRateOf(track: MediaTrack): number | null {
  const rate = positive(track["FrameRate"], maxFrameRate);
  if (rate === null || textOf(track["FrameRate_Mode"]) !== "VFR") return rate;
  return commonRates.find((common) => Math.abs(common / rate - 1) < rateTolerance) ?? null;
}

/** Frames are exact; a length in milliseconds is rounded, and `isEstimated` in some containers. */
function pictureLengthOf(track: MediaTrack, isEstimated: boolean): PictureLength | null {
  const seconds = positive(track["Duration"], Number.MAX_SAFE_INTEGER / 1000);
  const frames = positive(track["FrameCount"], Number.MAX_SAFE_INTEGER);
  const numerator = positive(track["FrameRate_Num"], Number.MAX_SAFE_INTEGER);
  const denominator = positive(track["FrameRate_Den"], Number.MAX_SAFE_INTEGER);
  if (frames !== null && numerator !== null && denominator !== null) {
    const counted = (frames * denominator) / numerator;
    // A count that is far from the length is not that of all frames.
    const isPlausible = seconds === null || Math.abs(counted - seconds) <= denominator / numerator;
    if (isPlausible && counted * 1000 <= maxMediaMs) return { frames, numerator, denominator };
  }
  return seconds === null || isEstimated ? null : { ms: seconds * 1000 };
}

function videoOf(
  track: MediaTrack | undefined,
  tracks: readonly MediaTrack[],
  isEstimated: boolean,
): MediaFacts["video"] {
  if (!track) return null;
  return {
    codec: codecOf(track),
    width: positive(track["Width"], maxPixels),
    height: positive(track["Height"], maxPixels),
    frameRate: frameRateOf(track),
    length: pictureLengthOf(track, isEstimated),
    startTimecode: startTimecodeOf(tracks),
  };
}

const soundTrackOf = (track: MediaTrack) => ({
  codec: codecOf(track),
  // Some formats do not declare them; ffmpeg finds them by decoding.
  channels: positive(track["Channels"], maxChannels) ?? 2,
  sampleRate: positive(track["SamplingRate"], maxSampleRate) ?? 48_000,
  language: textOf(track["Language"]),
  title: textOf(track["Title"]),
  service: textOf(track["ServiceKind"]),
  isDefault: textOf(track["Default"]).startsWith("Yes"),
});

function isCutOff(general: MediaTrack | undefined): boolean {
  const extra = general?.["extra"];
  return typeof extra === "object" && extra !== null && "IsTruncated" in extra;
}

/** `size`: bytes of the file. */
export function factsOf(tracks: readonly MediaTrack[], size: number): ReadFacts | MediaProblem {
  const ofType = (type: string) => tracks.find((track) => track["@type"] === type);
  const general = ofType("General");
  const container = findContainer(textOf(general?.["Format"]), textOf(general?.["Format_Profile"]));
  if (container === null) return "unknown-format";
  if (tracks.length - 1 > maxStreams) return "too-many-streams";
  const isEstimated = size > (containers[container].estimatedAbove ?? Infinity);
  const durationMs = isEstimated ? null : durationOf(tracks);
  if (durationMs !== null && durationMs > maxMediaMs) return "too-long";
  const video = videoOf(ofType("Video"), tracks, isEstimated);
  const soundTracks = tracks.filter((track) => track["@type"] === "Audio").map(soundTrackOf);
  const audio = soundOf(soundTracks);
  if (!video && !audio) return "no-streams";
  return {
    container,
    durationMs,
    video,
    audio,
    soundTracks,
    isCutOff: isCutOff(general),
    hasIndexInFront: textOf(general?.["IsStreamable"]) === "Yes",
    extras: extrasOf(tracks),
  };
}
