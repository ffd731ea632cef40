/** The times of a picture that those of lines are compared with. */
import type { MediaFacts } from "./ports";

export interface PictureTimes {
  /** See `canHoldLastFrame` of the media provider; absent where that is not known. */
  canHold?: boolean;
  /** Frames per second; null if they vary or are unknown. */
  frameRate: number | null;
  lengthMs: number;
}

/**
 * The end of a picture whose last frame is held for the sound that begins before its end. `length`
 * and the spans have the same unit.
 */
export const heldEnd = (length: number, spans: Iterable<{ start: number; end: number }>): number =>
  Array.from(spans).reduce(
    (last, { start, end }) => (start < length ? Math.max(last, end) : last),
    length,
  );

/** Null for a file without a picture. */
export function pictureTimes({ video, durationMs }: MediaFacts): PictureTimes | null {
  if (!video) return null;
  const { frameRate, length } = video;
  if (length === null) return { frameRate, lengthMs: durationMs };
  const lengthMs =
    "ms" in length ? length.ms : (length.frames * length.denominator * 1_000) / length.numerator;
  return { frameRate, lengthMs };
}
