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
  /** Arguments of deliveries, where they differ: what editing programs read. */
  deliveredArguments?: readonly string[];
  /**
   * Formats of pictures that the container can have, by MediaInfo's names; null for all that are
   * read.
   */
  pictures: ReadonlySet<string> | null;
  /** Stream types of the original that the container can store besides picture and sound. */
  otherStreams: readonly ("s" | "t")[];
  /** Covers of the original can be copied. */
  hasCovers?: boolean;
  /** The index can be written before the data. */
  hasIndex?: boolean;
  /** The duration of a packet is stored: the last frame can be shown longer. */
  hasDurations?: boolean;
}

/** Registered with the MP4 Registration Authority, and written by ffmpeg. */
const mp4Pictures = new Set([
  "AVC",
  "HEVC",
  "VVC",
  "AV1",
  "VP9",
  "MPEG-4 Visual",
  "MPEG Video",
  "VC-1",
  "JPEG",
  "PNG",
  "JPEG 2000",
]);

const aac = ["-c:a", "aac", "-b:a", "192k"];
const pcm = ["-c:a", "pcm_s24le"];

export const dubFormats: Readonly<Record<DubContainer, DubFormat>> = {
  mp4: {
    muxer: "mp4",
    soundArguments: aac,
    pictures: mp4Pictures,
    otherStreams: ["s"],
    hasCovers: true,
    hasIndex: true,
    hasDurations: true,
  },
  mov: {
    muxer: "mov",
    soundArguments: aac,
    deliveredArguments: pcm,
    pictures: null,
    otherStreams: ["s"],
    hasIndex: true,
    hasDurations: true,
  },
  // Attachments are the fonts of subtitles.
  mkv: {
    muxer: "matroska",
    soundArguments: ["-c:a", "flac"],
    deliveredArguments: pcm,
    pictures: null,
    otherStreams: ["s", "t"],
  },
  webm: {
    muxer: "webm",
    soundArguments: ["-c:a", "libopus", "-b:a", "128k"],
    pictures: new Set(["VP8", "VP9", "AV1"]),
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

/**
 * The extension of dubs of a file: the name of their container, or "wav" without a picture.
 * Matroska where the usual container cannot have the picture, as WebM with H.264 from browsers.
 */
export function outputExtension({
  container,
  video,
}: Pick<MediaFacts, "container" | "video">): DubContainer | "wav" {
  if (video === null) return "wav";
  const { output } = containers[container];
  const { pictures } = dubFormats[output];
  return pictures === null || pictures.has(video.codec) ? output : "mkv";
}

/** Whether the last frame of the picture can be held in dubs of a file. */
export function canHoldLastFrame(facts: Pick<MediaFacts, "container" | "video">): boolean {
  const extension = outputExtension(facts);
  return extension !== "wav" && dubFormats[extension].hasDurations === true;
}

/**
 * The arguments that hold the last frame for `heldMs` longer, in whole frames. The other packets
 * keep their times: the filter sets both times to the decoding time unless they are given.
 */
export const holdArguments = (heldMs: number): string[] =>
  heldMs <= 0
    ? []
    : [
        "-bsf:V:0",
        `setts=pts=PTS:dts=DTS:duration=if(eq(NEXT_DTS\\,NOPTS)\\,${heldDuration(heldMs)}\\,DURATION)`,
      ];

const heldDuration = (ms: number) =>
  `max(DURATION\\,1)*(1+ceil(${(ms / 1_000).toFixed(3)}/(TB*max(DURATION\\,1))-0.05))`;

/**
 * The arguments that map covers: all pictures without those that are none. They have to be before
 * the others, because they remove maps.
 */
export const coverMaps = (extension: DubContainer): string[] =>
  dubFormats[extension].hasCovers === true ? ["-map", "0:v?", "-map", "-0:V?"] : [];

/** The other streams of the original that a dub has. */
export type OtherStreams = "all" | "without-subtitles" | "none";

/** The arguments that map the other streams of the original, besides picture, sound and covers. */
export const otherMaps = (extension: DubContainer, others: OtherStreams): string[] =>
  dubFormats[extension].otherStreams
    .filter((type) => others === "all" || (others === "without-subtitles" && type !== "s"))
    .flatMap((type) => ["-map", `0:${type}?`]);

/**
 * The arguments that keep properties of the file in a dub. A delivered file has its index in front,
 * so that it plays while it is loaded.
 */
export function keptOf(
  { hasIndexInFront }: Pick<MediaFacts, "hasIndexInFront">,
  extension: DubContainer,
  isDelivery: boolean,
): string[] {
  const isInFront = (hasIndexInFront || isDelivery) && dubFormats[extension].hasIndex === true;
  // Only then are the records of Dolby Vision written.
  return ["-strict", "unofficial", ...(isInFront ? ["-movflags", "+faststart"] : [])];
}
