/**
 * A language of a batch as it is delivered: its lines with all takes on a timeline. The writers of
 * files take it as their only input, so that equal timelines have equal files.
 */
import type { Appearance } from "../../../preload/facts/appearance";
import type { CheckSeverity } from "../../../preload/facts/checks";
import type { LineState } from "../../../preload/facts/review";
import type { FrameRate } from "../../../preload/facts/timecode";

export type { FrameRate };

/** Samples per second of all positions and lengths. */
export const timelineRate = 48_000;

export interface TimelineTake {
  /** Index of the variant, from 0. */
  variant: number;
  /** The path of its file, relative to the folder of the language, with "/". */
  file: string;
  /** Samples. */
  length: number;
  /** LUFS; null if the take is too short for a measurement. */
  loudness: number | null;
  /** dBTP; null for silence. */
  truePeak: number | null;
  voice: string;
  /** Hertz of the voice's own sound; the file has a higher rate. Null if unknown. */
  bandwidth: number | null;
  isChosen: boolean;
}

interface TimelineComment {
  /** The position on the timeline in samples; null for a line without times. */
  at: number | null;
  /** The end of the span that it is about; absent for a moment. */
  end?: number | undefined;
  text: string;
  by: string;
  /** Of a reply: whether its comment is resolved. */
  isResolved: boolean;
  /** Who resolved it or opened it again last; absent if that is unknown. */
  stateBy?: string | undefined;
  /** When that was, in milliseconds since 1970; absent if it is unknown. */
  stateAt?: number | undefined;
  /** A reply to the comment before it, and to the replies between them. */
  isReply?: boolean | undefined;
}

interface TimelineCheck {
  name: string;
  severity: CheckSeverity;
  /** What was found, in English. */
  detail: string;
  /** The name of the person who ignored it; null if it is not ignored. */
  ignoredBy: string | null;
}

export interface TimelineLine {
  /** Number of the line, from 1, in the order of the script. */
  number: number;
  lineId: string;
  character: string;
  /** The location of its source audio as the script names it, or "". */
  sourceAudio: string;
  source: string;
  text: string;
  /** The span of the line in samples; null for a script without times. */
  slot: { start: number; end: number } | null;
  /** Where its take begins, in samples; null if the line has no place on the timeline. */
  start: number | null;
  /** How the script shows its subtitle; absent for the usual way. */
  appearance?: Appearance | undefined;
  /**
   * Decibels by which its takes are delivered louder than their files in the workspace; absent for
   * 0. The levels of its takes include it.
   */
  levelDb?: number | undefined;
  /** The factor of the chosen take's speed. */
  speed: number;
  state: LineState;
  /** The name of the person who decided, or "". */
  decidedBy: string;
  /** Why it was rejected, or "". */
  reason: string;
  /** Takes in the order of their variants. */
  takes: TimelineTake[];
  comments: TimelineComment[];
  checks: TimelineCheck[];
}

export interface Timeline {
  project: string;
  batch: string;
  /** Id of the language in the interface, such as "es-es". */
  languageId: string;
  /** The names of the characters in the order of their first lines. */
  characters: string[];
  /**
   * Samples from the first to the last frame of the picture; without a picture, to the end of the
   * last take.
   */
  length: number;
  frameRate: FrameRate;
  /** The timecode of the first frame, as a number of frames. */
  startFrame: number;
  /** The same number in the file of the picture; absent if it has no other one. */
  pictureStart?: number | undefined;
  /** Whether the file of the picture has drop-frame timecodes; absent if as in the timeline. */
  isPictureDropFrame?: boolean | undefined;
  /** The path of the video relative to the folder of the language; null without one. */
  video: string | null;
  lines: TimelineLine[];
}

export const pictureStartOf = ({ pictureStart, startFrame }: Timeline): number =>
  pictureStart ?? startFrame;

/** The take that is delivered, or undefined. */
export const chosenTake = (line: TimelineLine): TimelineTake | undefined =>
  line.takes.find(({ isChosen }) => isChosen);

/** The items of each key, in order. */
export function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Seconds with the number of decimals that keeps a position exact to a fraction of a sample. */
export const secondsOf = (samples: number): number => samples / timelineRate;

/** Milliseconds, rounded. */
export const millisecondsOf = (samples: number): number =>
  Math.round((samples * 1_000) / timelineRate);
