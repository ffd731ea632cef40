/** The lines of a language with their takes, as a snapshot stores them. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Appearance } from "../../../preload/facts/appearance";
import { checkRules, type CheckRule } from "../../../preload/facts/checks";
import { everyLine } from "../../../preload/facts/review";
import { chunk } from "../../common/bulk-operations";
import { bandwidthOf } from "../catalogue/lookup";
import { linesOf } from "../dubbing/lines";
import { madeTakes } from "../dubbing/results";
import { wavHeader } from "../engine/sound/wav";
import type { DubLine, DubSubject, TakeRow, TakeRows, DubLineRows } from "../rows/dubs/dub-port";
import type { ExportRequest } from "../../../preload/local-service/exports";
import { threadsOf } from "../../../preload/facts/comment-threads";
import type { ReviewComment } from "../../../preload/local-service/review";
import type {
  ReviewedLine,
  StoredFinding,
  CommentRows,
  ReviewRows,
} from "../rows/review/review-port";
import { parseNameTemplate } from "../../../preload/facts/name-template";
import { createNames, languageTag, sourceAudioName, takeName, templateName } from "./names";
import { groupBy, timelineRate, type TimelineLine, type TimelineTake } from "./timeline";

export interface SnapshotLines {
  lines: TimelineLine[];
  /** The location of each take in the store by its file in the timeline. */
  locations: Record<string, string>;
  /** The SHA-256 of each take, likewise. */
  hashes: Record<string, string>;
  /** Takes whose names have a number, since others have the same, or are cut. */
  renamed: number;
}

export interface LineOptions {
  /** Whether takes that are not chosen are part of it. */
  hasAllTakes: boolean;
  naming: ExportRequest["naming"];
  /** The template of the naming "template". */
  nameTemplate?: string | undefined;
}

type StoredTake = TakeRow & { location: string };
/** The rows of the lines and takes of a language. */
export type SnapshotRows = Pick<CommentRows, "listComments"> &
  Pick<DubLineRows, "listDubLines"> &
  ReviewRows &
  TakeRows;

type Deps = { store: SnapshotRows };

const pageSize = 1_000;
const takeExtension = ".wav";
const samplesPerMs = timelineRate / 1_000;

/**
 * Reads the lines in order. The state of a line and its chosen take are of one query: null if its
 * takes or the lines have changed since they were read, so that all has to be read again.
 */
export async function readLines(
  deps: Deps,
  dub: DubSubject,
  options: LineOptions,
): Promise<SnapshotLines | null> {
  const { store } = deps;
  const sources = new Map<number, Pick<DubLine, "sourceAudio" | "appearance">>();
  for await (const chunk of linesOf(deps, dub))
    for (const { number, sourceAudio, appearance } of chunk)
      sources.set(number, { sourceAudio, appearance });
  const takes = await takesByLine(deps, dub);
  const comments = groupBy(
    await store.listComments(dub.batchId, { languageId: dub.languageId, number: null }),
    ({ number }) => number,
  );
  const read: SnapshotLines = { lines: [], locations: {}, hashes: {}, renamed: 0 };
  const nameOf = createTakeNames(dub, options);
  const names = createNames();
  for (const listed of chunk(await store.listReviewNames(dub, everyLine), pageSize)) {
    const numbers = listed.map(({ number }) => number);
    const lines = await store.listReviewed(dub, numbers);
    // Lines were added or removed meanwhile.
    if (listed.some(({ identity }, index) => lines[index]?.identity !== identity)) return null;
    for (const line of lines) {
      const present = takes.get(line.number) ?? [];
      // An outdated take is heard in the review; it is not delivered.
      const chosen = line.chosen?.isOutdated === false ? line.chosen : null;
      if (chosen ? !present.some(({ id }) => id === chosen.id) : present.length > 0) return null;
      const { sourceAudio = "", appearance = "" } = sources.get(line.number) ?? {};
      const delivered = present.flatMap((take) => {
        const isChosen = take.id === chosen?.id;
        if (!isChosen && !options.hasAllTakes) return [];
        const requested = nameOf({ ...line, sourceAudio }, { ...take, isChosen });
        const file = names.unique(requested, takeExtension);
        if (file !== requested + takeExtension) read.renamed += 1;
        read.locations[file] = take.location;
        if (take.sha256 !== null) read.hashes[file] = take.sha256;
        return [toTake(take, { file, isChosen, levelDb: line.levelDb })];
      });
      const about = comments.get(line.number) ?? [];
      read.lines.push(toLine(line, { takes: delivered, comments: about, sourceAudio, appearance }));
    }
    await yieldToEventLoop();
  }
  return read;
}

