/** The reports of a timeline: what the checks found, and what reviewers wrote. */
import type { Timeline } from "../timeline";
import type { Table } from "../../../script-formats/files/data-table";
import { timecodeAt } from "./timecode";

/** A row for each finding, those that are ignored included. */
export const checkTable = ({ lines }: Timeline): Table => ({
  name: "Checks",
  columns: [
    { name: "Line", width: 8 },
    { name: "ID", width: 12 },
    { name: "Character", width: 20 },
    { name: "Check", width: 18 },
    { name: "Severity", width: 10 },
    { name: "Detail", width: 50 },
    { name: "Ignored By", width: 16 },
  ],
  rows: lines.flatMap(({ number, lineId, character, checks }) =>
    checks.map(({ name, severity, detail, ignoredBy }) => [
      ...[String(number), lineId, character, name, severity, detail, ignoredBy ?? ""],
    ]),
  ),
});

/** A row for each comment, resolved ones included. */
export const commentTable = (timeline: Timeline): Table => ({
  name: "Comments",
  columns: [
    { name: "Line", width: 8 },
    { name: "ID", width: 12 },
    { name: "Character", width: 20 },
    { name: "Timecode", width: 14 },
    { name: "Comment", width: 60 },
    { name: "By", width: 16 },
    { name: "Resolved", width: 10 },
  ],
  rows: timeline.lines.flatMap(({ number, lineId, character, comments }) =>
    comments.map(({ at, text, by, isResolved }) => [
      ...[String(number), lineId, character, at === null ? "" : timecodeAt(at, timeline)],
      ...[text, by, isResolved ? "yes" : "no"],
    ]),
  ),
});
