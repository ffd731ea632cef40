/** The times of the rows of a table: start and end, or start and duration. */
import { problemRows } from "../line-kinds";
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
}

/** Durations and ends that differ by more contradict each other. */
const toleranceMs = 100;
/** A duration without a fraction is rounded. */
const roundedToleranceMs = 1_000;
/** Whole numbers that are so far apart are milliseconds: no line takes a hundred seconds. */
const minMilliseconds = 100;

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
  const contradictory: number[] = [];

  function millisecondsOf(row: TableRow, column: Column, text: string): number | null {
    if (text === "") return null;
    if ((areWhole || areMilliseconds(column.name)) && /^\d{1,10}$/.test(text)) return Number(text);
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
    if (time.frames >= Math.round(frameRate.rate))
      return invalid(
        `${quoted} has the frame ${time.frames}, and a second has ${frameRate.rate} frames.`,
      );
    return time.ms + Math.round((time.frames * 1000) / frameRate.rate);
  }

  /** The end of a row: its own, or its start and its duration. */
  function endOf(row: TableRow, startMs: number | null, text: string): number | null {
    const endMs = end === undefined ? null : millisecondsOf(row, end, text);
    const length = duration && cell(row, duration);
    const durationMs = duration && length ? millisecondsOf(row, duration, length) : null;
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
      const endMs = endOf(row, startMs, both === "" ? cell(row, end) : second);
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
        const message = `Times with frames were read with ${frameRate.rate} frames per second, as this row states.`;
        const assumed = String(frameRate.rate);
        problems.note(frameRate.row, null, "frame-rate-stated", message, { assumed });
      }
      if (contradictory.length > 0) {
        const message = "The duration contradicts the end of these rows. Their end was read.";
        const first = contradictory[0] ?? null;
        const column = duration?.name ?? null;
        problems.warning(first, column, "duration-differs", message, problemRows(contradictory));
      }
    },
  };
}
