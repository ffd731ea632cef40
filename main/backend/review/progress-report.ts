/** The progress of dubs as a table. */
import type { LanguageProgress } from "../../../preload/contract/review";
import type { LineState } from "../../../preload/facts/review";
import type { Table } from "../../script-formats/files/data-table";

/**
 * The columns after the project and the language. English, as those of deliveries: programs read
 * them.
 */
const numbers: readonly { name: string; of: (row: LanguageProgress) => number }[] = [
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
  return ({ states }: LanguageProgress) => states[state] ?? 0;
}

/** A row for each project and language. */
export const progressTable = (languages: readonly LanguageProgress[]): Table => ({
  name: "Progress",
  columns: [
    { name: "Project", width: 30 },
    { name: "Language", width: 12 },
    ...numbers.map(({ name }) => ({ name, width: 12, isNumber: true })),
  ],
  rows: languages.map((row) => [
    row.project,
    row.languageId,
    ...numbers.map(({ of }) => String(of(row))),
  ]),
});
