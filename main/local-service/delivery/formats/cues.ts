/**
 * The cue sheet of a timeline: a row for each line, with columns that programs for ADR map by their
 * names.
 */
import { chosenTake, type Timeline, type TimelineLine, type TimelineTake } from "../timeline";
import type { Table } from "../../../script-formats/files/data-table";
import { timecodeAt } from "./timecode";

interface CueOptions {
  /** Whether the files of takes are delivered. */
  hasTakes: boolean;
  /**
   * The levels of the file of a take as it is delivered; by default those of the timeline. Null if
   * it was not made.
   */
  levelsOf?: ((file: string) => Pick<TimelineTake, "loudness" | "truePeak"> | null) | undefined;
}

/** A column with its width in characters. */
interface Column {
  width: number;
  isNumber?: boolean;
  cell: (line: TimelineLine, timeline: Timeline, options: CueOptions) => string;
}

const decimals = (value: number | null | undefined, count: number) =>
  value === null || value === undefined ? "" : value.toFixed(count);

/** Where the line ends: the end of its take, or else of its slot. */
function endOf(line: TimelineLine): number | null {
  const take = chosenTake(line);
  return line.start !== null && take ? line.start + take.length : (line.slot?.end ?? null);
}
const timecode = (at: number | null | undefined, timeline: Timeline) =>
  at === null || at === undefined ? "" : timecodeAt(at, timeline);

const columns: Readonly<Record<string, Column>> = {
  Cue: { width: 8, isNumber: true, cell: ({ number }) => String(number) },
  ID: { width: 12, cell: ({ lineId }) => lineId },
  Character: { width: 20, cell: ({ character }) => character },
  Voice: { width: 16, cell: (line) => chosenTake(line)?.voice ?? "" },
  "Timecode In": {
    width: 14,
    cell: (line, timeline) => timecode(line.start ?? line.slot?.start, timeline),
  },
  "Timecode Out": { width: 14, cell: (line, timeline) => timecode(endOf(line), timeline) },
  Source: { width: 50, cell: ({ source }) => source },
  Text: { width: 50, cell: ({ text }) => text },
  Take: { width: 6, isNumber: true, cell: (line) => takeNumber(line) },
  File: {
    width: 40,
    cell: (line, _timeline, { hasTakes }) => (hasTakes ? (chosenTake(line)?.file ?? "") : ""),
  },
  Speed: {
    width: 8,
    isNumber: true,
    cell: (line) => (chosenTake(line) ? line.speed.toFixed(2) : ""),
  },
  "Level dB": {
    width: 8,
    isNumber: true,
    cell: (line) => (chosenTake(line) ? (line.levelDb ?? 0).toFixed(1) : ""),
  },
  LUFS: {
    width: 8,
    isNumber: true,
    cell: (line, _timeline, options) => level(line, "loudness", options),
  },
  "True Peak": {
    width: 10,
    isNumber: true,
    cell: (line, _timeline, options) => level(line, "truePeak", options),
  },
  State: { width: 12, cell: ({ state }) => state },
  "Approved By": {
    width: 16,
    cell: ({ state, decidedBy }) => (state === "approved" ? decidedBy : ""),
  },
  Comment: { width: 40, cell: commentsOf },
};

const level = (
  line: TimelineLine,
  value: "loudness" | "truePeak",
  { levelsOf }: CueOptions,
): string => {
  const take = chosenTake(line);
  return decimals((take && levelsOf ? levelsOf(take.file) : take)?.[value], 1);
};

function takeNumber(line: TimelineLine): string {
  const take = chosenTake(line);
  return take ? String(take.variant + 1) : "";
}

/** What is not resolved, and why the line was rejected. */
function commentsOf({ comments, reason }: TimelineLine): string {
  const open = comments.filter(({ isResolved }) => !isResolved).map(({ text }) => text);
  return [...(reason === "" ? [] : [reason]), ...open].join("\n");
}

export const cueTable = (timeline: Timeline, options: CueOptions): Table => ({
  name: "Cues",
  columns: Object.entries(columns).map(([name, { width, isNumber = false }]) => ({
    name,
    width,
    isNumber,
  })),
  rows: timeline.lines.map((line) =>
    Object.values(columns).map(({ cell }) => cell(line, timeline, options)),
  ),
});
