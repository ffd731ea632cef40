/** The container formats that are read, and the containers of their dubs. */
import type { MediaContainer, MediaFacts } from "../ports";
import { chunkBytes } from "./limits";

interface Container {
  /** MediaInfo's names of the format. */
  formats: readonly string[];
  /**
   * SECURITY: the only demuxer of ffmpeg that may open such a file. Playlists and lists of files
   * have none.
   */
  demuxer: string;
  /** Input options that the demuxer requires. */
  inputArguments?: readonly string[];
  /**
   * Times start at that of the first stream in use, not at that of the first stream: a stream that
   * starts later would be moved to the start if no other stream is read.
   */
  startsWithUsedStreams?: boolean;
  /** The container of a dub. */
  output: DubContainer;
  /** The length of a file of more bytes is an estimate: the whole file has to be read for it. */
  estimatedAbove?: number;
}

type DubContainer = "mp4" | "mov" | "mkv" | "webm";

/** These containers do not store the presentation time of each frame. */
const generateTimes = ["-fflags", "+genpts"];

export const containers: Readonly<Record<MediaContainer, Container>> = {
  mp4: { formats: ["MPEG-4"], demuxer: "mov", output: "mp4" },
  mov: { formats: ["QuickTime"], demuxer: "mov", output: "mov" },
  matroska: { formats: ["Matroska"], demuxer: "matroska", output: "mkv" },
  webm: { formats: ["WebM"], demuxer: "matroska", output: "webm" },
  avi: { formats: ["AVI"], demuxer: "avi", inputArguments: generateTimes, output: "mkv" },
  flv: { formats: ["Flash Video"], demuxer: "flv", output: "mkv" },
  "mpeg-ps": {
    formats: ["MPEG-PS"],
    demuxer: "mpeg",
    inputArguments: generateTimes,
    startsWithUsedStreams: true,
    output: "mkv",
    estimatedAbove: 0,
  },
  "mpeg-ts": {
    formats: ["MPEG-TS", "BDAV"],
    demuxer: "mpegts",
    inputArguments: generateTimes,
    startsWithUsedStreams: true,
    output: "mkv",
    estimatedAbove: 0,
  },
  mxf: { formats: ["MXF"], demuxer: "mxf", output: "mov" },
  asf: { formats: ["Windows Media"], demuxer: "asf", output: "mkv" },
  wav: { formats: ["Wave"], demuxer: "wav", output: "mkv" },
  aiff: { formats: ["AIFF"], demuxer: "aiff", output: "mkv" },
  mp3: { formats: ["MPEG Audio"], demuxer: "mp3", output: "mkv", estimatedAbove: chunkBytes },
  aac: { formats: ["ADTS"], demuxer: "aac", output: "mkv", estimatedAbove: 0 },
  flac: { formats: ["FLAC"], demuxer: "flac", output: "mkv" },
  ogg: { formats: ["Ogg"], demuxer: "ogg", output: "mkv" },
};

interface DubFormat {
  muxer: string;
  /** Lossless where players of the container support it: it also adds no delay. */
  soundArguments: readonly string[];
  /** Of deliveries, where they differ: what editing programs read. */
  deliveredArguments?: readonly string[];
  /** Stream types of the original that the container can store besides picture and sound. */
  otherStreams: readonly ("s" | "t")[];
}

const aac = ["-c:a", "aac", "-b:a", "192k"];
const pcm = ["-c:a", "pcm_s24le"];

export const dubFormats: Readonly<Record<DubContainer, DubFormat>> = {
  mp4: { muxer: "mp4", soundArguments: aac, otherStreams: ["s"] },
  mov: { muxer: "mov", soundArguments: aac, deliveredArguments: pcm, otherStreams: ["s"] },
  // Attachments are the fonts of subtitles.
  mkv: {
    muxer: "matroska",
    soundArguments: ["-c:a", "flac"],
    deliveredArguments: pcm,
    otherStreams: ["s", "t"],
  },
  webm: {
    muxer: "webm",
    soundArguments: ["-c:a", "libopus", "-b:a", "128k"],
    otherStreams: ["s"],
  },
};

/**
 * The container with this name of MediaInfo, or null. A QuickTime file has the format "MPEG-4" and
 * a profile.
 */
export function findContainer(format: string, profile: string): MediaContainer | null {
  const name = format === "MPEG-4" && profile === "QuickTime" ? profile : format;
  const names = Object.keys(containers) as MediaContainer[];
  return names.find((one) => containers[one].formats.includes(name)) ?? null;
}

/** The extension of dubs of a file: the name of their container, or "wav" without a picture. */
export const outputExtension = ({ container, video }: MediaFacts): DubContainer | "wav" =>
  video === null ? "wav" : containers[container].output;
