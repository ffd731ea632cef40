import type { ReviewedLine } from "../../../../preload/contract/review";
import { takePath } from "../../../../preload/facts/review";
import {
  lineSourcePath,
  sourcePath,
  sourcePreviewPath,
} from "../../../../preload/facts/source-paths";
import type { TimelineLine } from "../timeline/placed-lines";
import type { TimelineLines } from "../timeline/timeline-lines.svelte";
import { DeskPlayer, type PlayMode } from "./desk-player.svelte";
import { Preview, type PreviewOptions } from "./preview.svelte";
import type { PlacedSound } from "./scheduler";

/** What is heard before and after a take in its context, in milliseconds. */
const beforeMs = 2_000;
const afterMs = 1_000;
/** One step back, in milliseconds. */
const backMs = 2_000;
/** A take may end this much after its measured length, in milliseconds. */
const endSlackMs = 60;
/** The length of a source audio that is not read yet, in milliseconds. */
const unknownMs = 600_000;

export interface ListeningOptions {
  batch: { workspaceId: string; batchId: string };
  lines: TimelineLines;
  readPreview: PreviewOptions["read"];
  /** Called with the line at the playhead while everything is played. */
  onfollow: (line: ReviewedLine) => void;
  onfail: (mode: PlayMode) => void;
  /** Called with the takes that are heard, again and again while they are. */
  onheard: (takeId: number) => void;
}

/** What a reviewer listens to: a take, the original, both in their context, or everything. */
export class DeskListening {
  readonly player: DeskPlayer;
  /** Null for a batch without a video. */
  readonly video: HTMLVideoElement | null;
  /** Preview of a video whose picture cannot be shown. */
  readonly preview: Preview;
  #options: ListeningOptions;
  #followed: number | null = null;
  #mode: PlayMode = "take";
  /** Takes by the keys of their sounds. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  #takes = new Map<string, number>();

  constructor(hasVideo: boolean, options: ListeningOptions) {
    this.#options = options;
    this.video = hasVideo ? createVideo(sourcePath(options.batch)) : null;
    this.player = new DeskPlayer({
      video: this.video,
      onmove: (positionMs) => this.#follow(positionMs),
      onpictureproblem: () => this.preview.request(),
      onfail: () => options.onfail(this.#mode),
      onheard: (key) => {
        const takeId = this.#takes.get(key);
        if (takeId !== undefined) options.onheard(takeId);
      },
    });
    this.preview = new Preview({
      read: options.readPreview,
      onready: () => this.player.replacePicture(sourcePreviewPath(options.batch)),
    });
  }

  /** Whether lines belong to times of the video. */
  get isTimed(): boolean {
    return this.#options.lines.isTimed;
  }

