/**
 * What an export is made of: the lines, takes and placements at its start. Later changes do not
 * affect it.
 */
import { messageText } from "../../../preload/facts/service-messages";
import { startAt } from "../../../preload/facts/timecode";
import type { FindingRows } from "../rows/review/finding-port";
import type { ProjectRows } from "../rows/projects/project-port";
import { BlockedError, type Engine } from "../engine/engine";
import { EngineError, type ChannelCount } from "../engine/ports";
import type { DubbingDeps, VideoRows } from "../dubbing/deps";
import { bedPathOf, holdsLastFrame, locateBed, soundTrackOf } from "../dubbing/video";
import { HttpError, invalid } from "../common/http-error";
import {
  isActiveDub,
  type DubSubject,
  type DubRows,
  type DubPlanRows,
} from "../rows/dubs/dub-port";
import type { ExportRequest } from "../../../preload/local-service/exports";
import type { ReviewedLanguage } from "../rows/review/review-port";
import { defaultFrameRate } from "./formats/timecode";
import { createNames, languageTag } from "./names";
import { readPicture, startFrameOf, withPicture, type Picture } from "./picture";
import { readLines, type SnapshotLines, type SnapshotRows } from "./snapshot-lines";
import { snapshotSchema } from "./snapshot-schema";
import type { Timeline, TimelineLine } from "./timeline";

export interface SnapshotLanguage {
  /** Its folder in the delivery. */
  folder: string;
  timeline: Timeline;
  /** The location of each take in the store by its file in the timeline. */
  locations: Record<string, string>;
  /**
   * The SHA-256 of each take, likewise, in hexadecimal; absent in a snapshot of an earlier version.
   */
  hashes?: Record<string, string> | undefined;
  /**
   * Takes whose names have a number, since others have the same, or are cut; absent in a snapshot
   * of an earlier version.
   */
  renamed?: number | undefined;
}

/** Of another one, an unfinished export of a former version cannot be continued. */
const snapshotFormat = 3;

export interface Snapshot {
  format: number;
  batchId: string;
  /** Null for a batch without one. */
  picture: Picture | null;
  /** Whether the settings of the batch keep the original sound below the dub. */
  keepsOriginal: boolean;
  /** Whether the last frame is held for longer takes; absent in a snapshot of a former version. */
  holdsLastFrame?: boolean | undefined;
  /** The path in the gallery of the music and effects; null or absent for none. */
  bedPath?: string | null | undefined;
  /** Its channels, if the mix is to have those of its source; null or absent if not known. */
  bedChannels?: number | null | undefined;
  /** Whether MP3 can be written; absent if it is not requested. */
  hasMp3?: boolean | undefined;
  /** The timecode of the first frame; absent for that of the picture. */
  startTimecode?: string | undefined;
  /** See MediaOptions. An export of a former version has none. */
  soundTrack?: number | null | undefined;
  /** The language of the original sound; null if it is not known. */
  originalLanguageId: string | null;
  languages: SnapshotLanguage[];
}

export type SnapshotDeps = Pick<DubbingDeps, "objects" | "sources" | "outside"> & {
  /** A snapshot uses only the media provider of the engine. */
  engine: Pick<Engine, "media">;
  store: VideoRows &
    SnapshotRows &
    Pick<DubRows, "findDub"> &
    Pick<DubPlanRows, "isPlanDue"> &
    Pick<FindingRows, "areFindingsDue"> &
    Pick<ProjectRows, "findProject">;
  /**
   * Resolves when the takes of a language and its findings follow from its present values. Rejects
   * with the reason of the signal.
   */
  settle: (language: ReviewedLanguage, signal: AbortSignal) => Promise<void>;
  /** See ServiceDurations. */
  comparisonWaitMs: number;
};

/** What makes the files of a snapshot. */
export type DeliveryDeps = SnapshotDeps & { engine: Engine };

/** How often lines are read that change meanwhile. */
const maxAttempts = 3;

/**
 * Reads what an export needs. Lines are in order, and without times if they have no position on a
 * timeline. A video at a URL is not downloaded.
 * @throws BlockedError if a language has no dub, or as `completeSnapshot`; HttpError 409 while it
 * is changed, and 400 for a start timecode that does not exist at the rate of the picture.
 */
