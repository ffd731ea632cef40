/**
 * Checks of the times of a language's lines, in one pass: a line is compared with those beside it.
 */
import { checkRules, type CheckSeverity, type Finding } from "../../../preload/facts/checks";
import type { PictureTimes } from "../engine/picture-times";

export interface TimedLine {
  number: number;
  character: string;
  text: string;
  /** The slot. */
  startMs: number;
  endMs: number;
  /** The chosen take; null for none. */
  take: {
    durationMs: number;
    /** The factor by which it was accelerated, or below 1 slowed. */
    speed: number;
    /** Distance of its start from that of the slot. */
    offsetMs: number;
  } | null;
}

export interface TimingChecks {
  /**
   * Lines in the order of their starts. Returns what is known now, also of earlier lines.
   * @throws RangeError
   */
  add(line: TimedLine): Finding[];
  /** The findings of the last line. */
  finish(): Finding[];
}

/** The worst first. */
const levels = [
  { rule: "factorError", severity: "error" },
  { rule: "factorWarning", severity: "warning" },
  { rule: "factorNote", severity: "note" },
] as const;

export interface TimingOptions {
  languageId: string;
  /** Null without one. */
  picture?: PictureTimes | null;
  /** See the settings of batches. */
  fitGapMs?: number;
  holdsLastFrame?: boolean;
}

/** How far a take exceeds its slot. `next`: the following line, or null. */
export function checkLength(
  line: TimedLine,
  next: TimedLine | null,
  { languageId, fitGapMs = 0 }: TimingOptions,
): Finding[] {
  if (!line.take) return [];
  const { roomAfterSlotMs, gapToNextMs } = checkRules;
  const gap = next === null ? Infinity : next.startMs - line.endMs - gapToNextMs.limit;
  const usable = Math.min(Math.max(roomAfterSlotMs.limit, fitGapMs), gap);
  const room = line.endMs - line.startMs + Math.max(0, usable);
  const value = (line.take.durationMs * line.take.speed) / Math.max(room, 1);
  const { rule, severity } = levels.find((level) => value > checkRules[level.rule].limit) ?? {};
  if (!rule || !severity) return [];
  const { limit } = checkRules[rule];
  return [{ line: line.number, languageId, name: "too-long", severity, rule, value, limit }];
}

/** Memory grows with the number of characters. */
export function createTimingChecks(options: TimingOptions): TimingChecks {
  const { languageId, picture = null, holdsLastFrame = false } = options;
  let previous: TimedLine | null = null;
  /** Times of the take that ends last, by character; `paces` has the last speeds. */
  const ends = new Map<string, { startMs: number; endMs: number }>();
  const paces = new Map<string, { number: number; speed: number }[]>();
  const at = (line: TimedLine) => ({ line: line.number, languageId });

  function checkPace(line: TimedLine): Finding[] {
    if (!line.take) return [];
    const { limit } = checkRules.paceDifference;
    const { speed } = line.take;
    const last = [...(paces.get(line.character) ?? []), { number: line.number, speed }].slice(-3);
    paces.set(line.character, last);
    const [before, middle, after] = last;
    if (!before || !middle || !after) return [];
    // Faster than both, or slower than both: at a lasting change of pace, no line differs from
    // both.
    const fromBefore = middle.speed - before.speed;
    const fromAfter = middle.speed - after.speed;
    const value = Math.min(Math.abs(fromBefore), Math.abs(fromAfter));
    if (fromBefore * fromAfter <= 0 || value <= limit + 1e-9) return [];
    return [
      {
        line: middle.number,
        languageId,
        name: "uneven-pace",
        severity: "note",
        rule: "paceDifference",
        value,
        limit,
      },
    ];
  }

  function checkOverlap(line: TimedLine): Finding[] {
    const startMs = line.startMs + (line.take?.offsetMs ?? 0);
    const endMs = line.take ? startMs + line.take.durationMs : line.endMs;
    const last = ends.get(line.character);
    if (!last || endMs > last.endMs) ends.set(line.character, { startMs, endMs });
    if (!last) return [];
    const value = Math.min(endMs, last.endMs) - Math.max(startMs, last.startMs);
    const { limit } = checkRules.overlapMs;
    if (value <= limit) return [];
    return [{ ...at(line), name: "overlap", severity: "error", rule: "overlapMs", value, limit }];
  }

  /**
   * A take that lies outside of the picture is cut, or not heard at all; unless the last frame is
   * held for it, which is a note.
   */
  function checkPicture(line: TimedLine): Finding[] {
    if (!picture) return [];
    const startMs = line.startMs + (line.take?.offsetMs ?? 0);
    // The slot may end later than its take. A line without a take needs its place too.
    const endMs = line.take ? startMs + line.take.durationMs : line.endMs;
    const isHeld = holdsLastFrame && picture.canHold === true && startMs < picture.lengthMs;
    const findings: Finding[] = [];
    const add = (
      rule: "pastEndMs" | "beforeStartMs",
      value: number,
      severity: CheckSeverity = "error",
    ) => {
      const { limit } = checkRules[rule];
      if (value <= limit) return;
      findings.push({ ...at(line), name: "outside-picture", severity, rule, value, limit });
    };
    add("pastEndMs", endMs - picture.lengthMs, isHeld ? "note" : "error");
    add("beforeStartMs", -startMs);
    return findings;
  }

  const complete = (line: TimedLine, next: TimedLine | null) => checkLength(line, next, options);
  return {
    add(line) {
      if (previous && line.startMs < previous.startMs)
        throw new RangeError(`line ${line.number} starts before line ${previous.number}`);
      const findings = previous ? complete(previous, line) : [];
      previous = line;
      return [...findings, ...checkPace(line), ...checkOverlap(line), ...checkPicture(line)];
    },
    finish() {
      const findings = previous ? complete(previous, null) : [];
      previous = null;
      return findings;
    },
  };
}
