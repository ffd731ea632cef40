/** Cues of subtitles as lines: markup, speakers and times, for every subtitle format. */
import { maxTextLength } from "../limits";
import { noteRows, warnRows } from "../line-kinds";
import type { ScriptLine } from "../model";
import type { Problems } from "../problems";
import { cueAppearances } from "./cue-appearance";
import { coloursAsSpeakers } from "./cue-colours";
import { entityText } from "./entities";
import { createNameFinder, type NameFinder } from "./cue-speakers";
import { plainLine } from "./paragraphs";
import { withoutRepeatedRows } from "./rolling-cues";
import { cleanText } from "./text";

/** A cue of a file. */
export interface Cue {
  /** Its number in the file, or its position. */
  row: number;
  /** Milliseconds; null for a time that cannot be read. */
  startMs: number | null;
  endMs: number | null;
  /** The times as in the file. */
  timing: string;
  /** With the markup of the file; line breaks are "\n". */
  text: string;
  /** The speaker that the format itself names; null for none. */
  character: string | null;
  /** What the format says outside of the text; absent for what the markup of the text says. */
  isItalic?: boolean | undefined;
  isAtTop?: boolean | undefined;
}

/** A reading of ruby annotations is not spoken. */
const readings =
  /<rt(?:\s[^<>]*)?>[^<]*(?:<\/rt>)?|<rp(?:\s[^<>]*)?>[^<]*<\/rp>|<\/?(?:ruby|rb|rp)(?:\s[^<>]*)?>/gi;
const breaks = /<[bB][rR]\s*\/?>|\\N|\\n(?![a-z])|\[br\]/g;
/**
 * Markup of italics, colours, positions, voices and times; other text that resembles a tag remains
 * text.
 */
const marks =
  /<\/?(?:[bius]|em|strong|strike|span|font|c|v|lang)(?:[\s.][^<>]*)?>|<\d[\d:.]{3,14}>|\{\\[^{}]*\}|\{an?\d{1,2}\}|\{[yfscp]:[^{}]*\}/gi;

