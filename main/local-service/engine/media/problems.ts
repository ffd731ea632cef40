/** Why media cannot be processed, as sentences for users. They contain no paths and no output of programs. */
import { EngineError } from "../ports";
import type { MediaProblem } from "./facts";
import { maxMediaMs, maxStreams } from "./limits";

const sentences = {
  "unknown-format": "The file is not in a media format that can be read.",
  "too-many-streams": `The media file has more than ${maxStreams} streams.`,
  "too-long": `The media file is longer than ${maxMediaMs / 3_600_000} hours.`,
  "no-streams": "The media file has neither a picture nor sound.",
  "not-readable": "The media file is damaged and cannot be read.",
  "no-length": "The length of the media file is unknown.",
  "no-sound": "The media file has no sound.",
  "no-picture": "The media file has no picture.",
  "not-decodable": "The media file is damaged, or in a format that cannot be decoded.",
  "too-slow": "The media file took too much time to process.",
  "too-much-memory": "The media file requires too much memory.",
  unavailable: "This computer has no program for media files. Install FFmpeg to dub media.",
} as const satisfies Record<MediaProblem, string> & Record<string, string>;

export const mediaError = (problem: keyof typeof sentences) => new EngineError(sentences[problem]);
export const unavailableReason = sentences.unavailable;
