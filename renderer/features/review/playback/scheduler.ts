/** Sounds are scheduled this much before their begin, in milliseconds. */
export const aheadMs = 2_000;
/** A sound that is off by more than this is started again at its right place, in milliseconds. */
const maxDriftMs = 40;

/** A sound at its place on the clock. */
export interface PlacedSound {
  /** Unique; the sound is read by it. */
  key: string;
  startMs: number;
  durationMs: number;
  /** A factor; 1 by default. */
  gain?: number;
}

export interface SchedulerDeps<Sound> {
  /** The time of the sound device in seconds. */
  now: () => number;
  /** Undefined while the sound is not decoded. */
  bufferOf: (key: string) => Sound | undefined;
  /**
   * Starts a sound at a time of the device, `offset` seconds after its begin, with a factor for its
   * gain. Returns a function that stops it.
   */
  start: (buffer: Sound, when: number, offset: number, gain: number) => () => void;
}

/**
 * Starts sounds so that they are in time with a clock. The picture is the clock; its rate and that
 * of the sound device differ, and it can wait for data, so each sound is compared with it while it
 * plays.
 */
export class SoundScheduler<Sound> {
  #deps: SchedulerDeps<Sound>;
  /** `zero`: when the begin of the sound is or was heard, in seconds of the device. */
  #started = new Map<string, { zero: number; gain: number; stop: () => void }>();

  constructor(deps: SchedulerDeps<Sound>) {
    this.#deps = deps;
  }

  /** Sounds that are scheduled or playing. */
  get count(): number {
    return this.#started.size;
  }

  /**
   * Call at least every 100 ms. `sounds`: those near the position, whose placement may have
   * changed.
   */
  update(positionMs: number, isRunning: boolean, sounds: readonly PlacedSound[]): void {
    if (!isRunning) {
      this.stop();
      return;
    }
    const now = this.#deps.now();
    const wanted = new Map(
      sounds
        .filter(
          ({ startMs, durationMs }) =>
            startMs < positionMs + aheadMs && startMs + durationMs > positionMs,
        )
        .map((sound) => [sound.key, sound]),
    );
    for (const [key, { stop }] of [...this.#started])
      if (!wanted.has(key)) {
        stop();
        this.#started.delete(key);
      }
    for (const [key, { startMs, gain = 1 }] of wanted) {
      const zero = now + (startMs - positionMs) / 1000;
      const started = this.#started.get(key);
      const isInTime = started && Math.abs(started.zero - zero) * 1000 <= maxDriftMs;
      if (isInTime && started.gain === gain) continue;
      const buffer = this.#deps.bufferOf(key);
      if (buffer === undefined) continue;
      started?.stop();
      const stop = this.#deps.start(buffer, Math.max(now, zero), Math.max(0, now - zero), gain);
      this.#started.set(key, { zero, gain, stop });
    }
  }

  stop(): void {
    for (const { stop } of this.#started.values()) stop();
    this.#started.clear();
  }
}
