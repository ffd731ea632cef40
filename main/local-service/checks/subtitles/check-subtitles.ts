/** Checks the subtitles of a language as they are delivered. */
import { checkRules, readingLimitsOf, type Finding } from "../../../../preload/facts/checks";
import { countCharacters } from "../characters";
import { subtitlesOf, type Subtitle, type SubtitleLine, type SubtitleOptions } from "./cues";

type Excess = Required<Pick<Finding, "rule" | "value" | "limit">> & {
  rule: NonNullable<Finding["rule"]>;
};

function excessesOf(
  subtitle: Subtitle,
  next: Subtitle | undefined,
  { languageId, frameMs }: SubtitleOptions,
): Excess[] {
  const reading = readingLimitsOf(languageId);
  const { subtitleMinMs, subtitleMaxMs, subtitleGapFrames, subtitleRows } = checkRules;
  const rows = subtitle.lines.flatMap((shown) => shown.rows);
  const characters = rows.reduce((sum, row) => sum + countCharacters(row), 0);
  const ms = subtitle.endMs - subtitle.startMs;
  const gapFrames = next ? (next.startMs - subtitle.endMs) / frameMs : Infinity;
  const excesses: Excess[] = [];
  const add = (rule: Excess["rule"], value: number, limit: number) =>
    excesses.push({ rule, value, limit });
  const perSecond = (characters * 1000) / Math.max(ms, 1);
  if (perSecond > reading.charactersPerSecond)
    add("charactersPerSecond", perSecond, reading.charactersPerSecond);
  // Times are whole milliseconds.
  if (ms < Math.floor(subtitleMinMs.limit)) add("subtitleMinMs", ms, subtitleMinMs.limit);
  if (ms > subtitleMaxMs.limit) add("subtitleMaxMs", ms, subtitleMaxMs.limit);
  if (rows.length > subtitleRows.limit) add("subtitleRows", rows.length, subtitleRows.limit);
  // Half a frame, since times are rounded.
  if (gapFrames < subtitleGapFrames.limit - 0.5)
    add("subtitleGapFrames", gapFrames, subtitleGapFrames.limit);
  return excesses;
}

/** At most one finding of each rule for a line, in the order of the subtitles. */
export function checkSubtitles(
  lines: readonly SubtitleLine[],
  options: SubtitleOptions,
): Finding[] {
  const subtitles = subtitlesOf(lines, options);
  const findings = new Map<string, Finding>();
  for (const [index, subtitle] of subtitles.entries()) {
    const line = subtitle.lines[0]?.line.number ?? 0;
    for (const excess of excessesOf(subtitle, subtitles[index + 1], options)) {
      const key = `${line} ${excess.rule}`;
      if (findings.has(key)) continue;
      const { languageId } = options;
      findings.set(key, {
        line,
        languageId,
        name: "reading-speed",
        severity: "warning",
        ...excess,
      });
    }
  }
  return [...findings.values()];
}
