/** The progress of all batches as a table. */
import type { LanguageProgress } from "../../../preload/contract/review";
import type { LineState } from "../../../preload/facts/review";
import type { Table } from "../../script-formats/files/data-table";

/** The lines of one language of a batch. */
type Counted = Pick<LanguageProgress, "lines" | "states" | "takesMs" | "approvedMs">;

/** A language of a batch, or what has none yet. */
export interface ProgressRow {
  project: string;
  /** "" for a project, or a language of it, that no batch has. */
  batch: string;
  /** "" for a project without batches, and for a batch without languages. */
  languageId: string;
  /** The state that the service reports; "" if there is nothing to have one. */
  state: string;
  /** "2027-03-31"; "" for none. */
  dueOn: string;
  note: string;
  /** The counts of its lines; null if none are known, such as before its first take. */
  counted: Counted | null;
}

/**
 * The columns after the names. English, as those of deliveries: programs read them. Cells of what
 * has no lines are empty: a zero would be a number of lines.
 */
const numbers: readonly { name: string; of: (row: Counted) => number }[] = [
  { name: "Lines", of: ({ lines }) => lines },
  { name: "Minutes", of: ({ takesMs }) => Math.round(takesMs / 6_000) / 10 },
  { name: "Approved", of: countOf("approved") },
  { name: "Approved Minutes", of: ({ approvedMs }) => Math.round(approvedMs / 6_000) / 10 },
  { name: "To Review", of: countOf("ready") },
  { name: "Rejected", of: countOf("rejected") },
  { name: "Failed", of: countOf("failed") },
  { name: "Outdated", of: countOf("stale") },
  { name: "No Take", of: countOf("pending") },
  { name: "Being Made", of: countOf("generating") },
];

function countOf(state: LineState) {
  return ({ states }: Counted) => states[state] ?? 0;
}

/** A row for each language of each batch, and for what is not begun. */
export const progressTable = (rows: readonly ProgressRow[]): Table => ({
  name: "Progress",
  columns: [
    { name: "Project", width: 30 },
    { name: "Batch", width: 30 },
    { name: "Language", width: 12 },
    { name: "State", width: 16 },
    { name: "Due", width: 12 },
    { name: "Note", width: 30 },
    ...numbers.map(({ name }) => ({ name, width: 12, isNumber: true })),
  ],
  rows: rows.map(({ project, batch, languageId, state, dueOn, note, counted }) => [
    project,
    batch,
    languageId,
    state,
    dueOn,
    note,
    ...numbers.map(({ of }) => (counted ? String(of(counted)) : "")),
  ]),
});
