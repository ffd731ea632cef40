/** .srt: "interface-notes § Scripts". The parser is tolerant, because subtitle files come from many programs. */
import { maxLines, maxTextLength } from "../limits";
import type { ScriptLine } from "../model";
import { plainLine } from "./paragraphs";
import { UnreadableFile, type Problems } from "../problems";
import { cleanName, cleanText, linesOf } from "./text";

const time = String.raw`(-?\d{1,3}(?:\s*:\s*\d{1,3}){1,2}(?:\s*[,.]\s*\d{1,6})?)`;
/** Coordinates ("X1:40 X2:600") and settings may follow. */
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s.*)?$`);

/** Parses "00:01:02,500" or "1:02.5" to milliseconds; `null` if minutes or seconds exceed 59, or for negative times. */
function milliseconds(stamp: string): number | null {
  const [whole = "", fraction = ""] = stamp.replace(/\s/g, "").split(/[,.]/);
  const parts = whole.split(":").map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = parts.length === 2 ? [0, ...parts] : parts;
  if (whole.startsWith("-") || minutes > 59 || seconds > 59) return null;
  return (
    ((hours * 60 + minutes) * 60 + seconds) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3))
  );
}

interface Cue {
  row: number;
  timing: string;
  text: string[];
}

/** A cue begins at a line with "-->"; if the preceding line is only a number, it is the cue number. */
function cuesOf(text: string, problems: Problems): Cue[] {
  const cues: Cue[] = [];
  let before: string[] = [];
  const end = (cue: Cue | undefined, lines: string[]) => {
    if (cue !== undefined) cue.text = lines;
    else if (lines.some((line) => line.trim() !== "" && !/^\s*WEBVTT/.test(line))) {
      problems.warning(null, null, "text-outside", "Text before the first timing was skipped.");
    }
  };
  for (const line of linesOf(text, /\r\n?|\n/g)) {
    if (!line.includes("-->")) {
      before.push(line);
      continue;
    }
    const number = /^\s*(\d{1,9})\s*$/.exec(before.at(-1) ?? "")?.[1];
    // Without an empty line before it, the number may be dialogue of the previous cue.
    const isNumber =
      number !== undefined && (before.length === 1 || (before.at(-2) ?? "").trim() === "");
    end(cues.at(-1), isNumber ? before.slice(0, -1) : before);
    if (cues.length === maxLines) throw new UnreadableFile("too-many-rows");
    cues.push({ row: isNumber ? Number(number) : cues.length + 1, timing: line, text: [] });
    before = [];
  }
  end(cues.at(-1), before);
  return cues;
}

/** Markup of italics, colours and positions; other text that resembles a tag remains text. */
const marks = /<\/?(?:[biu]|font|c|ruby|rt|v|lang)(?:[\s.][^<>]*)?>|\{\\[^{}]*\}/gi;

/**
 * The text before the first separator is the speaker; both parts are trimmed. Without a separator there is no speaker.
 */
function splitSpeaker(text: string, separator: string): { character: string | null; text: string } {
  const at = separator === "" ? -1 : text.indexOf(separator);
  if (at < 0) return { character: null, text };
  return {
    character: cleanName(text.slice(0, at)) || null,
    text: cleanText(text.slice(at + separator.length)),
  };
}

/**
 * The lines of a .srt. The lines of a cue are joined to one text, because line breaks in subtitles do not affect
 * speech.
 */
export function readSrt(
  text: string,
  language: string,
  separator: string,
  problems: Problems,
): ScriptLine[] {
  const lines: ScriptLine[] = [];
  let latestEnd = 0;
  for (const cue of cuesOf(text, problems)) {
    const { row } = cue;
    const match = timing.exec(cue.timing);
    let start = milliseconds(match?.[1] ?? "-");
    let end = milliseconds(match?.[2] ?? "-");
    if (start === null || end === null) {
      const message = `“${cue.timing.trim().slice(0, 60)}” is not a timing such as 00:01:02,500 --> 00:01:04,000.`;
      problems.error(row, null, "timing-invalid", message);
      start = end = null;
    } else if (end <= start) {
      problems.error(row, null, "timing-negative", "This cue ends before or when it begins.");
      start = end = null;
    } else {
      if (start < latestEnd) {
        const message = "This cue begins before an earlier one has ended.";
        problems.warning(row, null, "timing-overlap", message);
      }
      latestEnd = Math.max(latestEnd, end);
    }
    const joined = cue.text.join("\n");
    if (joined.length > maxTextLength) {
      const bound = maxTextLength.toLocaleString("en");
      problems.error(row, null, "text-too-long", `Longer than ${bound} characters.`);
      continue;
    }
    const spoken = splitSpeaker(
      cleanText(joined.replace(marks, "")).replace(/(?<!\s)\s*\n\s*/g, " "),
      separator,
    );
    if (spoken.text === "") {
      problems.warning(row, null, "text-missing", "This cue has no text. It was skipped.");
      continue;
    }
    lines.push({
      number: lines.length + 1,
      ...plainLine(row, language, spoken),
      startMs: start,
      endMs: end,
    });
  }
  return lines;
}
