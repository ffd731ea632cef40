/**
 * .srt, .vtt and .sbv: "interface-notes § Scripts". The parser is tolerant, because subtitle files
 * come from many programs.
 */
import { maxLines } from "../limits";
import { noteRows } from "../line-kinds";
import { UnreadableFile, type Problems } from "../problems";
import type { ScriptLine } from "../model";
import { isVttTop } from "./cue-appearance";
import { linesOfCues, type Cue } from "./cues";
import { linesOf } from "./text";

const digits = String.raw`\d{1,3}(?:\s*[:：]\s*\d{1,3}){1,2}`;
/** Milliseconds follow a comma, a dot, or, with three digits, a colon or semicolon. */
const time = String.raw`(-?${digits}(?:\s*[,.，．]\s*\d{1,6}|\s*[:;]\s*\d{3}(?!\d))?)`;
const fullTime = String.raw`(\d{1,3}:\d{2}:\d{2}[,.]\d{1,3})`;
/** Some programs write the number of a cue before its times. */
const numberBefore = String.raw`^\s*(?:#?(\d{1,6})\s*[.):]?\s+)?`;
/** Coordinates ("X1:40 X2:600"), settings of .vtt, or text may follow. */
const timings = [
  String.raw`${time}\s*(?:[-=~.]\s?){0,5}>{1,3}\s*${time}`,
  // Other signs are an arrow between complete times only: "12:30 - 14:00" is a text.
  String.raw`${fullTime}(?:\s*[-~,|/]{1,3}\s*|\s+)${fullTime}`,
].map((both) => new RegExp(String.raw`${numberBefore}${both}(\s.*)?$`, "s"));
const unclear = String.raw`[\dOoIl]{1,3}\s*[:;.hH]\s*[\dOoIl]{1,2}`;
/** A line that is meant as a timing, valid or not: also a single time. */
const likeTiming = new RegExp(
  String.raw`-->|^\W*(?:\d{1,6}[.):]?\s+)?${unclear}.{0,40}[-=~.>]>\W*[\dOoIl]|^\s*\d{1,3}:\d{2}:\d{2}[.,]\d{1,3}\s*$`,
);
const sbvTiming = new RegExp(String.raw`^\s*()${time},${time}\s*()$`);
const settings = /^(?:(?:X1|X2|Y1|Y2|align|position|line|size|vertical|region)\s*:\s*\S+\s*)+$/i;
/** Longer lines are texts. */
const maxTimingLength = 2_000;

/** A line with its arrows, dashes and digits as ASCII characters. */
const plainTiming = (line: string) =>
  line
    .slice(0, maxTimingLength)
    .replaceAll("&gt;", ">")
    .replace(/[→⇒➔➜➝➞⟶⟹⇨►▶»›＞]/g, ">")
    .replace(/[‐-―−﹣－]/g, "-");

/**
 * Parses "00:01:02,500" or "1:02.5" to milliseconds; `null` if minutes or seconds exceed 59, or for
 * negative times.
 */
export function milliseconds(stamp: string): number | null {
  const plain = stamp
    .replace(/\s/g, "")
    .replaceAll("：", ":")
    .replace(/^(\d+:\d+:\d+)[:;](\d{3})$/, "$1.$2");
  const [whole = "", fraction = ""] = plain.split(/[,.，．]/);
  const parts = whole.split(":").map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = parts.length === 2 ? [0, ...parts] : parts;
  if (whole.startsWith("-") || minutes > 59 || seconds > 59) return null;
  return (
    ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))
  );
}

const isBlank = (line: string | undefined) => (line ?? "").trim() === "";

