/** What an export is made of: the lines, takes and placements at its start. Later changes do not affect it. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { checkRules, type CheckRule } from "../../../preload/facts/checks";
import { BlockedError, type DubbingDeps } from "../dubbing/deps";
import { linesOf } from "../dubbing/lines";
import { madeTakes } from "../dubbing/results";
import { openVideo } from "../dubbing/video";
import { wavHeader } from "../engine/sound/wav";
import type { DubSubject, TakeRow } from "../rows/dubs/dub-port";
import type { ExportRequest } from "../rows/exports/export-port";
import type { ReviewedLanguage, ReviewedLine, StoredFinding } from "../rows/review/review-port";
import { defaultFrameRate, frameOfTimecode } from "./formats/timecode";
import { bandwidthOf } from "../catalogue/lookup";
import { createNames, languageTag, sourceAudioName, takeName, type Names } from "./names";
import {
  timelineRate,
  type FrameRate,
  type Timeline,
  type TimelineLine,
  type TimelineTake,
} from "./timeline";

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
  /** Resolves when the findings of a language follow from its present values. */
  settle: (language: ReviewedLanguage) => Promise<void>;
};

const pageSize = 1_000;
/** Where the picture has no timecode. */
const usualStartTimecode = "01:00:00:00";
const samplesPerMs = timelineRate / 1_000;
const everyLine = {
  ...{ states: [], checks: [], isWithoutWarnings: false, characterId: null },
  ...{ isCommented: false, search: "" },
};
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

/** Samples of a take, from the size of its file. */
const lengthOf = ({ bytes }: TakeRow) =>
  Math.max(0, (bytes ?? 0) - wavHeader({ channels: 1, sampleRate: timelineRate }, 0).length) / 2;

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
 * Reads what an export needs. Lines are in order, and without times if they have no place on a timeline.
 * @throws BlockedError if the video cannot be read, or a language has no dub.
 */