export async function takeSnapshot(
  deps: SnapshotDeps,
  batchId: string,
  request: Pick<
    ExportRequest,
    "languages" | "parts" | "naming" | "nameTemplate" | "mix" | "startTimecode"
  >,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { languages } = request;
  const snapshot: Snapshot = {
    format: snapshotFormat,
    batchId,
    picture: null,
    keepsOriginal: false,
    originalLanguageId: null,
    languages: [],
    ...(request.startTimecode === undefined ? {} : { startTimecode: request.startTimecode }),
  };
  if (request.parts.includes("audiobook"))
    snapshot.hasMp3 = await deps.engine.media.canWriteBooks();
  const names = createNames();
  for (const languageId of languages) {
    const dub = await deps.store.findDub(batchId, languageId);
    if (!dub)
      throw new BlockedError(
        `languages: ${messageText("delivery-no-dub", { language: languageId })}`,
      );
    if (dub.projectType === "media-dubbing") {
      // Before the lines: reading it takes time, in which they may change.
      snapshot.picture ??= await readPicture(deps, dub, { signal, mayDownload: false });
      const project = await deps.store.findProject(dub.projectId);
      snapshot.originalLanguageId = project?.sourceLanguage ?? null;
      snapshot.keepsOriginal = dub.settings["removeBackgroud"] === false;
      snapshot.soundTrack = soundTrackOf(dub.settings);
      snapshot.holdsLastFrame = holdsLastFrame(dub.settings, dub.videoPath);
      snapshot.bedPath = bedPathOf(dub.settings);
      if (request.mix === "source" && snapshot.bedPath !== null)
        snapshot.bedChannels ??= await readBedChannels(deps, snapshot.bedPath, signal);
    }
    const { lines, locations, hashes, renamed } = await readSettledLines(
      deps,
      dub,
      request,
      signal,
    );
    const folder = names.unique(languageTag(languageId), "");
    snapshot.languages.push({
      folder,
      timeline: timelineOf(dub, lines),
      locations,
      hashes,
      renamed,
    });
  }
  try {
    return completeSnapshot(snapshot, snapshot.picture);
  } catch (error) {
    if (error instanceof StartTimecodeError) throw invalid("startTimecode", error.message);
    throw error;
  }
}

/** A start timecode does not exist at the rate of the timeline. The message is shown to users. */
export class StartTimecodeError extends Error {}

/**
 * The timeline with a start timecode in place of its own.
 * @throws StartTimecodeError
 */
function withStart(timeline: Timeline, at: string | undefined): Timeline {
  if (at === undefined) return timeline;
  const { frameRate, startFrame: pictureStart } = timeline;
  const start = startAt(frameRate, at);
  const { isDropFrame: isPictureDropFrame } = frameRate;
  if (start) return { ...timeline, ...start, pictureStart, isPictureDropFrame };
  const rate = Number((frameRate.numerator / frameRate.denominator).toFixed(3));
  throw new StartTimecodeError(messageText("delivery-start-timecode", { at, rate }));
}

/** Null for a file that is missing or cannot be read, which the delivery reports. */
async function readBedChannels(
  deps: SnapshotDeps,
  bedPath: string,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const bed = await locateBed(deps, bedPath);
    const facts = await bed.withFile((file) => deps.engine.media.probe(file, { signal }), signal);
    return facts.audio?.channels ?? null;
  } catch (error) {
    if (error instanceof BlockedError || error instanceof EngineError) return null;
    throw error;
  }
}

/** A stored snapshot; null for one of another version or form. */
export function readSnapshot(stored: string): Snapshot | null {
  let json: unknown;
  try {
    json = JSON.parse(stored);
  } catch {
    return null;
  }
  if ((json as { format?: unknown } | null)?.format !== snapshotFormat) return null;
  return snapshotSchema.safeParse(json).data ?? null;
}

/**
 * The snapshot with a picture, which may be read later, or null for a batch without one.
 * @throws StartTimecodeError; BlockedError for a start timecode if the picture cannot be read
 */
