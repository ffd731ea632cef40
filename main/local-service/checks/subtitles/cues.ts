/**
 * The subtitles of lines, as they are delivered and checked: their rows, and times with minimum
 * durations and gaps. Source of the rules: Netflix Timed Text Style Guide (two frames between
 * subtitles, 5/6 of a second, two rows; gaps of less than half a second are closed to two frames).
 */
import {
  isAtTop,
  isItalic,
  italicRanges,
  italicWordsOf,
  type Appearance,
} from "../../../../preload/facts/appearance";
import { rowsOfText } from "../../../script-formats/files/srt-write";
import { checkRules, readingLimitsOf } from "../../../../preload/facts/checks";
import { breakRow } from "./rows";

export interface SubtitleLine {
  number: number;
  character: string;
  text: string;
  /** The time is measured from the first frame of the picture. */
  startMs: number;
  /** The end of its take or of its slot, the later one. */
  endMs: number;
  /** How the script shows it; absent for the usual way. */
  appearance?: Appearance | undefined;
}

interface ShownLine {
  line: SubtitleLine;
  rows: string[];
  /** The ranges of each row that are in italics; absent for none, and for all of the line. */
  italics?: (readonly [number, number][])[];
}

/** A part of a row. */
export interface StyledPart {
  text: string;
  isItalic: boolean;
}

export interface Subtitle {
  startMs: number;
  endMs: number;
  /** More than one where the subtitle of a line would be too short for the next one. */
  lines: ShownLine[];
}

export interface SubtitleOptions {
  languageId: string;
  /** Milliseconds of a frame of the picture. */
  frameMs: number;
}

/** Milliseconds of a subtitle whose line has neither an end nor a take. */
const defaultMs = 2_000;
/** A gap below this is closed to the minimum, in milliseconds. */
const chainMs = 500;
const minMs = Math.ceil(checkRules.subtitleMinMs.limit);

/** Milliseconds of the least gap between two subtitles. */
const gapMsOf = ({ frameMs }: SubtitleOptions) =>
  Math.ceil(checkRules.subtitleGapFrames.limit * frameMs);

/** Whether a subtitle is at the top of the picture: all of its lines are. */
export const isSubtitleAtTop = ({ lines }: Pick<Subtitle, "lines">): boolean =>
  lines.every(({ line }) => isAtTop(line.appearance));

/** Lines that share a subtitle. */
interface Group {
  startMs: number;
  lines: SubtitleLine[];
}

/**
 * The parts of each row that are in italics: rows are parts of the text, in their order, with other
 * white space.
 */
function italicsOfRows(
  rows: readonly string[],
  text: string,
  appearance: Appearance | undefined,
): (readonly [number, number][])[] | undefined {
  const words = italicWordsOf(appearance);
  if (words.length === 0) return undefined;
  const shown = text.replace(/\s+/g, " ");
  const ranges = italicRanges(shown, words);
  /** The range of each character that is no white space; -1 for none. */
  const rangeOf: number[] = [];
  for (let at = 0; at < shown.length; at += 1)
    if (shown[at] !== " ") rangeOf.push(ranges.findIndex(([from, to]) => at >= from && at < to));
  let next = 0;
  return rows.map((row) => {
    const found = new Map<number, [number, number]>();
    for (let at = 0; at < row.length; at += 1) {
      if (/\s/.test(row[at] ?? "")) continue;
      const range = rangeOf[next] ?? -1;
      next += 1;
      if (range >= 0) found.set(range, [found.get(range)?.[0] ?? at, at + 1]);
    }
    return [...found.values()];
  });
}

/** The parts of each row of a line, those in italics apart from the others. */
export const styledRows = ({ line, rows, italics }: ShownLine): StyledPart[][] =>
  rows.map((row, index) => {
    if (isItalic(line.appearance)) return [{ text: row, isItalic: true }];
    const parts: StyledPart[] = [];
    let at = 0;
    for (const [from, to] of italics?.[index] ?? []) {
      if (from > at) parts.push({ text: row.slice(at, from), isItalic: false });
      parts.push({ text: row.slice(from, to), isItalic: true });
      at = to;
    }
    if (at < row.length || parts.length === 0) parts.push({ text: row.slice(at), isItalic: false });
    return parts;
  });

/**
 * The rows of lines. Those of different speakers begin with a dash each: of different characters,
 * or of the same cue, which is divided into lines by its speakers.
 */
