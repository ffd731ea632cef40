/** Subtitles of a timeline: SubRip (.srt) and WebVTT (.vtt, https://www.w3.org/TR/webvtt1/). */
import { escapeMarkup } from "../../../common/xml";
import { clock, rowsOfText, toSrtText } from "../../../script-formats/files/srt-write";
import { subtitlesOf, type Subtitle, type SubtitleLine } from "../../checks/subtitles/cues";
import { chosenTake, millisecondsOf, type Timeline, type TimelineLine } from "../timeline";

/** The line as a subtitle; null for a line without a time. */
function subtitleLine(line: TimelineLine): SubtitleLine | null {
  const { number, character, text, slot } = line;
  const start = line.start ?? slot?.start;
  if (start === undefined) return null;
  const takeEnd = start + (chosenTake(line)?.length ?? 0);
  const endMs = millisecondsOf(Math.max(takeEnd, slot?.end ?? 0));
  return { number, character, text, startMs: millisecondsOf(start), endMs };
}

export function subtitlesOfTimeline({ lines, languageId, frameRate }: Timeline): Subtitle[] {
  const frameMs = (1_000 * frameRate.denominator) / frameRate.numerator;
  const timed = lines.map(subtitleLine).filter((line) => line !== null);
  return subtitlesOf(timed, { languageId, frameMs });
}

/** Whether a line has a time and a text. */
export const hasSubtitles = ({ lines }: Timeline): boolean =>
  lines.some((line) => line.text.trim() !== "" && subtitleLine(line) !== null);

export const toSrt = (timeline: Timeline): string =>
  toSrtText(
    subtitlesOfTimeline(timeline).map(({ startMs, endMs, lines }, index) => ({
      number: index + 1,
      startMs,
      endMs,
      text: lines.flatMap(({ rows }) => rows).join("\n"),
    })),
  );

/** The speaker is the annotation of a voice span. */
export function toVtt(timeline: Timeline): string {
  const cues = subtitlesOfTimeline(timeline).map(({ startMs, endMs, lines }) => {
    const spoken = lines.map(({ line, rows }) => {
      const speaker = escapeMarkup(rowsOfText(line.character).join(" "));
      const text = rows.map(escapeMarkup).join("\n");
      return speaker === "" ? text : `<v ${speaker}>${text}</v>`;
    });
    return `${clock(startMs, ".")} --> ${clock(endMs, ".")}\n${spoken.join("\n")}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}
