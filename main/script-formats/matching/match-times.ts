/** Matches the subtitles of a file with the lines of a batch by their times. */
import { createYieldIfDue } from "../../common/yield-to-event-loop";

/** Milliseconds; the character as it is compared, "" for none. */
export interface TimedRow {
  /** The number of the subtitle in the file. */
  row: number;
  startMs: number;
  endMs: number | null;
  character: string;
}
export interface TimedLine {
  number: number;
  startMs: number;
  endMs: number | null;
  character: string;
}

export interface TimeMatches<L extends TimedLine> {
  /** The line of each row; null for none, "unclear" for several. */
  lines: (L | "unclear" | null)[];
  /** What is added to the times of the file, in milliseconds. */
  offsetMs: number;
}

/** Milliseconds of a frame at 24 frames per second. */
const frameMs = 42;
/** The part of the rows that match if the times of a file are those of the batch. */
const minPart = 0.5;
/** The part of the rows that match if its times are shifted. */
const minShiftedPart = 0.8;
/** Rows whose distances to all lines are compared to find a shift. */
const sampledRows = 25;
/** Lines at the same time that are compared with each row. */
const maxLinesAtOnce = 50;

/** Null if the times of the file have nothing to do with those of the lines. */
export async function matchTimes<R extends TimedRow, L extends TimedLine>(
  rows: readonly R[],
  lines: readonly L[],
  isContradiction: (row: R, line: L) => boolean,
): Promise<TimeMatches<L> | null> {
  if (rows.length === 0 || lines.length === 0) return null;
  const sorted = lines.toSorted((a, b) => a.startMs - b.startMs || a.number - b.number);
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  const matchAt = async (offsetMs: number): Promise<TimeMatches<L>> => ({
    offsetMs,
    lines: await matchShifted(rows, { sorted, byNumber, offsetMs, isContradiction }),
  });
  const countOf = (found: TimeMatches<L>) => found.lines.filter((line) => line !== null).length;
  const direct = await matchAt(0);
  if (countOf(direct) === rows.length) return direct;
  const offsetMs = await findOffset(rows, sorted);
  const shifted = offsetMs === null ? null : await matchAt(offsetMs);
  if (shifted && countOf(shifted) >= rows.length * minShiftedPart)
    if (countOf(shifted) > countOf(direct)) return shifted;
  return countOf(direct) >= rows.length * minPart ? direct : null;
}

/** The first index whose line begins at or after a time. */
function firstFrom(lines: readonly TimedLine[], ms: number): number {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.startMs ?? 0) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isNear = (a: number, b: number) => Math.abs(a - b) <= frameMs;

interface Shifted<R, L> {
  sorted: readonly L[];
  byNumber: ReadonlyMap<number, L>;
  offsetMs: number;
  isContradiction: (row: R, line: L) => boolean;
}

async function matchShifted<R extends TimedRow, L extends TimedLine>(
  rows: readonly R[],
  shifted: Shifted<R, L>,
): Promise<TimeMatches<L>["lines"]> {
  const yieldIfDue = createYieldIfDue();
  const { offsetMs, isContradiction } = shifted;
  const found: TimeMatches<L>["lines"] = rows.map(() => null);
  /** Rows with the same times. */
  const groups = new Map<string, number[]>();
  for (const [index, { startMs, endMs }] of rows.entries()) {
    const key = `${startMs} ${endMs}`;
    const group = groups.get(key);
    if (group) group.push(index);
    else groups.set(key, [index]);
  }
  /** The nearest row of each line. */
  const claims = new Map<L, { index: number; distance: number }>();
  for (const indexes of groups.values()) {
    await yieldIfDue();
    const group = indexes.flatMap((index) => rows[index] ?? []);
    const chosen = chooseLines(group, candidatesOf(group, shifted), isContradiction);
    for (const [at, index] of indexes.entries()) {
      const line = chosen[at] ?? null;
      found[index] = line;
      const row = rows[index];
      if (line === null || line === "unclear" || !row) continue;
      // The end decides among equal starts.
      const distance =
        Math.abs(row.startMs + offsetMs - line.startMs) +
        Math.abs((row.endMs ?? 0) + offsetMs - (line.endMs ?? 0)) / 1_000_000;
      const claim = claims.get(line);
      if (claim && claim.distance <= distance) {
        found[index] = "unclear";
        if (claim.distance === distance) found[claim.index] = "unclear";
        continue;
      }
      if (claim) found[claim.index] = "unclear";
      claims.set(line, { index, distance });
    }
  }
  return found;
}

interface Candidates<L> {
  lines: readonly L[];
  /** More lines begin at this time: these have the numbers of the rows. */
  isOfMany: boolean;
}

