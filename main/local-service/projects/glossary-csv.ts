/** Import of glossaries from CSV. The header names the fields of interface §2.8. */
import { glossaryFieldNames } from "../../../preload/model/glossary-fields";
import { findTable } from "../../script-formats/columns/find-table";
import { readCsv } from "../../script-formats/files/csv";
import { createProblems } from "../../script-formats/problems";
import { columnsOf, filledRows, type Column, type TableRow } from "../../script-formats/table";
import { truthOf } from "../../script-formats/truth";
import { HttpError, invalid } from "../common/http-error";
import { optionalLine } from "../../../preload/local-service/parts";
import { nameText } from "../common/names";
import type { GlossaryFields } from "../../../preload/model/resources";
import { checkedLanguages } from "./glossary";

const maxRows = 100_000;
const maxProblems = 1000;

export interface GlossaryCsv {
  lines: GlossaryFields[];
  /** Rows that were skipped because they are invalid; row 1 is the header. At most 1000. */
  problems: { row: number; message: string }[];
}

/**
 * @throws HttpError 400 naming `csv` when a column is missing, a quote is not closed, or there are
 * too many rows.
 */
export function readGlossaryCsv(csv: string): GlossaryCsv {
  const problems = createProblems();
  const read = readCsv(csv.replace(/^\uFEFF/, ""), problems);
  const table = findTable(
    [{ name: "", read: () => read }],
    { sheet: "", rate: rateHeader },
    problems,
  );
  const problem = problems.list().find(({ severity }) => severity !== "note");
  if (problem) throw invalid("csv", `row ${problem.row ?? 1}: ${problem.message}`);
  const columns = columnsOf(table, problems, () => false);
  for (const required of ["word", "languageId"])
    if (!columns.has(required.toLowerCase()))
      throw invalid("csv", `row ${table.headerRow} needs the column ${required}`);
  if (table.rows.length - 1 > maxRows) throw invalid("csv", `must have at most ${maxRows} rows`);
  const result: GlossaryCsv = { lines: [], problems: [] };
  for (const { row, cells } of filledRows(table, [...columns.values()])) {
    try {
      result.lines.push(lineOf(columns, cells));
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { message } = error;
      if (result.problems.length < maxProblems) result.problems.push({ row, message });
    }
  }
  return result;
}

/** Rates a row as the header of a glossary. */
const rateHeader = ({ cells }: TableRow) =>
  cells.filter((cell) => fieldKeys.has(cell.trim().toLowerCase())).length;

const fieldKeys = new Set(glossaryFieldNames.map((name) => name.toLowerCase()));

function lineOf(columns: ReadonlyMap<string, Column>, cells: readonly string[]): GlossaryFields {
  const given = Object.fromEntries(
    glossaryFieldNames.map((name) => {
      const index = columns.get(name.toLowerCase())?.index;
      const cell = index === undefined ? undefined : cells[index];
      return [name, (cell ?? "").normalize("NFC").trim()];
    }),
  ) as Record<(typeof glossaryFieldNames)[number], string>;
  for (const [field, schema] of [
    ["word", nameText],
    ["phonemization", optionalLine],
    ["pronounceAs", optionalLine],
  ] as const) {
    const { error } = schema.safeParse(given[field]);
    if (error) throw invalid(field, error.issues[0]?.message ?? "is invalid");
  }
  const caseSensitive = given.caseSensitive === "" ? false : truthOf(given.caseSensitive);
  if (caseSensitive === null)
    throw invalid(
      "caseSensitive",
      `“${given.caseSensitive.slice(0, 60)}” is neither TRUE nor FALSE`,
    );
  const fields = { ...given, caseSensitive };
  return { ...fields, ...checkedLanguages(fields) };
}
