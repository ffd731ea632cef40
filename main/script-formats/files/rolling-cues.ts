/**
 * Captions that roll up, as live captions and those that YouTube makes: each cue begins with the
 * last row of the cue before it.
 */
import { noteRows } from "../line-kinds";
import type { Problems } from "../problems";

interface Rows {
  row: number;
  /** The rows of its text, as a player shows them. */
  rows: readonly string[];
}

const minRolling = 3;
const minShare = 0.5;

/** The rows of each cue without those that the cue before it ends with, if the captions roll up. */
export function withoutRepeatedRows(cues: readonly Rows[], problems: Problems): string[][] {
  const repeated = cues.map(({ rows }, at) => {
    const before = cues[at - 1]?.rows ?? [];
    for (let count = Math.min(before.length, rows.length); count > 0; count -= 1)
      if (before.slice(-count).every((row, index) => row === rows[index])) return count;
    return 0;
  });
  const rolling = cues.filter((_, at) => (repeated[at] ?? 0) > 0);
  // An answer that is repeated ("No." "No.") rolls nothing up.
  const isMoved = cues.some(
    ({ rows }, at) => (repeated[at] ?? 0) > 0 && rows.length > (repeated[at] ?? 0),
  );
  const isOften = rolling.length >= minRolling && rolling.length >= minShare * (cues.length - 1);
  const isRolling = isMoved && isOften;
  if (!isRolling) return cues.map(({ rows }) => [...rows]);
  const message =
    "Rows that repeat those of the cue before (captions that roll up) were read once.";
  noteRows(
    problems,
    rolling.map(({ row }) => row),
    "cues-rolling",
    message,
  );
  return cues.map(({ rows }, at) => rows.slice(repeated[at]));
}
