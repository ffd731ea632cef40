/** The times of a transcript: in the texts of its paragraphs, above or below them. */
import { isCapitalised, isName, namesInTurn, withoutSpeakerNumber } from "../character-names";
import { cleanText } from "../files/text";
import { kindOfText, type KindChoices } from "../line-kinds";
import type { Paragraph } from "./blocks";
import { isAnswer } from "./names-above";

const clock = String.raw`\d{1,2}(?::\d{2}(?::\d{2})?(?:[.,:;]\d{1,3})?|;\d{2};\d{2};\d{1,3})`;
const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
/** A time, also with the date of a message: "[10:01, 1/2/2024]", "1/2/24, 10:01 AM -". */
const stamp = String.raw`(?:${date},? )?(${clock})(?: ?[AP]\.?M\.?)?(?:, ${date})?`;
const timeBefore = new RegExp(
  String.raw`^[[(<]?${stamp}(?: ?[-–—→>]{1,3} ?${clock})?[\])>]?(?: ?[-–—:|])?\s+(?=\S)`,
);
const timeInBrackets = new RegExp(String.raw`^[[(<](${clock})[\])>](?=[^\s\])>])`);
const timeInside = new RegExp(
  String.raw`^(\S[^:]{0,60}?)\s?[[(<](${clock})[\])>](?:\s?:)?\s+(?=\S)`,
);
const secondsBefore =
  /^(?:[[(](\d{1,6}\.\d{1,3}) ?(?:-|–|->|-->) ?\d{1,6}\.\d{1,3}[\])]|[[(]?(\d{1,6}\.\d{1,3}) ?s[\])]?)\s+(?=\S)/u;
const timeAfter = new RegExp(String.raw`^(\S.{0,60}?)[-–—|,\s]{0,8}[[(<]?(${clock})[\])>]?:?$`);
/**
 * Times at the beginning of a text, before a capital letter, and times inside of it with three
 * parts or a fraction. Those in "(12:30) is late" and "See you at [2:45] tomorrow." are speech.
 */
const timesInside = new RegExp(
  String.raw`(?<=^|: )[[(<](${clock})[\])>](?=\s\P{Ll})|\s?[[<](\d{1,2}(?::\d{2}){2}(?:[.,:;]\d{1,3})?|\d{1,2}:\d{2}[.,]\d{1,3}|\d{1,2}(?:;\d{2}){2};\d{1,3})[\]>](?:\[\d+\.\d+\])?`,
  "gu",
);
const timeAtEnd = new RegExp(String.raw`^(.*\S)\s+[[(<](${clock})[\])>]$`, "s");
const timeRange = new RegExp(String.raw`^[[(<]?(${clock})\s${clock}[\])>]?\s+(?=\S)`);
/** The share of paragraphs with times, from which on they are those of the lines. */
const minTimes = 0.3;

/**
 * The paragraphs of a transcript without the times before them, and after the names of speakers
 * ("Anna Smith 0:03", "Anna Smith (0:03): Hello."). The times are left out as texts of their kind.
 */
