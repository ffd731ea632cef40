import { pause } from "../../../common/retry";

/** A token bucket shared by all open requests of this process, in any of its threads. */
export interface Bandwidth {
  /**
   * Resolves when some of these bytes may be sent, with their number: the bytes of 100 ms at most.
   */
  take(bytes: number, signal: AbortSignal): Promise<number>;
  /**
   * Sets the limit in bytes per second, 0 for none. Applies at once, also to requests that wait in
   * `take`.
   */
  limit(bytesPerSecond: number): void;
  /** The state of the bucket. Another thread shares it with `shareBandwidth`. */
  readonly memory: SharedArrayBuffer;
}

/**
 * The fields of the shared state: the rate in bytes per second, until when the granted bytes last,
 * in nanoseconds, and the number of changes of the rate.
 */
const field = { rate: 0, usedUntil: 1, changes: 2 } as const;
const nanosecondsPerMillisecond = 1_000_000n;
const nanosecondsPerSecond = 1_000_000_000n;
/** A burst is at most the bytes of this time. */
const burst = 250n * nanosecondsPerMillisecond;
/**
 * Bytes are granted in portions of this part of a second, and the rate is checked again after it:
 * over ten seconds the bytes differ from the limit by 2.5 % of a burst and one percent of a portion
 * at most.
 */
const portionsPerSecond = 10n;
const maxWaitMs = 100;

/** `now`: nanoseconds of a clock that is the same in all threads. */
export function createBandwidth(
  bytesPerSecond: number,
  now: () => bigint = process.hrtime.bigint,
): Bandwidth {
  const memory = new SharedArrayBuffer(Object.keys(field).length * BigInt64Array.BYTES_PER_ELEMENT);
  const bandwidth = shareBandwidth(memory, now);
  bandwidth.limit(bytesPerSecond);
  return bandwidth;
}

/** The bucket of another thread. */
export function shareBandwidth(
  memory: SharedArrayBuffer,
  now: () => bigint = process.hrtime.bigint,
): Bandwidth {
  const state = new BigInt64Array(memory);

  /** Grants the bytes; returns when they may be sent. */
  function grant(bytes: number, rate: bigint): bigint {
    const duration = (BigInt(bytes) * nanosecondsPerSecond) / rate;
    for (;;) {
      const usedUntil = Atomics.load(state, field.usedUntil);
      const earliest = now() - burst;
      const next = (usedUntil > earliest ? usedUntil : earliest) + duration;
      // Another thread may have granted bytes meanwhile.
      if (Atomics.compareExchange(state, field.usedUntil, usedUntil, next) === usedUntil)
        return next;
    }
  }

  return {
    memory,
    async take(bytes, signal) {
      for (;;) {
        const changes = Atomics.load(state, field.changes);
        const rate = Atomics.load(state, field.rate);
        if (rate === 0n) return bytes;
        const portion = Math.min(bytes, Number(rate / portionsPerSecond));
        const until = grant(portion, rate);
        // A grant of another rate is void.
        while (changes === Atomics.load(state, field.changes)) {
          const wait = Number(until - now()) / Number(nanosecondsPerMillisecond);
          if (wait <= 0) return portion;
          await pause(Math.min(wait, maxWaitMs), signal);
        }
      }
    },
    limit(bytesPerSecond) {
      Atomics.store(state, field.rate, BigInt(withMinimum(Math.floor(bytesPerSecond))));
      Atomics.store(state, field.usedUntil, now());
      Atomics.add(state, field.changes, 1n);
    },
  };
}

/** At a slower rate the stall detector would abort requests. */
function withMinimum(bytesPerSecond: number): number {
  return bytesPerSecond === 0 ? 0 : Math.max(bytesPerSecond, 16 * 1024);
}
