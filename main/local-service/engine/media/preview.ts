/** Previews: a small picture in a format that the window can show, with the sound. */
import type { MediaFacts } from "../ports";
import type { FfmpegJob } from "./ffmpeg";
import { soundInput } from "./sound-streams";
import { previewTimeoutMs } from "./limits";

/** The libraries for previews, best first, as they are named in the configuration of ffmpeg. */
const encoders = ["libx264", "libvpx"] as const;

/** What depends on the version and the configuration of ffmpeg. */
export interface PreviewSupport {
  encoder: (typeof encoders)[number];
  /** The option for the times of frames. */
  timesOption: "-fps_mode" | "-vsync";
}

/** The version that has "-fps_mode" in place of "-vsync". */
const renamedIn = { major: 5, minor: 1 };

/** `version`: what `ffmpeg -version` prints. Null if it has no library for previews. */
export function previewSupportOf(version: string): PreviewSupport | null {
  const encoder = encoders.find((one) => version.includes(`--enable-${one}`));
  // Builds between two releases have another name; they are new.
  const [, major = "99", minor = "0"] = /^ffmpeg version n?(\d+)\.(\d+)/.exec(version) ?? [];
  const isOld =
    Number(major) < renamedIn.major ||
    (Number(major) === renamedIn.major && Number(minor) < renamedIn.minor);
  return encoder ? { encoder, timesOption: isOld ? "-vsync" : "-fps_mode" } : null;
}

const maxHeight = 540;
/** Bytes of a second at most, on average: picture and sound. */
export const previewBytesPerSecond = 250_000;

interface PreviewFormat {
  muxer: string;
  contentType: string;
  arguments: readonly string[];
}

/**
 * Key frames every two seconds, so that seeking is fast. No B-frames: the first frame is at its own
 * time.
 */
const formats: Readonly<Record<PreviewSupport["encoder"], PreviewFormat>> = {
  libx264: {
    muxer: "mp4",
    contentType: "video/mp4",
    arguments: [
      "-c:v",
      "libx264",
      "-preset",
      "veryfast",
      "-crf",
      "26",
      "-bf",
      "0",
      "-g",
      "50",
      "-maxrate",
      "1700k",
      "-bufsize",
      "3400k",
      "-c:a",
      "aac",
      "-b:a",
      "128k",
    ],
  },
  libvpx: {
    muxer: "webm",
    contentType: "video/webm",
    arguments: [
      "-c:v",
      "libvpx",
      "-deadline",
      "realtime",
      "-cpu-used",
      "8",
      "-auto-alt-ref",
      "0",
      "-b:v",
      "1500k",
      "-g",
      "50",
      "-c:a",
      "libopus",
      "-b:a",
      "128k",
    ],
  },
};

/** Pictures are decoded by so many threads: each needs memory for a picture. */
const decodingThreads = "4";

/**
 * The job that makes a preview of a file with these facts. Each frame has the time that it has in
 * the original, and the sound begins at 0, as that of `MediaProvider.extract`.
 */
export function previewJob(
  { encoder, timesOption }: PreviewSupport,
  { durationMs, audio }: MediaFacts,
  { input, file, length }: { input: FfmpegJob["inputs"][number]; file: string; length: string[] },
): { job: FfmpegJob; contentType: string } {
  const { muxer, contentType, arguments: encoding } = formats[encoder];
  const height = `trunc(min(${maxHeight}\\,ih)/2)*2`;
  const job: FfmpegJob = {
    inputs: [{ ...input, arguments: [...input.arguments, "-threads", decodingThreads] }],
    output: {
      file,
      muxer,
      arguments: [
        "-map",
        "0:V:0",
        ...(audio ? soundInput(audio, 2) : []),
        "-sn",
        "-dn",
        "-map_metadata",
        "-1",
        "-map_chapters",
        "-1",
        "-vf",
        `scale=w=-2:h=${height},format=yuv420p`,
        // The times of the frames are not rounded to a frame rate.
        timesOption,
        "passthrough",
        "-enc_time_base",
        "1:90000",
        "-ac",
        "2",
        "-ar",
        "48000",
        ...encoding,
        ...length,
      ],
    },
    durationMs,
    timeoutMs: previewTimeoutMs(durationMs),
  };
  return { job, contentType };
}
