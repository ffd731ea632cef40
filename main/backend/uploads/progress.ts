/** Speed and time left, from bytes as they move. Shown numbers never go back while a file is under way. */

/** A moving average of bytes a second that forgets with a half-life, so that it follows the link, not the past. */
export interface Speed {
  add(bytes: number): void;
  /** Closes an interval of so many milliseconds. */
  tick(milliseconds: number): void;
  /** Bytes a second. */
  value(): number;
}

export function createSpeed(halfLifeMs = 5_000): Speed {
  let pending = 0;
  let average = 0;
  // The weight of all that was seen so far: young averages are not pulled down by the zero they began with.
  let weight = 0;
  return {
    add(bytes) {
      if (bytes > 0) pending += bytes;
    },
    tick(milliseconds) {
      if (milliseconds <= 0) return;
      const keep = 0.5 ** (milliseconds / halfLifeMs);
      average = average * keep + (pending / milliseconds) * 1000 * (1 - keep);
      weight = weight * keep + (1 - keep);
      pending = 0;
    },
    value: () => (weight === 0 ? 0 : average / weight),
  };
}

/** Seconds to go, or null while the speed says nothing. */
export function secondsLeft(bytes: number, bytesPerSecond: number): number | null {
  if (bytesPerSecond < 1) return null;
  return Math.ceil(bytes / bytesPerSecond);
}

/** One file under way. */
export interface FileProgress {
  readonly workspaceId: string;
  readonly size: number;
  readonly speed: Speed;
  /** Bytes handed to the system and not confirmed yet. */
  inFlight: number;
  /** The most that was shown. */
  shown: number;
}

/**
 * What to show: confirmed and in flight, never less than before, and never all of it before the service has
 * confirmed the last byte.
 */
export function shownBytes(file: FileProgress, confirmed: number): number {
  const claimed = Math.min(confirmed + file.inFlight, Math.max(file.size - 1, confirmed));
  file.shown = Math.max(file.shown, claimed);
  return file.shown;
}
