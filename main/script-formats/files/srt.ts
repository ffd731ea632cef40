/**
 * .srt, .vtt and .sbv: "interface-notes § Scripts". The parser is tolerant, because subtitle files
 * come from many programs.
 */
import { maxLines } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import type { ScriptLine } from "../model";
import { linesOfCues, type Cue } from "./cues";
import { linesOf } from "./text";

const time = String.raw`(-?\d{1,3}(?:\s*[:：]\s*\d{1,3}){1,2}(?:\s*[,.，．]\s*\d{1,6})?)`;
const arrow = String.raw`(?:-{1,3}>|[→⇒➔]|[–—=]>)`;
/** Coordinates ("X1:40 X2:600"), settings of .vtt, or text may follow. */
const timing = new RegExp(String.raw`^\s*${time}\s*${arrow}\s*${time}(\s.*)?$`);
/** A line that is meant as a timing, valid or not. */
const likeTiming = new RegExp(String.raw`-->|^\W*\d{1,3}\s*[:：;.]\s*\d{1,2}.{0,40}${arrow}\W*\d`);
const sbvTiming = new RegExp(String.raw`^\s*${time},${time}\s*$`);
const settings = /^(?:(?:X1|X2|Y1|Y2|align|position|line|size|vertical|region)\s*:\s*\S+\s*)+$/i;

/**
 * Parses "00:01:02,500" or "1:02.5" to milliseconds; `null` if minutes or seconds exceed 59, or for
 * negative times.
 */
export function milliseconds(stamp: string): number | null {
  const plain = stamp.replace(/\s/g, "").replaceAll("：", ":");
  const [whole = "", fraction = ""] = plain.split(/[,.，．]/);
  const parts = whole.split(":").map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = parts.length === 2 ? [0, ...parts] : parts;
  if (whole.startsWith("-") || minutes > 59 || seconds > 59) return null;
  return (
    ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))
  );
}

const isBlank = (line: string | undefined) => (line ?? "").trim() === "";
const numberIn = (line: string | undefined) => {
  const [, digits] = /^\s*(\d{1,9})\s*$/.exec(line ?? "") ?? [];
  return digits === undefined ? null : Number(digits);
};

/**
 * The lines before a timing without the number or id of its cue. Without an empty line before it, a
 * number is that of the cue only if it follows that of the previous cue; else it is dialogue.
 */
function splitNumber(
  before: readonly string[],
  previous: number | null,
  isVtt: boolean,
): { text: readonly string[]; number: number | null } {
  const last = before.findLastIndex((line) => !isBlank(line));
  const number = numberIn(before[last]);
  const isAdjacent = last === before.length - 1;
  const isAlone = last === 0 || isBlank(before[last - 1]);
  const isNext = number !== null && number === (previous ?? NaN) + 1;
  if (number !== null && ((isAdjacent && isAlone) || (isNext && (isAdjacent || isAlone))))
    return { text: before.slice(0, last), number };
  const isId = isVtt && isAdjacent && isAlone && last >= 0;
  return { text: isId ? before.slice(0, last) : before, number: null };
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

/** The cues of a file. */
export function cuesOf(text: string, format: "srt" | "vtt" | "sbv", problems: Problems): Cue[] {
  const cues: Cue[] = [];
  let before: string[] = [];
  // A first number of 1 follows 0.
  let previous: number | null = 0;
  const end = (lines: readonly string[]) => {
    const cue = cues.at(-1);
    if (cue !== undefined)
      cue.text = [cue.text, ...lines].filter((line) => !isBlank(line)).join("\n");
    else if (lines.some((line) => !isBlank(line)))
      problems.warning(null, null, "text-outside", "Text before the first timing was skipped.");
  };
  const all = linesOf(text, /\r\n?|\n/g);
  for (const line of format === "vtt" || /^\ufeff?WEBVTT/.test(text) ? withoutBlocks(all) : all) {
    const pattern = format === "sbv" ? sbvTiming : timing;
    if (format === "sbv" ? !sbvTiming.test(line) : !likeTiming.test(line)) {
      before.push(line);
      continue;
    }
    const split = splitNumber(before, previous, format === "vtt");
    end(split.text);
    if (cues.length === maxLines) throw new UnreadableFile("too-many-rows");
    const match = pattern.exec(line);
    const rest = match?.[3]?.trim() ?? "";
    cues.push({
      row: split.number ?? cues.length + 1,
      startMs: milliseconds(match?.[1] ?? "-"),
      endMs: milliseconds(match?.[2] ?? "-"),
      timing: line,
      text: settings.test(rest) ? "" : rest,
      character: null,
    });
    previous = split.number;
    before = [];
  }
  end(before);
  return cues;
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
