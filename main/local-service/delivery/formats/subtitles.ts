/** Subtitles of a timeline: SubRip (.srt) and WebVTT (.vtt, https://www.w3.org/TR/webvtt1/). */
import { chosenTake, millisecondsOf, type Timeline, type TimelineLine } from "../timeline";

/** Milliseconds of a subtitle whose line has neither an end nor a take. */
const defaultMs = 2_000;

interface Cue {
  startMs: number;
  endMs: number;
  line: TimelineLine;
}

/** The lines with times and text, in the order of their starts. */
function cuesOf({ lines }: Timeline): Cue[] {
  return lines
    .flatMap((line): Cue[] => {
      const start = line.start ?? line.slot?.start;
      if (start === undefined || line.text.trim() === "") return [];
      const takeEnd = start + (chosenTake(line)?.length ?? 0);
      const startMs = millisecondsOf(start);
      const endMs = millisecondsOf(Math.max(takeEnd, line.slot?.end ?? 0));
      return [{ line, startMs, endMs: endMs > startMs ? endMs : startMs + defaultMs }];
    })
    .sort((a, b) => a.startMs - b.startMs || a.line.number - b.line.number);
}

function clock(ms: number, separator: string): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map(two).join(":")}${separator}${String(ms % 1_000).padStart(3, "0")}`;
}

/** The rows of a text. An empty row would end the subtitle. */
const rowsOf = (text: string) =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((row) => row.trim())
    .filter((row) => row !== "");

/** SubRip has no escapes; a reader would take "-->" in a text for a time. */
export function toSrt(timeline: Timeline): string {
  return cuesOf(timeline)
    .map(({ startMs, endMs, line }, index) => {
      const rows = rowsOf(line.text).map((row) => row.replaceAll("-->", "→"));
      const times = `${clock(startMs, ",")} --> ${clock(endMs, ",")}`;
      return [index + 1, times, ...rows, "", ""].join("\r\n");
    })
    .join("");
}

const escapeVtt = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The speaker is the annotation of a voice span. */
export function toVtt(timeline: Timeline): string {
  const cues = cuesOf(timeline).map(({ startMs, endMs, line }) => {
    const speaker = escapeVtt(rowsOf(line.character).join(" "));
    const text = rowsOf(line.text).map(escapeVtt).join("\n");
    const times = `${clock(startMs, ".")} --> ${clock(endMs, ".")}`;
    return `${times}\n${speaker === "" ? text : `<v ${speaker}>${text}</v>`}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}
