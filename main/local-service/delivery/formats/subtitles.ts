/** Subtitles of a timeline: SubRip (.srt) and WebVTT (.vtt, https://www.w3.org/TR/webvtt1/). */
import { clock, rowsOfText, toSrtText } from "../../../script-formats/files/srt-write";
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

export const toSrt = (timeline: Timeline): string =>
  toSrtText(
    cuesOf(timeline).map(({ startMs, endMs, line }, index) => ({
      number: index + 1,
      startMs,
      endMs,
      text: line.text,
    })),
  );

const escapeVtt = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The speaker is the annotation of a voice span. */
export function toVtt(timeline: Timeline): string {
  const cues = cuesOf(timeline).map(({ startMs, endMs, line }) => {
    const speaker = escapeVtt(rowsOfText(line.character).join(" "));
    const text = rowsOfText(line.text).map(escapeVtt).join("\n");
    const times = `${clock(startMs, ".")} --> ${clock(endMs, ".")}`;
    return `${times}\n${speaker === "" ? text : `<v ${speaker}>${text}</v>`}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}
