import { createSoundClock, createVideoClock, type Clock } from "./clock";
import { SoundScheduler, aheadMs, type PlacedSound } from "./scheduler";
import { SoundBuffers } from "./sound-buffers";
import { duckedGain, openSoundOutput, type SoundOutput } from "./sound-output";

/**
 * What is played: a take, the original, a take with what is before and after it, or everything from
 * the playhead on.
 */
export type PlayMode = "take" | "original" | "context" | "on";

export interface Playback {
  mode: PlayMode;
  /** Names what is played, for the view. */
  key: string;
  fromMs: number;
  /** Infinity for the end of everything. */
  untilMs: number;
  /** The sounds that begin before `toMs` and end after `fromMs`. */
  soundsIn: (fromMs: number, toMs: number) => readonly PlacedSound[];
}

/** Milliseconds between two comparisons of the sounds with the clock. */
const tickMs = 40;

/** Why there is no picture. */
export type PictureProblem = "format" | "picture";

export interface DeskPlayerOptions {
  /**
   * The picture; null for a batch without a video. It has no controls, and its sound goes through
   * the output.
   */
  video: HTMLVideoElement | null;
  /** Called with the position while something plays. */
  onmove?: (positionMs: number) => void;
  /** Called with the keys of the sounds that are heard, again and again while they are. */
  onheard?: (key: string) => void;
  /** Called when the picture cannot be shown. */
  onpictureproblem?: () => void;
  /** Called when a sound cannot be played. */
  onfail: () => void;
}

/**
 * Plays takes with the picture of the original. The picture is the clock; without one, the sound
 * device is.
 */
export class DeskPlayer {
  /** What is played or being started; null for nothing. */
  current = $state.raw<Pick<Playback, "mode" | "key"> | null>(null);
  /** The playhead, in milliseconds of the original. */
  positionMs = $state(0);
  pictureProblem = $state<PictureProblem | null>(null);
  readonly buffers = new SoundBuffers();
  #options: DeskPlayerOptions;
  #output: SoundOutput | null = null;
  /** The picture, unless there is none or it cannot be played. */
  #ownClock: Clock;
  /** The one in use: a take that is longer than the picture goes on without it. */
  #clock: Clock;
  #scheduler: SoundScheduler<AudioBuffer> | null = null;
  #playback: Playback | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #listening = new AbortController();

  constructor(options: DeskPlayerOptions) {
    this.#options = options;
    const { video } = options;
    this.#ownClock = video ? createVideoClock(video) : this.#soundClock();
    this.#clock = this.#ownClock;
    const { signal } = this.#listening;
    video?.addEventListener("error", () => this.#losePicture(), { signal });
    video?.addEventListener(
      "loadedmetadata",
      () => {
        if (video.videoWidth === 0) this.#reportPicture("picture");
      },
      { signal },
    );
    video?.addEventListener("playing", () => this.#tick(), { signal });
  }

  /** The key of what is played, for the lists of takes. */
  get playing(): string | null {
    return this.current?.key ?? null;
  }

  /**
   * Starts a playback in place of the present one. Resolves when it runs, or was stopped before.
   */
  async play(playback: Playback): Promise<void> {
    this.stop();
    this.#playback = playback;
    this.current = { mode: playback.mode, key: playback.key };
    const { mode, fromMs } = playback;
    const isCurrent = () => this.#playback === playback;
    this.#clock = this.#ownClock;
    this.#clock.seek(fromMs);
    this.positionMs = fromMs;
    try {
      const output = this.#open();
      const first = playback.soundsIn(fromMs, fromMs + 1).map(({ key }) => key);
      await Promise.all([output.resume(), ...first.map((key) => this.buffers.get(key))]);
      if (!isCurrent()) return;
      output.setOriginalGain(mode === "original" ? 1 : 0);
      await this.#clock.start();
      if (!isCurrent()) return;
    } catch {
      if (!isCurrent()) return;
      this.stop();
      this.#options.onfail();
      return;
    }
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#tick();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#playback = null;
    this.current = null;
    this.#scheduler?.stop();
    this.#output?.setOriginalGain(0);
    this.#clock.stop();
    this.#clock = this.#ownClock;
  }

  /** Moves the playhead. What is played goes on from there. */
  seek(ms: number): void {
    const to = Math.max(0, ms);
    this.#scheduler?.stop();
    this.#clock.seek(to);
    this.positionMs = to;
  }

  /**
   * Plays a file in place of the one whose picture cannot be shown. What is played goes on at its
   * position.
   */
  replacePicture(url: string): void {
    const { video } = this.#options;
    if (!video) return;
    const playback = this.#playback;
    const { positionMs, pictureProblem } = this;
    this.stop();
    video.src = url;
    this.pictureProblem = null;
    this.#ownClock = createVideoClock(video);
    this.#clock = this.#ownClock;
    this.#clock.seek(positionMs);
    // Without a video, the original is the sound of a line.
    if (playback && (playback.mode !== "original" || pictureProblem === "picture"))
      void this.play({ ...playback, fromMs: positionMs });
  }

  /** Releases the sound device. */
  close(): void {
    this.stop();
    this.#listening.abort();
    this.#output?.close();
  }

  #soundClock = (): Clock => createSoundClock(() => this.#output?.now() ?? 0);

  #open(): SoundOutput {
    if (this.#output) return this.#output;
    const output = openSoundOutput(this.#options.video);
    this.#output = output;
    this.#scheduler = new SoundScheduler({
      now: output.now,
      bufferOf: (key) => this.buffers.peek(key),
      start: output.start,
    });
    return output;
  }

  #reportPicture(problem: PictureProblem): void {
    this.pictureProblem = problem;
    this.#options.onpictureproblem?.();
  }

  /** The file cannot be played: takes are heard without it. */
  #losePicture(): void {
    this.#reportPicture("format");
    const playback = this.#playback;
    this.stop();
    this.#ownClock = this.#soundClock();
    this.#clock = this.#ownClock;
    if (playback && playback.mode !== "original")
      void this.play({ ...playback, fromMs: this.positionMs });
  }

  /** Goes on with the clock of the sound device from the end of the picture. */
  #outlastPicture(): void {
    const positionMs = this.#clock.positionMs();
    this.#clock = this.#soundClock();
    this.#clock.seek(positionMs);
    void this.#clock.start();
  }

  #tick(): void {
    const playback = this.#playback;
    if (!playback || !this.#scheduler) return;
    const { mode, untilMs, soundsIn } = playback;
    const positionMs = this.#clock.positionMs();
    const hasPictureEnded = this.#clock === this.#ownClock && this.#options.video?.ended === true;
    if (hasPictureEnded && mode !== "original" && Number.isFinite(untilMs)) this.#outlastPicture();
    else if (hasPictureEnded || positionMs >= untilMs) {
      this.stop();
      return;
    }
    this.positionMs = positionMs;
    this.#options.onmove?.(positionMs);
    const sounds = soundsIn(positionMs, positionMs + aheadMs);
    this.buffers.prefetch(sounds.map(({ key }) => key));
    const isRunning = this.#clock.isRunning();
    this.#scheduler.update(positionMs, isRunning, sounds);
    const heard = sounds.filter(
      ({ startMs, durationMs }) => startMs <= positionMs && startMs + durationMs > positionMs,
    );
    for (const { key } of heard)
      if (isRunning && this.buffers.peek(key)) this.#options.onheard?.(key);
    if (mode === "context" || mode === "on") {
      this.#output?.setOriginalGain(heard.length > 0 ? duckedGain : 1);
    }
  }
}
