/** What an export is made of: the lines, takes and placements at its start. Later changes do not affect it. */
import { BlockedError, type DubbingDeps } from "../dubbing/deps";
import { openVideo } from "../dubbing/video";
import { HttpError } from "../http-error";
import { activeDubStates, type DubSubject } from "../rows/dubs/dub-port";
import type { ExportRequest } from "../rows/exports/export-port";
import type { ReviewedLanguage } from "../rows/review/review-port";
import { defaultFrameRate, frameOfTimecode } from "./formats/timecode";
import { createNames, languageTag } from "./names";
import { readLines, type SnapshotLines } from "./snapshot-lines";
import { timelineRate, type FrameRate, type Timeline, type TimelineLine } from "./timeline";

export interface SnapshotLanguage {
  /** Its folder in the delivery. */
  folder: string;
  timeline: Timeline;
  /** The location of each take in the store by its file in the timeline. */
  locations: Record<string, string>;
}

export interface Snapshot {
  batchId: string;
  /** The extension of dubbed videos, without a dot; null without a picture. */
  videoExtension: string | null;
  /** The path or the URL of the video; null without one. */
  videoPath: string | null;
  /** Channels of the mix; null if there is nothing to mix. */
  mixChannels: 1 | 2 | null;
  /** Whether the original sound stays below the dub. */
  keepsOriginal: boolean;
  languages: SnapshotLanguage[];
}

export type SnapshotDeps = Omit<DubbingDeps, "gallery" | "log" | "now"> & {
  /**
   * Resolves when the takes of a language and its findings follow from its present values. Rejects with the reason of the
   * signal.
   */
  settle: (language: ReviewedLanguage, signal: AbortSignal) => Promise<void>;
  /** See ServiceDurations. */
  comparisonWaitMs: number;
};

/** Where the picture has no timecode. */
const usualStartTimecode = "01:00:00:00";
const samplesPerMs = timelineRate / 1_000;
/** How often lines are read that change meanwhile. */
const maxAttempts = 3;
/** Rates that are fractions, by their usual decimals. Timecodes of 29.97 and 59.94 leave out numbers. */
const fractions: readonly [rate: number, FrameRate][] = [
  [23.976, { numerator: 24_000, denominator: 1_001, isDropFrame: false }],
  [29.97, { numerator: 30_000, denominator: 1_001, isDropFrame: true }],
  [59.94, { numerator: 60_000, denominator: 1_001, isDropFrame: true }],
  [47.952, { numerator: 48_000, denominator: 1_001, isDropFrame: false }],
];

/** A timecode of the picture shows whether numbers are left out. */
export function frameRateOf(
  framesPerSecond: number | null,
  timecode: string | null = null,
): FrameRate {
  if (framesPerSecond === null || framesPerSecond < 1) return defaultFrameRate;
  const fraction = fractions.find(([rate]) => Math.abs(rate - framesPerSecond) < 0.005)?.[1];
  if (fraction) {
    const isDropFrame = fraction.isDropFrame && (timecode === null || timecode.includes(";"));
    return { ...fraction, isDropFrame };
  }
  return { numerator: Math.round(framesPerSecond), denominator: 1, isDropFrame: false };
}

interface Picture {
  length: number | null;
  frameRate: FrameRate;
  startTimecode: string | null;
  /** Relative to the folder of the language. */
  file: string | null;
}

async function pictureOf(deps: SnapshotDeps, dub: DubSubject, signal: AbortSignal) {
  if (dub.projectType !== "media-dubbing")
    return { facts: null, extension: null, frameRate: defaultFrameRate, startTimecode: null };
  const { facts } = await openVideo(deps, dub, { signal });
  const extension = deps.engine.media.outputExtension(facts);
  const startTimecode = facts.video?.startTimecode ?? null;
  const frameRate = frameRateOf(facts.video?.frameRate ?? null, startTimecode);
  return { facts, extension, frameRate, startTimecode };
}

/**
 * Reads what an export needs. Lines are in order, and without times if they have no position on a timeline.
 * @throws BlockedError if the video cannot be read, or a language has no dub; HttpError 409 if it changes all the time.
 */