function rowsOf(lines: readonly SubtitleLine[], languageId: string): ShownLine[] {
  const { rowCharacters } = readingLimitsOf(languageId);
  const characters = new Set(lines.map(({ character }) => character));
  // Lines with other ends or at another place of the picture are of another cue, such as a sign.
  const cues = new Set(
    lines.map(({ startMs, endMs, appearance }) => `${startMs} ${endMs} ${isAtTop(appearance)}`),
  );
  const dash = characters.size > 1 || cues.size < lines.length ? "- " : "";
  return lines.map((line) => {
    const text = dash + rowsOfText(line.text).join("\n");
    const rows = rowsOfText(text).flatMap((row) => breakRow(row, languageId, rowCharacters));
    const italics = italicsOfRows(rows, text, line.appearance);
    return { line, rows, ...(italics ? { italics } : {}) };
  });
}

const countRows = (shown: readonly ShownLine[]) =>
  shown.reduce((sum, { rows }) => sum + rows.length, 0);

function groupsOf(lines: readonly SubtitleLine[], options: SubtitleOptions): Group[] {
  const gapMs = gapMsOf(options);
  const groups: Group[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const distance = last ? line.startMs - last.startMs : Infinity;
    // Without time for a gap they share a subtitle; without time to read, if the rows permit it.
    const isShared =
      last !== undefined &&
      (distance <= gapMs ||
        (distance < minMs + gapMs &&
          countRows(rowsOf([...last.lines, line], options.languageId)) <=
            checkRules.subtitleRows.limit));
    if (isShared) last.lines.push(line);
    else groups.push({ startMs: line.startMs, lines: [line] });
  }
  return groups;
}

/** The end of a group that begins before `nextMs`. */
function endOf({ startMs, lines }: Group, nextMs: number, gapMs: number): number {
  const spoken = lines.reduce((end, line) => Math.max(end, line.endMs), startMs);
  const latest = nextMs - gapMs;
  const readable = Math.max(spoken > startMs ? spoken : startMs + defaultMs, startMs + minMs);
  const endMs = Math.min(readable, latest);
  const isChained = nextMs - endMs < chainMs && latest - startMs <= checkRules.subtitleMaxMs.limit;
  return isChained ? latest : endMs;
}

/** A line with more rows than fit has several subtitles, if there is time to read each. */
function splitRows(subtitle: Subtitle, gapMs: number): Subtitle[] {
  const { startMs, endMs, lines } = subtitle;
  const [only, ...others] = lines;
  const { limit } = checkRules.subtitleRows;
  if (!only || others.length > 0 || only.rows.length <= limit) return [subtitle];
  const parts: Omit<ShownLine, "line">[] = [];
  for (let at = 0; at < only.rows.length; at += limit) {
    const italics = only.italics?.slice(at, at + limit);
    parts.push({ rows: only.rows.slice(at, at + limit), ...(italics ? { italics } : {}) });
  }
  const lengths = parts.map(({ rows }) => rows.join("").length);
  const sum = lengths.reduce((total, length) => total + length, 0);
  const available = endMs - startMs - gapMs * (parts.length - 1);
  if (lengths.some((length) => (available * length) / sum < minMs)) return [subtitle];
  let before = 0;
  return parts.map((part, index) => {
    const from = startMs + index * gapMs + Math.round((available * before) / sum);
    before += lengths[index] ?? 0;
    const to = startMs + index * gapMs + Math.round((available * before) / sum);
    return { startMs: from, endMs: to, lines: [{ line: only.line, ...part }] };
  });
}

/**
 * The subtitles in the order of their starts. None runs into the next one, and a gap of two frames
 * is between them. Lines without a text have none.
 */
export function subtitlesOf(lines: readonly SubtitleLine[], options: SubtitleOptions): Subtitle[] {
  const gapMs = gapMsOf(options);
  const ordered = lines
    .filter(({ text }) => text.trim() !== "")
    .sort((a, b) => a.startMs - b.startMs || a.number - b.number);
  const groups = groupsOf(ordered, options);
  return groups.flatMap((group, index) => {
    const endMs = endOf(group, groups[index + 1]?.startMs ?? Infinity, gapMs);
    const shown = rowsOf(group.lines, options.languageId);
    return splitRows({ startMs: group.startMs, endMs, lines: shown }, gapMs);
  });
}
