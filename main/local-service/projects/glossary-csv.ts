/** Glossaries as CSV, with the fields of interface §2.8 as the header. */
import { readCsv } from "../../script-formats/csv";
import { createProblems } from "../../script-formats/problems";
import { HttpProblem, invalid } from "../problem";
import { nameText, optionalLine } from "../names";
import type { GlossaryFields } from "../rows/project-port";
import { checkedLanguages } from "./glossary";

const fieldNames = [
  "word",
  "languageId",
  "phonemization",
  "phonemizationLanguageId",
  "pronunciationLanguageId",
  "pronounceAs",
  "caseSensitive",
] as const;

const maxRows = 100_000;
const maxProblems = 1000;

export interface GlossaryCsv {
  lines: GlossaryFields[];
  /** A row that cannot be used is left out, and told of; row 1 is the header. */
  problems: { row: number; message: string }[];
}

/** @throws HttpProblem 400 naming `csv` when the header or the quotes make no sense, or it is too long. */
export function readGlossaryCsv(csv: string): GlossaryCsv {
  const problems = createProblems();
  const [header, ...rows] = readCsv(csv.replace(/^\uFEFF/, ""), problems).rows;
  const [broken] = problems.list();
  if (broken) throw invalid("csv", `row ${broken.row ?? 1}: ${broken.message}`);
  const columns = (header?.cells ?? []).map((name) => name.trim().toLowerCase());
  for (const required of ["word", "languageId"])
    if (!columns.includes(required.toLowerCase()))
      throw invalid("csv", `row 1 needs the column ${required}`);
  if (rows.length > maxRows) throw invalid("csv", `must have at most ${maxRows} rows`);
  const read: GlossaryCsv = { lines: [], problems: [] };
  for (const { row, cells } of rows) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    try {
      read.lines.push(lineOf(columns, cells));
    } catch (error) {
      if (!(error instanceof HttpProblem)) throw error;
      const { message } = error;
      if (read.problems.length < maxProblems) read.problems.push({ row, message });
    }
  }
  return read;
}

function lineOf(columns: readonly string[], cells: readonly string[]): GlossaryFields {
  const given = Object.fromEntries(
    fieldNames.map((name) => {
      const at = columns.indexOf(name.toLowerCase());
      return [name, (cells[at] ?? "").normalize("NFC").trim()];
    }),
  ) as Record<(typeof fieldNames)[number], string>;
  for (const [field, schema] of [
    ["word", nameText],
    ["phonemization", optionalLine],
    ["pronounceAs", optionalLine],
  ] as const) {
    const { error } = schema.safeParse(given[field]);
    if (error) throw invalid(field, error.issues[0]?.message ?? "is no good");
  }
  const caseSensitive = ["true", "1", "yes"].includes(given.caseSensitive.toLowerCase());
  const fields = { ...given, caseSensitive };
  return { ...fields, ...checkedLanguages(fields) };
}