/** The lines that begin within a frame of the rows of a group. */
function candidatesOf<R extends TimedRow, L extends TimedLine>(
  group: readonly R[],
  { sorted, byNumber, offsetMs }: Shifted<R, L>,
): Candidates<L> {
  const [row] = group;
  if (!row) return { lines: [], isOfMany: false };
  const startMs = row.startMs + offsetMs;
  const first = firstFrom(sorted, startMs - frameMs);
  const end = firstFrom(sorted, startMs + frameMs + 1);
  if (end - first > maxLinesAtOnce + group.length) {
    const lines = group.flatMap((one) => byNumber.get(one.row) ?? []);
    return { lines: lines.filter((line) => isNear(line.startMs, startMs)), isOfMany: true };
  }
  const all = sorted.slice(first, end);
  const endMs = row.endMs === null ? null : row.endMs + offsetMs;
  const sameEnd = all.filter(
    (line) => endMs !== null && line.endMs !== null && isNear(line.endMs, endMs),
  );
  const near = sameEnd.length >= group.length ? sameEnd : all;
  if (group.length > 1 || near.length < 2) return { lines: near, isOfMany: false };
  const distanceOf = (line: L) => Math.abs(line.startMs - startMs);
  const least = Math.min(...near.map(distanceOf));
  return { lines: near.filter((line) => distanceOf(line) === least), isOfMany: false };
}

/** The lines of rows with the same times. */
function chooseLines<R extends TimedRow, L extends TimedLine>(
  group: readonly R[],
  { lines: candidates, isOfMany }: Candidates<L>,
  isContradiction: Shifted<R, L>["isContradiction"],
): TimeMatches<L>["lines"] {
  if (candidates.length === 0) return group.map(() => (isOfMany ? "unclear" : null));
  const numbers = new Map(candidates.map((line) => [line.number, line]));
  const byNumber = group.map((row) => numbers.get(row.row));
  if (byNumber.every((line) => line !== undefined) && new Set(byNumber).size === group.length)
    if (group.every((row, at) => fits(row, byNumber[at]))) return byNumber;
  if (group.length === candidates.length)
    if (group.every((row, at) => fits(row, candidates[at]))) return [...candidates];
  if (isOfMany || group.length > maxLinesAtOnce)
    return group.map((row, at) => (fits(row, byNumber[at]) ? (byNumber[at] ?? null) : "unclear"));
  return group.map((row) => {
    const own = candidates.filter((line) => fits(row, line));
    const named = own.filter((line) => row.character !== "" && line.character === row.character);
    const rivals = group.filter((other) => other.character === row.character);
    const best = named.length > 0 ? named : own;
    return best.length === 1 && rivals.length === 1 ? (best[0] ?? null) : "unclear";
  });
  function fits(row: R, line: L | undefined): boolean {
    return line !== undefined && !isContradiction(row, line);
  }
}

/** The width of a class of distances, in milliseconds. */
const classMs = 20;

/**
 * The distance from the rows to lines that occurs most often, in milliseconds; null if it occurs
 * once, or another one occurs as often.
 */
async function findOffset(
  rows: readonly TimedRow[],
  sorted: readonly TimedLine[],
): Promise<number | null> {
  const yieldIfDue = createYieldIfDue();
  const step = Math.max(1, Math.floor(rows.length / sampledRows));
  const sample = rows.filter((_row, index) => index % step === 0).slice(0, sampledRows);
  const counts = new Map<number, number>();
  for (const row of sample) {
    await yieldIfDue();
    const classes = new Set(
      sorted.map((line) => Math.round((line.startMs - row.startMs) / classMs)),
    );
    for (const one of classes) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  await yieldIfDue();
  const countAt = (one: number) =>
    (counts.get(one - 1) ?? 0) + (counts.get(one) ?? 0) + (counts.get(one + 1) ?? 0);
  let [best, most] = [0, 1];
  for (const one of counts.keys()) if (countAt(one) > most) [best, most] = [one, countAt(one)];
  if (most < 2) return null;
  const isFar = (one: number) => Math.abs(one - best) > 4;
  if ([...counts.keys()].some((one) => isFar(one) && countAt(one) >= most)) return null;
  return medianDistance(sample, sorted, best * classMs);
}

function medianDistance(
  sample: readonly TimedRow[],
  sorted: readonly TimedLine[],
  aboutMs: number,
): number {
  const distances = sample.flatMap(({ startMs }) => {
    const line = sorted[firstFrom(sorted, startMs + aboutMs - frameMs)];
    const distance = line ? line.startMs - startMs : Number.NaN;
    return isNear(distance, aboutMs) ? [distance] : [];
  });
  return distances.sort((a, b) => a - b)[distances.length >> 1] ?? aboutMs;
}
