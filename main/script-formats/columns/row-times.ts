/** The times of the rows of a table: start and end, or start and duration. */
import { frameOfClock, frameRateOf, msOfFrame } from "../../../preload/facts/timecode";
import { noteRows, problemRows } from "../line-kinds";
import type { ScriptLine } from "../model";
import type { Problems } from "../problems";
import type { Column, TableRow } from "../table";
import { areMilliseconds } from "./header-words";
import { rangeIn, readTime } from "./times";

export interface TimeColumns {
  start?: Column;
  end?: Column;
  duration?: Column;
}

/** Frames per second of times with frames, and the row that states them; 0 for the user. */
export interface FrameRate {
  rate: number;
  row: number;
  /** Whether the row states that numbers of frames are left out; absent if it does not say it. */
  isDropFrame?: boolean | undefined;
}

/**
 * The rate of a timecode: it counts frames, and at 23.976 frames per second its seconds are longer
 * than those of a clock.
 */
const rateOf = (text: string, given: FrameRate) =>
  frameRateOf(given.rate, given.isDropFrame === true ? null : text);

/** What a note says about the times, which have numbers of frames left out or not. */
function dropFrameText(given: FrameRate, found: ReadonlySet<boolean>): string {
  if (!frameRateOf(given.rate).isDropFrame) return "";
  if (found.size > 1) return ", with drop frames where a time has a semicolon";
  return found.has(true) ? ", with drop frames" : ", without drop frames";
}

/** Durations and ends that differ by more contradict each other. */
const toleranceMs = 100;
/** A duration without a fraction is rounded. */
const roundedToleranceMs = 1_000;
/** Whole numbers that are so far apart are milliseconds: no line takes a hundred seconds. */
const minMilliseconds = 100;

/** "1.5 sec", "2 Sekunden": a unit behind a duration. */
const seconds =
  /(?<=\d)\s*(?:s|sec|secs|seconds?|sek|sekunden?|secondes?|segundos?|secondi|сек|秒|초)\.?$/iu;
const milliseconds = /^(\d{1,10})\s?(?:ms|msec|milliseconds?|millisekunden)\.?$/iu;
/** Texts in the place of a missing duration. */
const noDuration = /^(?:n\/a|[-–—]+|nan|#n\/a|<na>|null|none)$/iu;
/** A duration of two numbers: minutes and seconds, or seconds and frames. */
const twoParts = /^\d{1,3}:\d{2}$/;
/** How far lines may overlap. */
const overlapMs = 1_000;

type Times = Pick<ScriptLine, "startMs" | "endMs">;
const none: Times = { startMs: null, endMs: null };

/** Whether all times of a table are whole numbers, as whisper writes them, in milliseconds. */
function areWholeMilliseconds(
  rows: readonly TableRow[],
  { start, end, duration }: TimeColumns,
): boolean {
  const other = end ?? duration;
  if (start === undefined || other === undefined || start.index === other.index) return false;
  const differences: number[] = [];
  for (const { cells } of rows) {
    const [first = "", second = ""] = [start, other].map(({ index }) => cells[index]?.trim());
    if (first === "" && second === "") continue;
    if (!/^\d{1,10}$/.test(first) || !/^\d{1,10}$/.test(second)) return false;
    differences.push(Number(second) - (end === undefined ? 0 : Number(first)));
  }
  const sorted = differences.sort((one, another) => one - another);
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) >= minMilliseconds;
}

/**
 * Reads the times of rows. `cell` returns the text of a cell, with a problem if it has none.
 * `report` adds what was assumed or contradicts itself.
 */