/** The made takes of each line, by variant. */
async function takesByLine(deps: Deps, dub: DubSubject): Promise<Map<number, StoredTake[]>> {
  const takes: StoredTake[] = [];
  for await (const take of madeTakes(deps, dub)) takes.push(take);
  return groupBy(takes, ({ number }) => number);
}

/** Samples of a take, from the size of its file. */
const lengthOf = ({ bytes }: TakeRow) =>
  Math.max(0, (bytes ?? 0) - wavHeader({ channels: 1, sampleRate: timelineRate }, 0).length) / 2;

const louder = (level: number | null | undefined, byDb: number) =>
  level === null || level === undefined ? null : level + byDb;

const toTake = (
  take: StoredTake,
  { file, isChosen, levelDb }: { file: string; isChosen: boolean; levelDb: number },
): TimelineTake => ({
  variant: take.variant,
  file,
  length: lengthOf(take),
  isChosen,
  loudness: louder(take.measures?.loudness, levelDb),
  truePeak: louder(take.measures?.peak, levelDb),
  voice: take.voice,
  bandwidth: bandwidthOf(take.voice),
});

type NamedLine = { number: number; lineId: string; character: string; sourceAudio: string };

/** The paths of takes without their extension, which need not be unique. */
function createTakeNames(
  { projectName: project, batchName: batch, languageId }: DubSubject,
  { naming, nameTemplate = "" }: LineOptions,
): (line: NamedLine, take: Pick<TakeRow, "variant" | "isChosen">) => string {
  const parts = naming === "template" ? parseNameTemplate(nameTemplate).parts : null;
  const hasTake =
    parts?.some(
      (part) => typeof part !== "string" && (part.field === "take" || part.field === "version"),
    ) ?? false;
  return (line, { variant, isChosen }) => {
    const { number, lineId: id, character } = line;
    const values = { project, batch, lang: languageTag(languageId), character, id };
    const name = parts
      ? templateName(parts, { ...values, number, take: variant + 1, version: variant + 1 })
      : naming === "source-audio"
        ? sourceAudioName(line.sourceAudio)
        : null;
    // Takes that are not chosen are beside the chosen one.
    const suffix = isChosen || hasTake ? "" : `_T${variant + 1}`;
    return `takes/${name === null ? takeName(line, variant) : `${name}${suffix}`}`;
  };
}

interface LineParts {
  takes: TimelineTake[];
  comments: readonly ReviewComment[];
  sourceAudio: string;
  appearance: Appearance;
}

function toLine(
  line: ReviewedLine,
  { takes, comments, sourceAudio, appearance }: LineParts,
): TimelineLine {
  const { startMs, endMs, offsetMs, levelDb, chosen, checks } = line;
  const samples = (ms: number) => Math.round(ms * samplesPerMs);
  return {
    number: line.number,
    lineId: line.lineId,
    character: line.character,
    sourceAudio,
    source: line.source,
    text: line.target,
    state: line.state,
    reason: line.reason,
    slot: startMs === null ? null : { start: samples(startMs), end: samples(endMs ?? startMs) },
    start: startMs === null ? null : samples(Math.max(0, startMs + offsetMs)),
    ...(appearance === "" ? {} : { appearance }),
    ...(levelDb === 0 ? {} : { levelDb }),
    speed: chosen?.speed ?? 1,
    decidedBy: line.decidedBy,
    takes,
    comments: commentsOf(comments, startMs),
    checks: checks.map((finding) => {
      const { name, severity, ignoredBy } = finding;
      return { name, severity, detail: detailOf(finding), ignoredBy };
    }),
  };
}

/** Each comment, and its replies after it. */
function commentsOf(
  comments: readonly ReviewComment[],
  startMs: number | null,
): TimelineLine["comments"] {
  const at = (ms: number) => Math.round(Math.max(0, (startMs ?? 0) + ms) * samplesPerMs);
  return threadsOf(comments).flatMap(({ comment, replies }) => {
    const { atMs, endMs, isResolved, stateBy, stateAt } = comment;
    const position = startMs === null ? null : at(atMs ?? 0);
    const first = {
      text: comment.text,
      by: comment.by,
      isResolved,
      at: position,
      ...(startMs === null || endMs === null ? {} : { end: at(endMs) }),
      ...(stateBy === "" ? {} : { stateBy }),
      ...(stateAt === null ? {} : { stateAt }),
    };
    const answers = replies.map(({ text, by }) => ({
      text,
      by,
      isResolved,
      at: position,
      isReply: true,
    }));
    return [first, ...answers];
  });
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