  /** Plays a take of a line with the picture, or stops it if it is playing. */
  take(line: ReviewedLine, take: { id: number; durationMs: number }, isToggling = true): void {
    const key = String(take.id);
    if (this.#isStopped("take", key, isToggling)) return;
    const startMs = this.#placeOf(line).take;
    const gain = gainOf(line);
    const sound = { key: this.#takeUrl(take.id), startMs, durationMs: take.durationMs, gain };
    const untilMs = startMs + take.durationMs + endSlackMs;
    const sounds = [{ ...sound, durationMs: take.durationMs + endSlackMs }];
    void this.player.play({ mode: "take", key, fromMs: startMs, untilMs, soundsIn: () => sounds });
  }

  /** Plays the original of a line: of its slot in the video, or its own source audio. */
  original(line: ReviewedLine): void {
    const key = `original ${line.number}`;
    if (this.#isStopped("original", key, true)) return;
    const { slot } = this.#placeOf(line);
    if (this.video && this.isTimed && this.player.pictureProblem !== "format") {
      const span = { fromMs: slot.startMs, untilMs: slot.endMs };
      void this.player.play({ mode: "original", key, ...span, soundsIn: () => [] });
      return;
    }
    const url = lineSourcePath(this.#options.batch, line.number);
    const fromMs = slot.startMs;
    /** The length is known when the sound is read. */
    const lengthMs = () => (this.player.buffers.peek(url)?.duration ?? unknownMs / 1000) * 1000;
    const soundsIn = () => [{ key: url, startMs: fromMs, durationMs: lengthMs() }];
    const playback = {
      mode: "original" as const,
      key,
      fromMs,
      soundsIn,
      get untilMs() {
        return fromMs + lengthMs();
      },
    };
    void this.player.play(playback);
  }

  /** Plays the original with all takes, from 2 s before the take of a line to 1 s after it. */
  context(line: ReviewedLine): void {
    const key = `context ${line.number}`;
    if (this.#isStopped("context", key, true)) return;
    const { slot, take } = this.#placeOf(line);
    const endMs = Math.max(slot.endMs, take + (line.chosen?.durationMs ?? 0));
    const fromMs = Math.max(0, Math.min(slot.startMs, take) - beforeMs);
    const untilMs = endMs + afterMs;
    void this.player.play({ mode: "context", key, fromMs, untilMs, soundsIn: this.#soundsIn });
  }

  /** Plays everything from the playhead on. */
  on(): void {
    this.#mode = "on";
    this.#followed = null;
    const untilMs = this.video ? Infinity : this.#options.lines.endMs;
    const { positionMs } = this.player;
    const fromMs = positionMs >= untilMs ? 0 : positionMs;
    void this.player.play({ mode: "on", key: "on", fromMs, untilMs, soundsIn: this.#soundsIn });
  }

  stop(): void {
    this.player.stop();
  }

  back(): void {
    this.player.seek(this.player.positionMs - backMs);
  }

  /**
   * Moves the playhead to a line unless something is played, so that its take begins without a
   * delay.
   */
  cue(line: ReviewedLine): void {
    if (this.player.current === null) this.player.seek(this.#placeOf(line).take);
  }

  /** Decodes the takes of lines that are probably played next. */
  prefetch(lines: readonly (ReviewedLine | undefined)[]): void {
    const takes = lines.flatMap((line) => (line?.chosen ? [this.#takeUrl(line.chosen.id)] : []));
    this.player.buffers.prefetch(takes);
  }

  close(): void {
    this.preview.close();
    this.player.close();
    this.video?.removeAttribute("src");
    this.video?.load();
  }

  /** Remembers the mode; stops and returns true if exactly this is played. */
  #isStopped(mode: PlayMode, key: string, isToggling: boolean): boolean {
    this.#mode = mode;
    const { current } = this.player;
    if (!isToggling || current?.mode !== mode || current.key !== key) return false;
    this.player.stop();
    return true;
  }

  #takeUrl(takeId: number): string {
    const url = takePath({ workspaceId: this.#options.batch.workspaceId, takeId });
    this.#takes.set(url, takeId);
    return url;
  }

  #placeOf(line: ReviewedLine): { slot: { startMs: number; endMs: number }; take: number } {
    const found = this.#options.lines.find(line.number);
    const startMs = found?.startMs ?? line.startMs ?? 0;
    const endMs = found?.endMs ?? line.endMs ?? startMs;
    // The row is newer than the timeline: it is read again first.
    const offsetMs = this.isTimed ? line.offsetMs : 0;
    return { slot: { startMs, endMs }, take: Math.max(0, startMs + offsetMs) };
  }

  #soundsIn = (fromMs: number, toMs: number): PlacedSound[] =>
    this.#options.lines.in(fromMs, toMs).flatMap(({ line, take }: TimelineLine) =>
      take && take.startMs < toMs && take.endMs > fromMs
        ? [
            {
              key: this.#takeUrl(take.id),
              startMs: take.startMs,
              durationMs: take.endMs - take.startMs,
              gain: gainOf(line),
            },
          ]
        : [],
    );

  #follow(positionMs: number): void {
    if (this.player.current?.mode !== "on") return;
    const found = this.#options.lines.at(positionMs);
    if (!found || found.line.number === this.#followed) return;
    this.#followed = found.line.number;
    this.#options.onfollow(found.line);
  }
}

/** The factor of the level of a line. */
const gainOf = ({ levelDb }: ReviewedLine) => 10 ** (levelDb / 20);

function createVideo(url: string): HTMLVideoElement {
  const video = document.createElement("video");
  video.preload = "auto";
  video.src = url;
  video.disablePictureInPicture = true;
  video.tabIndex = -1;
  return video;
}
