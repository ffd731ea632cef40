/** Speed and remaining time of transfers. The displayed bytes of an active file never decrease. */

/** An exponential moving average of bytes per second. */
export interface Speed {
  add(bytes: number): void;
  /** Ends an interval of this many milliseconds. */
  tick(milliseconds: number): void;
  /** Bytes per second. */
  value(): number;
}

export function createSpeed(halfLifeMs = 5_000): Speed {
  let pending = 0;
  let average = 0;
  // The total weight of all intervals: without it the initial zero would lower the first averages.
  let weight = 0;
  return {
    add(bytes) {
      if (bytes > 0) pending += bytes;
    },
    tick(milliseconds) {
      if (milliseconds <= 0) return;
      const decay = 0.5 ** (milliseconds / halfLifeMs);
      average = average * decay + (pending / milliseconds) * 1000 * (1 - decay);
      weight = weight * decay + (1 - decay);
      pending = 0;
    },
    value: () => (weight === 0 ? 0 : average / weight),
  };
}

/** Remaining seconds, or null while the speed is unknown. */
export function secondsLeft(bytes: number, bytesPerSecond: number): number | null {
  if (bytesPerSecond < 1) return null;
  return Math.ceil(bytes / bytesPerSecond);
}

/** One active file. */
export interface FileProgress {
  readonly workspaceId: string;
  readonly size: number;
  readonly speed: Speed;
  /** Bytes of the parts that are stored as confirmed by the service. */
  confirmed: number;
  /** Other bytes that the system has accepted. */
  inFlight: number;
  /** The largest number that was displayed. */
  shown: number;
}

/**
 * The bytes to display: confirmed and in flight, never fewer than before, and never the whole size before the service
 * has confirmed the last byte.
 */
export function shownBytes(file: FileProgress): number {
  const { confirmed } = file;
  const estimate = Math.min(confirmed + file.inFlight, Math.max(file.size - 1, confirmed));
  file.shown = Math.max(file.shown, estimate);
  return file.shown;
}