export function completeSnapshot(snapshot: Snapshot, picture: Picture | null): Snapshot {
  const facts = picture?.facts ?? null;
  const isHeld = snapshot.holdsLastFrame === true && facts?.canHold === true;
  // The rate of a picture that was not read is not known.
  const isPictureUnread = picture !== null && facts === null;
  if (isPictureUnread && picture.problem !== null && snapshot.startTimecode !== undefined)
    throw new BlockedError(picture.problem);
  const timelineOf = (timeline: Timeline) =>
    withStart(facts ? withPicture(timeline, facts, isHeld) : timeline, snapshot.startTimecode);
  const languages = isPictureUnread
    ? snapshot.languages
    : snapshot.languages.map((language) => ({
        ...language,
        timeline: timelineOf(language.timeline),
      }));
  return { ...snapshot, picture, languages };
}

/**
 * The channels of a mix: two, since the targets of loudness are those of stereo programmes, or as
 * requested. What is not known to be 5.1 is stereo.
 */
export function mixChannelsOf(
  { picture, bedChannels = null }: Pick<Snapshot, "picture" | "bedChannels">,
  { mix = "stereo" }: Pick<ExportRequest, "mix">,
): ChannelCount {
  if (mix === "mono") return 1;
  const isSurround = bedChannels === 6 || picture?.facts?.channels === 6;
  return mix === "source" && isSurround ? 6 : 2;
}

/** The channels of the stem of the music and effects: a mono mix does not make it mono. */
export const bedChannelsOf = (
  snapshot: Pick<Snapshot, "picture" | "bedChannels">,
  request: Pick<ExportRequest, "mix">,
): ChannelCount => (mixChannelsOf(snapshot, request) === 6 ? 6 : 2);

/** Whether the original sound is below the dub. */
const hasOriginal = ({
  picture,
  keepsOriginal,
}: Pick<Snapshot, "picture" | "keepsOriginal">): boolean =>
  picture !== null && keepsOriginal && picture.facts?.channels !== null;

/** Whether music and effects, or the original sound, are below the dub. */
export const hasBackground = (
  snapshot: Pick<Snapshot, "picture" | "keepsOriginal" | "bedPath">,
): boolean => typeof snapshot.bedPath === "string" || hasOriginal(snapshot);

/**
 * The lines with the takes and findings that follow from their texts, voices and glossary, all of
 * one time. While takes are made, the findings may be of former takes: such lines are not approved.
 * @throws HttpError 409
 */
async function readSettledLines(
  deps: SnapshotDeps,
  dub: DubSubject,
  { parts, naming, nameTemplate }: Pick<ExportRequest, "parts" | "naming" | "nameTemplate">,
  signal: AbortSignal,
): Promise<SnapshotLines> {
  const { store } = deps;
  const isBeingMade = isActiveDub(dub.state);
  const hasAllTakes = parts.includes("session") || parts.includes("timeline");
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    await settle(deps, dub, signal);
    const read = await readLines(deps, dub, { hasAllTakes, naming, nameTemplate });
    const isDue =
      (await store.isPlanDue(dub.batchId, dub.languageId)) ||
      (!isBeingMade && (await store.areFindingsDue(dub)));
    if (read && !isDue) return read;
    signal.throwIfAborted();
  }
  const reason = messageText("delivery-changing", { language: dub.languageId });
  throw new HttpError(409, `languages: ${reason}`);
}

/** @throws HttpError 409 after `comparisonWaitMs`. */
async function settle(deps: SnapshotDeps, dub: DubSubject, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(deps.comparisonWaitMs);
  try {
    await deps.settle(dub, AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (signal.aborted || !timeout.aborted) throw error;
    const reason = messageText("delivery-comparing", { language: dub.languageId });
    throw new HttpError(409, `languages: ${reason}`);
  }
}

/** The timeline of the lines alone: to the end of the last one, from the usual timecode. */
function timelineOf(dub: DubSubject, lines: TimelineLine[]): Timeline {
  const length = lines.reduce((last, { start, takes, slot }) => {
    const take = takes.find(({ isChosen }) => isChosen);
    const takeEnd = start === null || !take ? 0 : start + take.length;
    return Math.max(last, takeEnd, slot?.end ?? 0);
  }, 0);
  return {
    project: dub.projectName,
    batch: dub.batchName,
    languageId: dub.languageId,
    lines,
    characters: [...new Set(lines.map(({ character }) => character))],
    length,
    frameRate: defaultFrameRate,
    startFrame: startFrameOf(defaultFrameRate),
    video: null,
  };
}
