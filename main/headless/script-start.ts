/**
 * Scripts whose times count from the timecode of the picture instead of from its first frame, such
 * as subtitles that begin at 01:00:00:00.
 */
import { proposeStart, startToleranceMs } from "../local-service/delivery/script-start";
import type { MediaFacts } from "../local-service/engine/ports";
import type { ScriptSpan } from "../local-service/rows/batches/batch-port";
import { clock } from "../script-formats/files/srt-write";
import type { ScriptLine } from "../script-formats/model";
import { invalid } from "./parse-arguments";

/** Null for a script without times. */
export function spanOf(lines: readonly Pick<ScriptLine, "startMs" | "endMs">[]): ScriptSpan | null {
  const starts = lines.flatMap(({ startMs }) => startMs ?? []);
  if (starts.length === 0) return null;
  const ends = lines.flatMap(({ startMs, endMs }) => endMs ?? startMs ?? []);
  const earliest = (least: number, ms: number) => Math.min(least, ms);
  const latest = (most: number, ms: number) => Math.max(most, ms);
  return { startMs: starts.reduce(earliest), endMs: ends.reduce(latest) };
}

/**
 * Throws AppError "invalid-input" with the proposed `--script-start` if the user gave none and the
 * script counts from the timecode of the picture: no line of it would be heard.
 */
export function requireStart(
  { script, scriptStartMs }: { script: string; scriptStartMs: number | null },
  span: ScriptSpan | null,
  facts: MediaFacts,
): void {
  const proposed = scriptStartMs === null ? proposeStart(span, facts) : null;
  if (!proposed) return;
  const { offsetMs, timecode, isAssumed } = proposed;
  const argument = clock(offsetMs, ".");
  const of = isAssumed ? "the usual timecode of a picture" : "the timecode of the picture";
  throw invalid(
    `SCRIPT: ${script}: all lines begin after the end of the picture; the times count from ${timecode}, ${of}: --script-start ${argument} makes them count from its first frame`,
  );
}

/**
 * The lines with times that count from `start` milliseconds. Throws AppError "invalid-input" that
 * names the row of a line before it.
 */
export function countFrom(lines: readonly ScriptLine[], start: number): ScriptLine[] {
  return lines.map((line) => {
    const { startMs, endMs, row } = line;
    if (startMs !== null && startMs < start - startToleranceMs)
      throw invalid(`--script-start: row ${row} begins before it, at ${clock(startMs, ".")}`);
    const moved = (ms: number | null) => (ms === null ? null : Math.max(0, ms - start));
    return { ...line, startMs: moved(startMs), endMs: moved(endMs) };
  });
}

/** Milliseconds of "01:00:00" or "01:00:00.040"; null for another text. */
export function parseStart(text: string): number | null {
  const match = /^(\d{1,2}):([0-5]\d):([0-5]\d)(?:[.,](\d{3}))?$/.exec(text);
  if (!match) return null;
  const [, hours, minutes, seconds, ms = "0"] = match;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms);
}
