/** The times of a picture that those of lines are compared with. */
import type { MediaFacts } from "./ports";

export interface PictureTimes {
  /** Frames per second; null if they vary or are unknown. */
  frameRate: number | null;
  lengthMs: number;
}

/** Null for a file without a picture. */
export function pictureTimes({ video, durationMs }: MediaFacts): PictureTimes | null {
  if (!video) return null;
  const { frameRate, length } = video;
  if (length === null) return { frameRate, lengthMs: durationMs };
  const lengthMs =
    "ms" in length ? length.ms : (length.frames * length.denominator * 1_000) / length.numerator;
  return { frameRate, lengthMs };
}