export function withoutTimes(paragraphs: readonly Paragraph[], choices: KindChoices): Paragraph[] {
  const all = paragraphs.map((paragraph, at) => {
    // A time alone, above or below the name.
    if (kindOfText(paragraph.text) === "time") return { time: paragraph.text, text: null };
    const above = nameAndTimeAbove(paragraph.text);
    if (above !== null) return above;
    // "[00:12.00]Never mind", as in the lyrics of a song (LRC).
    const attached = timeInBrackets.exec(paragraph.text);
    if (attached !== null)
      return { time: attached[1] ?? "", text: paragraph.text.slice(attached[0].length) };
    const before =
      timeRange.exec(paragraph.text) ??
      timeBefore.exec(paragraph.text) ??
      secondsBefore.exec(paragraph.text);
    if (before !== null) {
      const rest = paragraph.text.slice(before[0].length);
      const next = paragraphs[at + 1]?.text ?? "";
      const isAlone = isName(rest) && rest.split(" ").length <= 4 && /^\P{Ll}/u.test(rest);
      // "00:03 Anna Smith" stands above the text.
      if (isAlone && next !== "" && !timeBefore.test(next) && !/[:：]/.test(rest))
        return { time: before[1] ?? before[2] ?? "", text: `${rest}:` };
      return { time: before[1] ?? before[2] ?? "", text: rest };
    }
    const inside = timeInside.exec(paragraph.text);
    if (inside !== null && isName(inside[1] ?? "")) {
      const rest = paragraph.text.slice(inside[0].length);
      return { time: inside[2] ?? "", text: `${inside[1] ?? ""}: ${rest}` };
    }
    const [, name, time] = timeAfter.exec(paragraph.text) ?? [];
    if (name !== undefined && time !== undefined && isName(name) && !/[:：]/.test(name))
      return { time, text: `${name}:` };
    const end = timeAtEnd.exec(paragraph.text);
    if (end !== null) return { time: end[2] ?? "", text: end[1] ?? "", isAtEnd: true };
    const times = timesIn(paragraph.text);
    return times.length === 0 ? null : { time: times.join(", "), text: paragraph.text };
  });
  // Times that do not follow one another are said.
  const areAscending = ascend(
    all.flatMap((one) => (one && "isAtEnd" in one ? [one.time] : timesIn(one?.text ?? ""))),
  );
  const isUnchanged = (at: number) => {
    const one = all[at];
    return one && ("isAtEnd" in one || one.text === paragraphs[at]?.text);
  };
  const found = all.map((one, at) => (!areAscending && isUnchanged(at) ? null : one));
  const filled = paragraphs.filter(({ text }) => text !== "").length;
  const timed = found.filter((one) => one !== null).length;
  if (timed < 2 || timed < minTimes * filled || choices.isSpoken("time", false))
    return [...paragraphs];
  const names = namesBelowTimes(paragraphs, (at) => found[at]?.text === null);
  return paragraphs.flatMap((paragraph, at) => {
    const one = found[at];
    if (names.has(at)) return [{ ...paragraph, text: `${paragraph.text}:` }];
    if (!one) return [paragraph];
    choices.decide("time", { row: paragraph.row, text: one.time }, false);
    if (one.text === null) return [];
    const text = areAscending ? one.text.replace(timesInside, "") : one.text;
    return [{ ...paragraph, text: cleanText(text) }];
  });
}

/** The times inside of a text, as `timesInside` describes them. */
const timesIn = (text: string) =>
  [...text.matchAll(timesInside)].map(([, atStart, inside]) => atStart ?? inside ?? "");

/** Whether no time is before an earlier one of the text. */
function ascend(times: readonly string[]): boolean {
  const values = times.map((time) => {
    const [whole = "", fraction = "0"] = time.split(/[.,]/);
    const parts = whole.split(/[:;]/).map(Number);
    // The fourth part of a time is a number of frames.
    const seconds = parts.slice(0, 3).reduce((sum, part) => sum * 60 + part, 0);
    return seconds + (parts[3] ?? 0) / 100 + Number(`0.${fraction}`);
  });
  return values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
}

/** "Anna Smith   0:03" above the text in one paragraph, as Teams writes. */
function nameAndTimeAbove(text: string): { time: string; text: string } | null {
  const [first = "", ...rest] = text.split("\n");
  const [, name, time] = timeAfter.exec(first.trim()) ?? [];
  if (name === undefined || time === undefined || rest.length === 0) return null;
  if (!isName(cleanText(name)) || /[:：]/.test(name)) return null;
  return { time, text: `${cleanText(name)}: ${rest.join("\n")}` };
}

const minBlocks = 2;

/** "00:00:01:00 - 00:00:02:00", with frames. */
const frameRange = /^\d{2}(?:[:;]\d{2}){3}\s[-–—]\s\d{2}(?:[:;]\d{2}){3}$/u;

/**
 * The names that are the first of several paragraphs below each time, as Premiere and Resolve
 * write. They have to repeat: several in turn, below other times than those of these programs.
 */
function namesBelowTimes(
  paragraphs: readonly Paragraph[],
  isTime: (at: number) => boolean,
): ReadonlySet<number> {
  const isText = (at: number) => (paragraphs[at]?.text ?? "") !== "" && !isTime(at);
  const textAt = (at: number) => paragraphs[at]?.text ?? "";
  const first = paragraphs.flatMap((_, at) => (isTime(at) && isText(at + 1) ? [at + 1] : []));
  const areNames = first.every((at) => {
    const text = textAt(at);
    const isShort = isName(text) && text.split(" ").length <= 4 && isCapitalised(text);
    const isPlain = !/[:：]/.test(text) && kindOfText(text) === null && !isAnswer(text);
    return isShort && isPlain && isText(at + 1);
  });
  if (first.length < minBlocks || !areNames) return new Set();
  const names = first.map((at) => withoutSpeakerNumber(textAt(at)));
  const isRepeated = new Set(names).size < names.length;
  const isExported = first.every((at) => frameRange.test(textAt(at - 1)));
  const areTwo =
    namesInTurn(names).size > 1 || names.some((name, at) => name !== textAt(first[at] ?? -1));
  return new Set(isRepeated && (isExported || areTwo) ? first : []);
}