/** The text of a cue may contain markup. Escapes a plain text of a format that has none. */
export const escapeCueText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The text of a cue as a player shows it. */
function shownText(text: string): string {
  return text
    .replace(readings, "")
    .replace(breaks, "\n")
    .replaceAll("\\h", " ")
    .replace(marks, "")
    .replace(/&#?[a-z0-9]{1,8};/gi, (whole) => entityText(whole));
}

/** `<v Anna>` names the speaker of the text that follows. */
function voicesOf(text: string): { character: string | null; text: string }[] {
  const parts = text.split(/<v(?:\.[^\s<>]*)?\s([^<>]+)>/i);
  const [before = "", ...rest] = parts;
  const voices: { character: string | null; text: string }[] = [{ character: null, text: before }];
  for (let at = 0; at < rest.length; at += 2)
    voices.push({ character: (rest[at] ?? "").trim(), text: rest[at + 1] ?? "" });
  return voices.filter((voice) => voice.text.trim() !== "");
}

/** Rows of a text are joined, because line breaks in subtitles do not affect speech. */
const joined = (text: string) => cleanText(text).replace(/(?<!\s)\s*\n\s*/g, " ");

const clock = (ms: number) => new Date(ms).toISOString().slice(11, 19);

/** The times of a cue, checked; null with an error for wrong ones. */
function timesOf(cue: Cue, problems: Problems): { startMs: number; endMs: number } | null {
  const { row, startMs, endMs, timing } = cue;
  if (startMs === null || endMs === null) {
    const message = `“${timing.trim().slice(0, 60)}” is not a timing such as 00:01:02,500 --> 00:01:04,000.`;
    problems.error(row, null, "timing-invalid", message);
    return null;
  }
  if (endMs > startMs) return { startMs, endMs };
  problems.error(row, null, "timing-negative", "This cue ends before or when it begins.");
  return null;
}

interface Timed {
  row: number;
  startMs: number;
  endMs: number;
}

const muchLaterMs = 30_000;

/** Whether a cue ends after two later ones have begun, or long after the next one, the last. */
function isTooLong({ startMs, endMs }: Timed, next?: Timed, second?: Timed): boolean {
  if (next === undefined || next.startMs <= startMs) return false;
  if (second === undefined) return endMs > next.endMs + muchLaterMs;
  return second.startMs > next.startMs && endMs > second.startMs;
}

/** Whether a cue begins after the next two, which follow the one before it. */
function isDisplaced({ startMs }: Timed, last?: Timed, next?: Timed, second?: Timed): boolean {
  if (next === undefined || next.startMs < (last?.startMs ?? 0)) return false;
  return startMs > next.startMs && (second === undefined || startMs > second.startMs);
}

/** Names cues that overlap; one that covers or follows several later ones instead of these. */
function warnOfOverlaps(cues: readonly Timed[], problems: Problems) {
  let latestEnd = 0;
  for (const [index, cue] of cues.entries()) {
    const { row, startMs, endMs } = cue;
    const [last, next, second] = [cues[index - 1], cues[index + 1], cues[index + 2]];
    if (isDisplaced(cue, last, next, second)) {
      const message = `This cue begins at ${clock(startMs)}, after later ones have begun.`;
      problems.warning(row, null, "timing-overlap", message);
      continue;
    }
    if (startMs < latestEnd) {
      const message = "This cue begins before an earlier one has ended.";
      problems.warning(row, null, "timing-overlap", message);
    }
    const isLong = isTooLong(cue, next, second);
    if (isLong) {
      const message = `This cue ends at ${clock(endMs)}, after later ones have begun.`;
      problems.warning(row, null, "timing-long", message);
    }
    latestEnd = Math.max(latestEnd, isLong ? (next?.startMs ?? endMs) : endMs);
  }
}

export interface CueOptions {
  language: string;
  /** The separator of speaker and text; "" for none. */
  separator: string;
  /** A cue with several speakers is one line: for texts of lines that exist. */
  isLinePerCue: boolean;
}

/** JSON, and pictures of a preview: tracks for programs. */
const data = /^(?:\{\s*"[^]*\}|\[\s*[{"][^]*\]|\S+\.(?:jpe?g|png|webp|gif)(?:[#?]\S*)?)$/i;
const isData = (text: string) => data.test(text.trim());

const minBilingual = 2;
const minBilingualShare = 0.6;
const hasLatin = (row: string) => /\p{Script=Latin}/u.test(row);
const hasOther = (row: string) => /[^\P{L}\p{Script=Latin}]/u.test(row);

/** Warns of cues with one row in Latin letters and one in others: subtitles in two languages. */
function warnOfTwoScripts(
  cues: readonly { row: number; rows: readonly string[] }[],
  problems: Problems,
): void {
  const filled = cues.filter(({ rows }) => rows.length > 0);
  const found = filled.filter(
    ({ rows }) =>
      rows.length > 1 &&
      rows.some((row) => hasLatin(row) && !hasOther(row)) &&
      rows.some((row) => hasOther(row) && !hasLatin(row)),
  );
  if (found.length < minBilingual || found.length < minBilingualShare * filled.length) return;
  const numbers = found.map(({ row }) => row);
  const message = "Most cues have a row in Latin letters and one in others. Both were read.";
  const remedy = "If these are two languages, keep one of them in the file.";
  warnRows(problems, numbers, "cues-two-scripts", message, { remedy });
}

interface ShownVoice {
  character: string | null;
  text: string;
}

/** The voices of cues that the format or colours show; null for a text that is too long. */
function voicesOfCues(
  cues: readonly Cue[],
  isLinePerCue: boolean,
  problems: Problems,
): (ShownVoice[] | null)[] {
  const isBounded = ({ text }: Cue) => text.length <= maxTextLength;
  const byColours = coloursAsSpeakers(cues.filter(isBounded).map(({ text }) => text));
  const split: number[] = [];
  const voices = cues.map((cue) => {
    if (!isBounded(cue)) return null;
    return voicesOf(cue.text).flatMap((voice) => {
      const isNamed = (voice.character ?? cue.character) !== null;
      const texts = isNamed || isLinePerCue ? [voice.text] : byColours(voice.text);
      if (texts.length > 1) split.push(cue.row);
      return texts.map((text) => ({ ...voice, text: shownText(text) }));
    });
  });
  const message = "Rows in different colours were read as the lines of several speakers.";
  if (split.length > 0) noteRows(problems, split, "speaker-inside", message);
  return voices;
}

/** The texts of cues by their voices; null for one that is too long. */
function shownTexts(
  cues: readonly Cue[],
  isLinePerCue: boolean,
  problems: Problems,
): (ShownVoice[] | null)[] {
  const texts = voicesOfCues(cues, isLinePerCue, problems);
  const rowsOf = (voices: ShownVoice[] | null) =>
    (voices ?? []).flatMap(({ text }) => text.split("\n").map(cleanText).filter(Boolean));
  const cueRows = cues.map(({ row }, at) => ({ row, rows: rowsOf(texts[at] ?? null) }));
  const kept = withoutRepeatedRows(cueRows, problems);
  warnOfTwoScripts(cueRows, problems);
  return texts.map((voices, at) => {
    const rows = kept[at] ?? [];
    const [first] = voices ?? [];
    if (first === undefined || rows.length === cueRows[at]?.rows.length) return voices;
    return [{ ...first, text: rows.join("\n") }];
  });
}

/** The lines of cues. A cue in which several characters speak has a line for each of them. */
export function linesOfCues(
  cues: readonly Cue[],
  { language, separator, isLinePerCue }: CueOptions,
  problems: Problems,
): ScriptLine[] {
  const lines: ScriptLine[] = [];
  const timed: Timed[] = [];
  const texts = shownTexts(cues, isLinePerCue, problems);
  const finder: NameFinder = createNameFinder(
    texts.flatMap((voices) => voices?.map(({ text }) => text) ?? []),
    separator,
  );
  for (const [index, cue] of cues.entries()) {
    const { row } = cue;
    const voices = texts[index];
    if (!voices) {
      const bound = maxTextLength.toLocaleString("en");
      problems.error(row, null, "text-too-long", `Longer than ${bound} characters.`);
      continue;
    }
    if (voices.every(({ text }) => cleanText(text) === "")) {
      // Its text may be in what was meant as a timing.
      if (cue.startMs === null || cue.endMs === null) timesOf(cue, problems);
      problems.note(row, null, "cue-empty", "This cue has no text. It was skipped.");
      continue;
    }
    if (voices.every(({ text }) => isData(text))) {
      const message = "This cue has data of a program and no text. It was skipped.";
      problems.note(row, null, "cue-data", message);
      continue;
    }
    const times = timesOf(cue, problems);
    if (times !== null) timed.push({ row, ...times });
    const spoken = voices.flatMap((voice) => {
      const character = voice.character ?? cue.character;
      if (character !== null || isLinePerCue) return [{ ...voice, character }];
      return finder.split(voice.text, row, problems);
    });
    const plainTexts = spoken.map(({ text }) => joined(text));
    const plainCue = (text: string) => joined(shownText(text));
    const appearances = cueAppearances(cue.text, cue, plainCue, plainTexts);
    for (const [at, { character }] of spoken.entries()) {
      const plain = plainTexts[at] ?? "";
      const appearance = appearances[at] ?? "";
      if (plain === "") continue;
      lines.push({
        number: lines.length + 1,
        ...plainLine(row, language, { character: character && cleanText(character), text: plain }),
        startMs: times?.startMs ?? null,
        endMs: times?.endMs ?? null,
        ...(appearance === "" ? {} : { appearance }),
      });
    }
  }
  warnOfOverlaps(timed, problems);
  finder.report(problems);
  return lines;
}