export function createRowTimes(
  rows: readonly TableRow[],
  columns: TimeColumns,
  {
    frameRate,
    cell,
  }: { frameRate: FrameRate | null; cell: (row: TableRow, column: Column | undefined) => string },
  problems: Problems,
) {
  const { start, end, duration } = columns;
  const areWhole = areWholeMilliseconds(rows, columns);
  let hasFrames = false;
  /** Whether times have numbers of frames left out. */
  const dropFrames = new Set<boolean>();
  const contradictory: number[] = [];
  /** Rows with frames that the stated rate does not have. */
  const otherRate: { row: number; column: string; text: string }[] = [];
  const unreadable: number[] = [];
  /** Rows with two parts of a duration and a row below, and those that end long after its start. */
  const two: { all: number; late: number[]; last: (Times & { row: number }) | null } = {
    all: 0,
    late: [],
    last: null,
  };

  function millisecondsOf(row: TableRow, column: Column, text: string): number | null {
    if (text === "") return null;
    if (/^\d{1,10}$/.test(text) && (areWhole || areMilliseconds(column.name))) return Number(text);
    const time = readTime(text);
    const invalid = (message: string) => {
      problems.error(row.row, column.name, "timing-invalid", message);
      return null;
    };
    const quoted = `“${text.slice(0, 60)}”`;
    if (time === null) return invalid(`${quoted} is not a time. Write 01:02:03,500 or seconds.`);
    if (time.kind === "time") return time.ms;
    if (frameRate === null) {
      if (!hasFrames) {
        const message = `${quoted} has frames, and the frame rate is not known. Times with frames were not read.`;
        problems.warning(row.row, column.name, "frame-rate-missing", message);
      }
      hasFrames = true;
      return null;
    }
    hasFrames = true;
    if (time.frames >= Math.round(frameRate.rate)) {
      // The rate of the rows above is not that of these times.
      if (frameRate.row > 0) {
        otherRate.push({ row: row.row, column: column.name, text: quoted });
        return null;
      }
      return invalid(
        `${quoted} has the frame ${time.frames}, and a second has ${frameRate.rate} frames.`,
      );
    }
    const rate = rateOf(text, frameRate);
    dropFrames.add(rate.isDropFrame);
    return msOfFrame(frameOfClock(time.ms / 1000, time.frames, rate), rate);
  }

  /** The duration of a row; null for none, and for one that cannot be read. */
  function durationOf(row: TableRow, hasEnd: boolean): number | null {
    const text = duration === undefined ? "" : cell(row, duration);
    if (duration === undefined || text === "" || noDuration.test(text)) return null;
    const whole = milliseconds.exec(text)?.[1];
    if (whole !== undefined) return Number(whole);
    const plain = text.replace(seconds, "");
    // Beside an end, a duration is not needed.
    const time = readTime(plain);
    if (hasEnd && time === null) unreadable.push(row.row);
    if (hasEnd && (time === null || (time.kind === "frames" && frameRate === null))) return null;
    return millisecondsOf(row, duration, plain);
  }

  /** Compares a start with the end of the row above, if that has a duration of two parts. */
  function compareWithLast(row: TableRow, { startMs, endMs }: Times, hasEnd: boolean): void {
    const { last } = two;
    if (last?.startMs != null && startMs !== null && startMs > last.startMs) {
      two.all += 1;
      if ((last.endMs ?? 0) > startMs + overlapMs) two.late.push(last.row);
    }
    const isTwo = !hasEnd && duration !== undefined && twoParts.test(cell(row, duration));
    two.last = isTwo ? { row: row.row, startMs, endMs } : null;
  }

  /** The end of a row: its own, or its start and its duration. */
  function endOf(row: TableRow, startMs: number | null, text: string): number | null {
    const endMs = end === undefined ? null : millisecondsOf(row, end, text);
    const durationMs = durationOf(row, text !== "");
    if (startMs === null || durationMs === null) return endMs;
    if (endMs === null) return text === "" ? startMs + durationMs : null;
    const tolerance = durationMs % 1_000 === 0 ? roundedToleranceMs : toleranceMs;
    if (Math.abs(endMs - startMs - durationMs) > tolerance) contradictory.push(row.row);
    return endMs;
  }

  return {
    of(row: TableRow): Times {
      if (start === undefined) return none;
      const both = start.index === end?.index ? cell(row, start) : "";
      const [first, second] = rangeIn(both) ?? [both, ""];
      const startMs = millisecondsOf(row, start, both === "" ? cell(row, start) : first);
      const ownEnd = both === "" ? cell(row, end) : second;
      const endMs = endOf(row, startMs, ownEnd);
      compareWithLast(row, { startMs, endMs }, ownEnd !== "");
      if (startMs === null || endMs === null) return none;
      if (endMs > startMs) return { startMs, endMs };
      const message = "This line ends before or when it begins.";
      problems.error(row.row, (end ?? duration)?.name ?? null, "timing-negative", message);
      return none;
    },
    report(): void {
      if (areWhole && start !== undefined && !areMilliseconds(start.name)) {
        const message = "The times are whole numbers, and were read as milliseconds.";
        problems.note(null, start.name, "time-unit", message, { assumed: "ms" });
      }
      if (hasFrames && frameRate !== null && frameRate.row > 0) {
        const message = `Times with frames were read with ${frameRate.rate} frames per second, as this row states${dropFrameText(frameRate, dropFrames)}.`;
        const assumed = String(frameRate.rate);
        problems.note(frameRate.row, null, "frame-rate-stated", message, { assumed });
      }
      const [first] = otherRate;
      if (first !== undefined && frameRate !== null) {
        const { row, column, text } = first;
        const message = `${text} has a frame that a second of ${frameRate.rate} frames does not have, as row ${frameRate.row} states. Times with such frames were not read.`;
        const rows = problemRows([...new Set(otherRate.map((one) => one.row))]);
        problems.warning(row, column, "frame-rate-differs", message, rows);
      }
      if (unreadable.length > 0) {
        const message = "The duration of these rows is not a time. Their end was read.";
        noteRows(problems, unreadable, "duration-unreadable", message);
      }
      if (two.late.length * 2 > two.all) {
        const message =
          "Durations such as “02:12” were read as minutes and seconds, and these rows end after the next ones begin.";
        const remedy = "If they are seconds and frames, write 00:00:02:12.";
        const [late = null] = two.late;
        const details = { remedy, ...problemRows(two.late) };
        problems.warning(late, duration?.name ?? null, "duration-unit", message, details);
      }
      if (contradictory.length > 0) {
        const message = "The duration contradicts the end of these rows. Their end was read.";
        const [differing = null] = contradictory;
        const column = duration?.name ?? null;
        problems.warning(
          differing,
          column,
          "duration-differs",
          message,
          problemRows(contradictory),
        );
      }
    },
  };
}
