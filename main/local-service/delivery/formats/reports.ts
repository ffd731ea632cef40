/** The reports of a timeline: what the checks found, and what reviewers wrote. */
import type { ExportFile } from "../../rows/exports/export-port";
import type { Timeline } from "../timeline";
import type { Table } from "../../../script-formats/files/data-table";
import { timecodeAt } from "./timecode";

type ReportedFile = Pick<ExportFile, "path" | "problem" | "finding" | "measures">;

/**
 * A row for each finding, those that are ignored included, for each file that failed or does not
 * meet the preset, and for each video that does not have all of its source.
 */
export const checkTable = ({ lines }: Timeline, files: readonly ReportedFile[]): Table => ({
  name: "Checks",
  columns: [
    { name: "Line", width: 8, isNumber: true },
    { name: "ID", width: 12 },
    { name: "Character", width: 20 },
    { name: "Check", width: 18 },
    { name: "Severity", width: 10 },
    { name: "Detail", width: 50 },
    { name: "Ignored By", width: 16 },
  ],
  rows: [
    ...lines.flatMap(({ number, lineId, character, checks }) =>
      checks.map(({ name, severity, detail, ignoredBy }) => [
        String(number),
        lineId,
        character,
        name,
        severity,
        detail,
        ignoredBy ?? "",
      ]),
    ),
    ...files.flatMap(({ path, problem, finding, measures }) => {
      const detail = problem === "" ? finding : problem;
      const row = (severity: string, text: string) =>
        text === "" ? [] : [["", "", "", "delivery", severity, `${path}: ${text}`, ""]];
      return [...row("error", detail), ...row("note", measures?.notKept ?? "")];
    }),
  ],
});

/** The loudness of one channel on two, in LU above it. */
const stereoGain = 10 * Math.log10(2);
const decimals = (value: number | null | undefined) =>
  value === null || value === undefined ? "" : value.toFixed(2);

/** A row for each stem, mix and video. */
export const loudnessTable = (files: readonly ReportedFile[]): Table => ({
  name: "Loudness",
  columns: [
    { name: "File", width: 40 },
    { name: "Channels", width: 10, isNumber: true },
    { name: "Integrated LUFS", width: 16, isNumber: true },
    { name: "On Two Channels LUFS", width: 20, isNumber: true },
    { name: "Dialogue LUFS", width: 14, isNumber: true },
    { name: "Range LU", width: 10, isNumber: true },
    { name: "Max Momentary LUFS", width: 18, isNumber: true },
    { name: "Max Short-Term LUFS", width: 18, isNumber: true },
    { name: "RMS dBFS", width: 10, isNumber: true },
    { name: "Noise Floor dBFS", width: 16, isNumber: true },
    { name: "True Peak dBTP", width: 14, isNumber: true },
    { name: "Gain dB", width: 10, isNumber: true },
    { name: "Limiting dB", width: 12, isNumber: true },
    { name: "Target", width: 10, isNumber: true },
    { name: "Maximum dBTP", width: 14, isNumber: true },
    { name: "Within Preset", width: 14 },
  ],
  rows: files.flatMap(({ path, measures, finding }) => {
    if (!measures) return [];
    const { channels, loudness, target, dynamics } = measures;
    const onTwo = channels === 1 && loudness !== null ? loudness + stereoGain : loudness;
    return [
      [
        path,
        String(channels),
        decimals(loudness),
        decimals(onTwo),
        decimals(measures.dialogue),
        ...[dynamics?.range, dynamics?.maxMomentary, dynamics?.maxShortTerm].map(decimals),
        ...[measures.rms, measures.noiseFloor, measures.truePeak].map(decimals),
        ...[measures.gain, measures.limiting].map(decimals),
        ...[target?.loudness ?? null, target?.truePeak ?? null].map(decimals),
        target ? (finding === "" ? "yes" : "no") : "",
      ],
    ];
  }),
});

const dateText = (ms: number | undefined) => (ms === undefined ? "" : new Date(ms).toISOString());

/**
 * A row for each comment, resolved ones included, and after it one for each of its replies, which
 * have its number in the column "Thread".
 */
export const commentTable = (timeline: Timeline): Table => ({
  name: "Comments",
  columns: [
    { name: "Line", width: 8, isNumber: true },
    { name: "ID", width: 12 },
    { name: "Character", width: 20 },
    { name: "Timecode", width: 14 },
    { name: "Comment", width: 60 },
    { name: "By", width: 16 },
    { name: "Resolved", width: 10 },
    { name: "Timecode Out", width: 14 },
    { name: "Thread", width: 8, isNumber: true },
    { name: "Reply", width: 8 },
    { name: "Resolved By", width: 16 },
    { name: "Resolved At", width: 24 },
  ],
  rows: numberedThreads(timeline).map(({ line, comment, thread }) => {
    const { at, end, text, by, isResolved, isReply = false, stateBy = "", stateAt } = comment;
    return [
      String(line.number),
      line.lineId,
      line.character,
      at === null ? "" : timecodeAt(at, timeline),
      text,
      by,
      isResolved ? "yes" : "no",
      end === undefined ? "" : timecodeAt(end, timeline),
      String(thread),
      isReply ? "yes" : "no",
      ...(isResolved && !isReply ? [stateBy, dateText(stateAt)] : ["", ""]),
    ];
  }),
});

/** The comments of all lines, with the number of the thread that each belongs to. */
function numberedThreads({ lines }: Timeline) {
  let thread = 0;
  return lines.flatMap((line) =>
    line.comments.map((comment) => {
      if (!comment.isReply) thread += 1;
      return { line, comment, thread };
    }),
  );
}
