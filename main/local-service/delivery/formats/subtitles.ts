/** Subtitles of a timeline: SubRip (.srt) and WebVTT (.vtt, https://www.w3.org/TR/webvtt1/). */
import { escapeMarkup } from "../../../common/xml";
import { clock, rowsOfText, toSrtText } from "../../../script-formats/files/srt-write";
import {
  isSubtitleAtTop,
  styledRows,
  subtitlesOf,
  type Subtitle,
  type SubtitleLine,
} from "../../checks/subtitles/cues";
import { chosenTake, millisecondsOf, type Timeline, type TimelineLine } from "../timeline";

/** The line as a subtitle; null for a line without a time. */
function subtitleLine(line: TimelineLine): SubtitleLine | null {
  const { number, character, text, slot, appearance } = line;
  const start = line.start ?? slot?.start;
  if (start === undefined) return null;
  const takeEnd = start + (chosenTake(line)?.length ?? 0);
  const endMs = millisecondsOf(Math.max(takeEnd, slot?.end ?? 0));
  const startMs = millisecondsOf(start);
  return { number, character, text, startMs, endMs, ...(appearance ? { appearance } : {}) };
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
    subtitlesOfTimeline(timeline).map((subtitle, index) => {
      const { startMs, endMs, lines } = subtitle;
      const rows = lines.flatMap((shown) => italicRows(shown));
      // What most players of SubRip understand.
      const place = isSubtitleAtTop(subtitle) ? "{\\an8}" : "";
      return { number: index + 1, startMs, endMs, text: place + rows.join("\n") };
    }),
  );

/** The rows of a line; what is in italics is in tags of its own in each row. */
const italicRows = (
  shown: Subtitle["lines"][number],
  escape: (text: string) => string = (text) => text,
): string[] =>
  styledRows(shown).map((parts) =>
    parts
      .map(({ text, isItalic }) => (isItalic ? `<i>${escape(text)}</i>` : escape(text)))
      .join(""),
  );

/** The speaker is the annotation of a voice span. */
export function toVtt(timeline: Timeline): string {
  const cues = subtitlesOfTimeline(timeline).map((subtitle) => {
    const { startMs, endMs, lines } = subtitle;
    const spoken = lines.map((shown) => {
      const speaker = escapeMarkup(rowsOfText(shown.line.character).join(" "));
      const text = italicRows(shown, escapeMarkup).join("\n");
      return speaker === "" ? text : `<v ${speaker}>${text}</v>`;
    });
    const place = isSubtitleAtTop(subtitle) ? " line:0" : "";
    return `${clock(startMs, ".")} --> ${clock(endMs, ".")}${place}\n${spoken.join("\n")}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}