export async function takeSnapshot(
  deps: SnapshotDeps,
  batchId: string,
  request: Pick<ExportRequest, "languages" | "parts" | "naming">,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { languages, parts } = request;
  const found: SnapshotLanguage[] = [];
  const snapshot: Snapshot = {
    ...{ batchId, videoExtension: null, videoPath: null, mixChannels: null, keepsOriginal: false },
    languages: found,
  };
  const names = createNames();
  for (const languageId of languages) {
    const dub = await deps.store.findDub(batchId, languageId);
    if (!dub) throw new BlockedError(`languages: ${languageId} has no dub`);
    // The video first: opening it may take time, in which lines change.
    const { facts, extension, frameRate, startTimecode } = await pictureOf(deps, dub, signal);
    const folder = names.unique(languageTag(languageId), "");
    const { lines, locations } = await readSettledLines(deps, dub, request, signal);
    if (facts) {
      snapshot.videoExtension = extension;
      snapshot.videoPath = dub.videoPath;
      snapshot.keepsOriginal = dub.settings["removeBackgroud"] === false && facts.audio !== null;
      snapshot.mixChannels = snapshot.keepsOriginal && facts.audio?.channels !== 1 ? 2 : 1;
    }
    const picture: Picture = {
      ...{ frameRate, startTimecode },
      length: facts && Math.round(facts.durationMs * samplesPerMs),
      file:
        extension === null || !parts.includes("video")
          ? null
          : `video/${languageTag(languageId)}.${extension}`,
    };
    found.push({ folder, timeline: timelineOf(dub, lines, picture), locations });
  }
  // Without times there is nothing to sum.
  if (snapshot.mixChannels === null && found.some(({ timeline }) => timeline.length > 0))
    snapshot.mixChannels = 1;
  return snapshot;
}

/**
 * The lines with the takes and findings that follow from their texts, voices and glossary, all of one time. While takes
 * are made, the findings may be of former takes: such lines are not approved. @throws HttpError 409
 */
async function readSettledLines(
  deps: SnapshotDeps,
  dub: DubSubject,
  { parts, naming }: Pick<ExportRequest, "parts" | "naming">,
  signal: AbortSignal,
): Promise<SnapshotLines> {
  const { store } = deps;
  const isBeingMade = activeDubStates.some((state) => state === dub.state);
  const hasAllTakes = parts.includes("session") || parts.includes("timeline");
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await settle(deps, dub, signal);
    const read = await readLines(deps, dub, { hasAllTakes, naming });
    const isDue =
      (await store.isPlanDue(dub.batchId, dub.languageId)) ||
      (!isBeingMade && (await store.areFindingsDue(dub)));
    if (read && !isDue) return read;
    signal.throwIfAborted();
  }
  throw new HttpError(409, `languages: ${dub.languageId} is being changed; repeat the request`);
}

/** @throws HttpError 409 after `comparisonWaitMs`. */
async function settle(deps: SnapshotDeps, dub: DubSubject, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(deps.comparisonWaitMs);
  try {
    await deps.settle(dub, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || !timeout.aborted) throw error;
    throw new HttpError(
      409,
      `languages: the takes of ${dub.languageId} are being compared with its texts; repeat the request later`,
    );
  }
}

/** A timecode that does not exist at the frame rate is not used. */
const startFrameOf = ({ startTimecode, frameRate }: Picture): number =>
  frameOfTimecode(startTimecode ?? usualStartTimecode, frameRate) ??
  frameOfTimecode(usualStartTimecode, frameRate) ??
  0;

function timelineOf(dub: DubSubject, lines: TimelineLine[], picture: Picture): Timeline {
  const end = lines.reduce((last, { start, takes, slot }) => {
    const take = takes.find(({ isChosen }) => isChosen);
    const takeEnd = start === null || !take ? 0 : start + take.length;
    return Math.max(last, takeEnd, slot?.end ?? 0);
  }, 0);
  return {
    ...{ project: dub.projectName, batch: dub.batchName, languageId: dub.languageId, lines },
    characters: [...new Set(lines.map(({ character }) => character))],
    length: picture.length ?? end,
    frameRate: picture.frameRate,
    startFrame: startFrameOf(picture),
    video: picture.file,
  };
}