export async function takeSnapshot(
  deps: SnapshotDeps,
  batchId: string,
  { languages, parts, naming }: Pick<ExportRequest, "languages" | "parts" | "naming">,
  signal: AbortSignal,
): Promise<Snapshot> {
  const found: SnapshotLanguage[] = [];
  const snapshot: Snapshot = {
    ...{ batchId, videoExtension: null, videoPath: null, mixChannels: null, keepsOriginal: false },
    languages: found,
  };
  const names = createNames();
  for (const languageId of languages) {
    const dub = await deps.store.findDub(batchId, languageId);
    if (!dub) throw new BlockedError(`languages: ${languageId} has no dub`);
    await deps.settle(dub);
    const { facts, extension, frameRate, startTimecode } = await pictureOf(deps, dub, signal);
    const folder = names.unique(languageTag(languageId), "");
    const hasAllTakes = parts.includes("session") || parts.includes("timeline");
    const takes = await takesOf(deps, dub, { hasAllTakes, naming });
    const lines = await timelineLines(deps, dub, takes.byLine);
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
    found.push({
      folder,
      timeline: timelineOf(dub, lines, picture),
      locations: takes.locations,
    });
  }
  // Without times there is nothing to sum.
  if (snapshot.mixChannels === null && found.some(({ timeline }) => timeline.length > 0))
    snapshot.mixChannels = 1;
  return snapshot;
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

interface FoundTakes {
  byLine: ReadonlyMap<number, TimelineTake[]>;
  locations: Record<string, string>;
}

async function takesOf(
  deps: SnapshotDeps,
  dub: DubSubject,
  { hasAllTakes, naming }: { hasAllTakes: boolean; naming: ExportRequest["naming"] },
): Promise<FoundTakes> {
  const lines = new Map<number, { lineId: string; character: string; sourceAudio: string }>();
  for await (const chunk of linesOf(deps, dub))
    for (const { number, lineId, character, sourceAudio } of chunk)
      lines.set(number, { lineId, character, sourceAudio });
  const names = createNames();
  const byLine = new Map<number, TimelineTake[]>();
  const locations: Record<string, string> = {};
  for await (const take of madeTakes(deps, dub)) {
    const line = lines.get(take.number);
    if (!line || (!take.isChosen && !hasAllTakes)) continue;
    const file = fileOf(names, { ...line, number: take.number }, take, naming);
    locations[file] = take.location;
    const entry: TimelineTake = {
      ...{ variant: take.variant, file, length: lengthOf(take), isChosen: take.isChosen },
      loudness: take.measures?.loudness ?? null,
      truePeak: take.measures?.peak ?? null,
      ...{ voice: take.voice, bandwidth: bandwidthOf(take.voice) },
    };
    byLine.set(take.number, [...(byLine.get(take.number) ?? []), entry]);
  }
  return { byLine, locations };
}

function fileOf(
  names: Names,
  line: { number: number; lineId: string; character: string; sourceAudio: string },
  { variant, isChosen }: TakeRow,
  naming: ExportRequest["naming"],
): string {
  const like = naming === "source-audio" ? sourceAudioName(line.sourceAudio) : null;
  const name =
    like === null ? takeName(line, variant) : `${like}${isChosen ? "" : `_T${variant + 1}`}`;
  return names.unique(`takes/${name}`, ".wav");
}

async function timelineLines(
  deps: SnapshotDeps,
  dub: DubSubject,
  takes: FoundTakes["byLine"],
): Promise<TimelineLine[]> {
  const { store } = deps;
  const comments = new Map<number, Awaited<ReturnType<typeof store.listComments>>>();
  for (const comment of await store.listComments(dub.batchId, {
    languageId: dub.languageId,
    number: null,
  }))
    comments.set(comment.number, [...(comments.get(comment.number) ?? []), comment]);
  const lines: TimelineLine[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const page = await store.listReview(dub, everyLine, { offset, limit: pageSize });
    for (const line of page.lines)
      lines.push(toLine(line, takes.get(line.number) ?? [], comments.get(line.number) ?? []));
    if (page.lines.length < pageSize) return lines;
    await yieldToEventLoop();
  }
}

function toLine(
  line: ReviewedLine,
  takes: TimelineTake[],
  comments: readonly { atMs: number | null; text: string; by: string; isResolved: boolean }[],
): TimelineLine {
  const { startMs, endMs, offsetMs, chosen, checks } = line;
  const samples = (ms: number) => Math.round(ms * samplesPerMs);
  return {
    ...{ number: line.number, lineId: line.lineId, character: line.character },
    ...{ source: line.source, text: line.target, state: line.state, reason: line.reason },
    slot: startMs === null ? null : { start: samples(startMs), end: samples(endMs ?? startMs) },
    start: startMs === null ? null : samples(Math.max(0, startMs + offsetMs)),
    speed: chosen?.speed ?? 1,
    decidedBy: line.decidedBy,
    takes,
    comments: comments.map(({ atMs, text, by, isResolved }) => ({
      ...{ text, by, isResolved },
      at: startMs === null ? null : samples(Math.max(0, startMs + (atMs ?? 0))),
    })),
    checks: checks.map((finding) => {
      const { name, severity, ignoredBy } = finding;
      return { name, severity, detail: detailOf(finding), ignoredBy };
    }),
  };
}

const isRule = (name: string): name is CheckRule => name in checkRules;
const rounded = (value: number) => String(Math.round(value * 100) / 100);

/** Such as "1.72 factor, limit 1.6". */
function detailOf({ rule, value, limit, subject }: StoredFinding): string {
  const unit = rule !== null && isRule(rule) ? ` ${checkRules[rule].unit}` : "";
  const measured =
    value === null || limit === null ? [] : [`${rounded(value)}${unit}, limit ${rounded(limit)}`];
  return [...measured, ...(subject === null ? [] : [subject])].join(", ");
}
