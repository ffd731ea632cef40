/** Speed, remaining time and displayed bytes of transfers. */

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

/** How the remaining time is estimated; times are in milliseconds. */
const remainingTimeRules = {
  /**
   * The average speed is slower than the displayed one: a remaining time of hours must not follow
   * each second.
   */
  speedHalfLifeMs: 20_000,
  /** No estimate before this time of transfer. */
  hiddenMs: 5_000,
  /**
   * After this time without a byte there is no estimate, and a new one begins with the next byte.
   */
  idleMs: 10_000,
  /** The estimate approaches a different value with this half-life. */
  approachHalfLifeMs: 5_000,
  /**
   * At once if the remaining bytes changed by this share for another reason than transfer: files
   * were added or removed.
   */
  changeOfWork: 0.25,
} as const;

/** The remaining time of a transfer. */
export interface RemainingTime {
  /**
   * Bytes were accepted by the system. Negative numbers, for bytes that are sent again, are
   * ignored.
   */
  add(bytes: number): void;
  /** Ends an interval; `bytesLeft` have to be sent, including those that are sent again. */
  tick(milliseconds: number, bytesLeft: number): void;
  /** Seconds; null while unknown. */
  seconds(): number | null;
  /** Whether no byte was transferred for `idleMs`. */
  isIdle(): boolean;
}

/**
 * The estimate counts down and does not jump: a change of speed, or a part that is sent again,
 * moves it gradually.
 */
export function createRemainingTime(): RemainingTime {
  const rules = remainingTimeRules;
  let speed = createSpeed(rules.speedHalfLifeMs);
  let age = 0;
  let idle = 0;
  let moved = 0;
  let before: { seconds: number; bytesLeft: number } | null = null;

  function estimate(milliseconds: number, bytesLeft: number): number | null {
    const rate = speed.value();
    if (age < rules.hiddenMs || rate < 1) return null;
    const target = bytesLeft / rate;
    if (!before) return target;
    const unexplained = Math.abs(bytesLeft - (before.bytesLeft - moved));
    if (unexplained > rules.changeOfWork * before.bytesLeft) return target;
    const expected = Math.max(0, before.seconds - milliseconds / 1000);
    return expected + (target - expected) * (1 - 0.5 ** (milliseconds / rules.approachHalfLifeMs));
  }

  return {
    add(bytes) {
      if (bytes > 0) moved += bytes;
    },
    tick(milliseconds, bytesLeft) {
      if (milliseconds <= 0) return;
      idle = moved > 0 ? 0 : idle + milliseconds;
      if (idle >= rules.idleMs) {
        speed = createSpeed(rules.speedHalfLifeMs);
        age = 0;
        before = null;
        return;
      }
      speed.add(moved);
      speed.tick(milliseconds);
      age += milliseconds;
      const seconds = estimate(milliseconds, bytesLeft);
      before = seconds === null ? null : { seconds, bytesLeft };
      moved = 0;
    },
    seconds: () => (before ? Math.ceil(before.seconds) : null),
    isIdle: () => idle >= rules.idleMs,
  };
}

/**
 * The bytes of an unfinished upload to display: never its whole size, which only a finished one
 * has.
 */
export function unfinishedBytes(size: number, sentBytes: number): number {
  return Math.min(sentBytes, Math.max(0, size - 1));
}