/** The characters of zero in the writing systems whose digits subtitles are numbered with. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const valueOf = (digit: string) => {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((one) => code >= one && code < one + 10);
  return zero === undefined ? null : code - zero;
};

/** The number that is alone in a line, such as "12", "#12" or "12."; null for other lines. */
function numberIn(line: string | undefined): number | null {
  const [, found] = /^[#№]? ?(\p{Nd}{1,9}) ?[.):]?$/u.exec((line ?? "").trim()) ?? [];
  if (found === undefined) return null;
  const values = Array.from(found, valueOf);
  return values.includes(null) ? null : Number(values.join(""));
}

/** A timing and the lines between the previous one and it. */
interface Part {
  before: readonly string[];
  line: string;
  match: RegExpExecArray | null;
}

/** A file with at least three cues numbers them if this share has a number before its timing. */
const numberedShare = 0.8;
const minNumbered = 3;

interface Numbering {
  number: number | null;
  text: readonly string[];
  /** The number does not follow the previous one, and no empty line is before it. */
  isAssumed: boolean;
}

/**
 * The lines before a timing without the number or id of its cue. Without an empty line before it, a
 * number is that of the cue if it follows that of the previous cue, or if the file numbers its
 * cues; else it is dialogue.
 */
function splitNumber(
  before: readonly string[],
  previous: number | null,
  { isVtt, isNumbered }: { isVtt: boolean; isNumbered: boolean },
): Numbering {
  const last = before.findLastIndex((line) => !isBlank(line));
  const number = numberIn(before[last]);
  const isAdjacent = last === before.length - 1;
  const isAlone = last === 0 || isBlank(before[last - 1]);
  const isNext = number !== null && number === (previous ?? NaN) + 1;
  const isOwn = isAdjacent ? isAlone || isNext || isNumbered : isAlone && isNext;
  if (number !== null && isOwn)
    return { text: before.slice(0, last), number, isAssumed: !isAlone && !isNext };
  const isId = isVtt && isAdjacent && isAlone && last >= 0;
  return { text: isId ? before.slice(0, last) : before, number: null, isAssumed: false };
}

/** The lines of a .vtt without its header, notes, styles and regions. */
function* withoutBlocks(lines: Iterable<string>): Generator<string> {
  let isSkipped = false;
  let isStart = true;
  for (const line of lines) {
    if (isBlank(line)) isSkipped = false;
    else if (isStart && /^\ufeff?(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)/.test(line)) isSkipped = true;
    isStart = isBlank(line);
    yield isSkipped ? "" : line;
  }
}

/** Whether an arrow is a part of the text of a cue: "Press --> to go on" in its first rows. */
function isArrowInText(line: string, before: readonly string[], parts: readonly Part[]): boolean {
  const last = before.at(-1);
  const mayBeTiming = last !== undefined && (isBlank(last) || numberIn(last) !== null);
  return parts.length > 0 && /\p{L}/u.test(line) && !/\d/.test(line) && !mayBeTiming;
}

/** The timings of a file, and the lines after the last one. */
function partsOf(lines: Iterable<string>, isSbv: boolean): { parts: Part[]; after: string[] } {
  const parts: Part[] = [];
  let before: string[] = [];
  for (const line of lines) {
    const plain = plainTiming(line);
    const match = isSbv
      ? sbvTiming.exec(plain)
      : (timings[0]?.exec(plain) ?? timings[1]?.exec(plain) ?? null);
    if (
      match === null &&
      (isSbv || !likeTiming.test(plain) || isArrowInText(plain, before, parts))
    ) {
      before.push(line);
      continue;
    }
    if (parts.length === maxLines) throw new UnreadableFile("too-many-rows");
    parts.push({ before, line, match });
    before = [];
  }
  return { parts, after: before };
}

/** The text of a line after its times; `plain`: as `plainTiming` returns it. */
function restOf(line: string, plain: string): string {
  if (plain === "" || line.includes("&gt;")) return plain;
  return line.slice(-plain.length - Math.max(0, line.length - maxTimingLength));
}

/** The cues of a file. */
export function cuesOf(text: string, format: "srt" | "vtt" | "sbv", problems: Problems): Cue[] {
  const all = linesOf(text, /\r\n?|\n/g);
  const isVtt = format === "vtt";
  const { parts, after } = partsOf(
    isVtt || /^\ufeff?WEBVTT/.test(text) ? withoutBlocks(all) : all,
    format === "sbv",
  );
  if (parts.length === 0) return noTimings(after, format, problems);
  const numbered = parts.filter(({ before }) => numberIn(before.at(-1)) !== null).length;
  const isNumbered = parts.length >= minNumbered && numbered >= numberedShare * parts.length;
  const cues: Cue[] = [];
  const assumed: number[] = [];
  // A first number of 1 follows 0.
  let previous: number | null = 0;
  const end = (lines: readonly string[]) => {
    const cue = cues.at(-1);
    if (cue !== undefined)
      cue.text = [cue.text, ...lines].filter((line) => !isBlank(line)).join("\n");
    else if (lines.some((line) => !isBlank(line)))
      problems.warning(null, null, "text-outside", "Text before the first timing was skipped.");
  };
  for (const { before, line, match } of parts) {
    const split = splitNumber(before, previous, { isVtt, isNumbered });
    end(withoutSameNumber(split, problems));
    const own = match?.[1] === undefined || match[1] === "" ? null : Number(match[1]);
    const number = split.number ?? own;
    const row = number ?? cues.length + 1;
    if (split.isAssumed) assumed.push(row);
    const rest = restOf(line, match?.[4] ?? "");
    cues.push({
      row,
      startMs: milliseconds(match?.[2] ?? "-"),
      endMs: milliseconds(match?.[3] ?? "-"),
      timing: line,
      text: settings.test(rest.trim()) ? "" : rest.trim(),
      character: null,
      ...(isVtt ? { isAtTop: isVttTop(rest) } : {}),
    });
    previous = number;
  }
  end(withoutLastNumber(after, previous, problems));
  if (assumed.length > 0) {
    const message =
      "The number in the line before the times was read as that of the cue, although it does not follow the number before.";
    noteRows(problems, assumed, "cue-numbers", message);
  }
  return cues;
}

/** The lines before a cue without its number, if that is there once more between empty lines. */
function withoutSameNumber(
  { number, text }: Pick<Numbering, "number" | "text">,
  problems: Problems,
): readonly string[] {
  const last = text.findLastIndex((line) => !isBlank(line));
  const isSame = number !== null && last > 0 && numberIn(text[last]) === number;
  if (!isSame || !isBlank(text[last - 1]) || last === text.length - 1) return text;
  problems.warning(number, null, "text-outside", "The number of this cue is there twice.");
  return text.slice(0, last);
}

/** The last lines without the number of a cue that has no times. */
function withoutLastNumber(
  lines: readonly string[],
  previous: number | null,
  problems: Problems,
): readonly string[] {
  const last = lines.findLastIndex((line) => !isBlank(line));
  const number = numberIn(lines[last]);
  const isNext = number !== null && previous !== null && number === previous + 1;
  if (!isNext || (last > 0 && !isBlank(lines[last - 1]))) return lines;
  problems.warning(number, null, "text-outside", "The file ends in the number of this cue.");
  return lines.slice(0, last);
}

/** Adds the error of a text in which no timing was found. */
function noTimings(
  lines: readonly string[],
  format: "srt" | "vtt" | "sbv",
  problems: Problems,
): Cue[] {
  const first = lines.find((line) => !isBlank(line))?.trim();
  if (first === undefined) return [];
  const example = format === "sbv" ? "0:00:01.000,0:00:02.500" : "00:00:01,000 --> 00:00:02,500";
  const message = `No line is a timing such as ${example}. The file begins with “${first.slice(0, 60)}”.`;
  problems.error(1, null, "timing-invalid", message);
  return [];
}

/** The lines of a .srt. `separator`: as in `CueOptions`. */
export const readSrt = (
  text: string,
  language: string,
  separator: string,
  problems: Problems,
): ScriptLine[] =>
  linesOfCues(
    cuesOf(text, "srt", problems),
    { language, separator, isLinePerCue: false },
    problems,
  );
