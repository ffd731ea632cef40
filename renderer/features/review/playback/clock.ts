/**
 * The clock of a playback: the picture, or the sound of the computer without one. Positions are in
 * milliseconds.
 */
export interface Clock {
  positionMs(): number;
  /** False also while the picture waits for data. */
  isRunning(): boolean;
  /** Resolves when the clock runs; rejects if it cannot. */
  start(): Promise<void>;
  stop(): void;
  seek(ms: number): void;
}

/** Enough data to go on at the position. */
const haveFutureData = 3;
/** A position this close to the wanted one is not changed: seeking costs up to 100 ms. */
const sameMs = 1;

export const createVideoClock = (video: HTMLVideoElement): Clock => ({
  positionMs: () => video.currentTime * 1000,
  isRunning: () =>
    !video.paused && !video.seeking && !video.ended && video.readyState >= haveFutureData,
  start: () => video.play(),
  stop: () => video.pause(),
  seek(ms) {
    if (Math.abs(video.currentTime * 1000 - ms) > sameMs) video.currentTime = ms / 1000;
  },
});

/** `now`: the time of the sound device in seconds. */
export function createSoundClock(now: () => number): Clock {
  let positionMs = 0;
  /** When the clock was started; null while it is stopped. */
  let startedAt: number | null = null;
  const position = () =>
    startedAt === null ? positionMs : positionMs + (now() - startedAt) * 1000;
  return {
    positionMs: position,
    isRunning: () => startedAt !== null,
    start() {
      startedAt ??= now();
      return Promise.resolve();
    },
    stop() {
      positionMs = position();
      startedAt = null;
    },
    seek(ms) {
      positionMs = ms;
      if (startedAt !== null) startedAt = now();
    },
  };
}
