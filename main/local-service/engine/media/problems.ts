/**
 * Why media cannot be processed, for users. The texts contain no paths and no output of programs; a
 * field name can precede them.
 */
import { EngineError } from "../ports";
import type { MediaProblem } from "./facts";
import { maxMediaMs, maxStreams } from "./limits";

const texts = {
  "unknown-format": "the file is not in a media format that can be read",
  "too-many-streams": `the media file has more than ${maxStreams} streams`,
  "too-long": `the media file is longer than ${maxMediaMs / 3_600_000} hours`,
  "no-streams": "the media file has neither a picture nor sound",
  "not-readable": "the media file is damaged and cannot be read",
  "no-length": "the length of the media file is unknown",
  "no-sound": "the media file has no sound",
  "no-picture": "the media file has no picture",
  "not-decodable": "the media file is damaged, or in a format that cannot be decoded",
  "too-slow": "the media file took too much time to process",
  "too-much-memory": "the media file requires too much memory",
  "not-held": "the last frame of the picture cannot be held by the FFmpeg of this computer",
  "no-preview-program": "a preview needs FFmpeg, which is not installed on this computer",
  "no-preview-encoder": "the installed FFmpeg can encode neither H.264 nor VP8",
  "no-mp3-encoder": "the installed FFmpeg cannot encode MP3",
  unavailable: "this computer has no program for media files; install FFmpeg to dub media",
} as const satisfies Record<MediaProblem, string> & Record<string, string>;

export const mediaError = (problem: keyof typeof texts) => new EngineError(texts[problem]);
/** Whether an error is that of `mediaError(problem)`. */
export const isProblem = (error: unknown, problem: keyof typeof texts): boolean =>
  error instanceof EngineError && error.message === texts[problem];
export const unavailableReason = texts.unavailable;
export const noPreviewReason = texts["no-preview-program"];
