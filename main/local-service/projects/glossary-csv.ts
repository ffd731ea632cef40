/**
 * Import of glossaries from CSV. The header names the fields of interface §2.8, or has words for
 * them.
 */
import { glossaryFieldNames } from "../../../preload/model/glossary-fields";
import { findTable } from "../../script-formats/columns/find-table";
import {
  glossaryColumns,
  rateGlossaryHeader,
  wordRepeated,
} from "../../script-formats/columns/glossary-columns";
import { languagesNamed } from "../../script-formats/columns/header-words";
import { readCsv } from "../../script-formats/files/csv";
import { createProblems } from "../../script-formats/problems";
import { filledRows, headerOf } from "../../script-formats/table";
import { truthOf } from "../../script-formats/truth";
import { languageIds } from "../catalogue/language-names";
import { HttpError, invalid } from "../common/http-error";
import { optionalLine } from "../../../preload/local-service/parts";
import { nameText } from "../common/names";
import type { GlossaryFields } from "../../../preload/model/resources";
import { checkedLanguages, glossaryKey } from "./glossary";

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
  const rate = ({ cells }: { cells: readonly string[] }) => rateGlossaryHeader(cells);
  const table = findTable([{ name: "", read: () => read }], { sheet: "", rate }, problems);
  const problem = problems.list().find(({ severity }) => severity !== "note");
  if (problem) throw invalid("csv", `row ${problem.row ?? 1}: ${problem.message}`);
  const below = table.rows.filter(({ row }) => row > table.headerRow);
  const columns = glossaryColumns(headerOf(table), below);
  for (const required of ["word", "languageId"] as const)
    if (!columns.has(required))
      throw invalid("csv", `row ${table.headerRow} needs the column ${required}`);
  if (table.rows.length - 1 > maxRows) throw invalid("csv", `must have at most ${maxRows} rows`);
  const result: GlossaryCsv = { lines: [], problems: [] };
  const earlierRows = new Map<string, string>();
  const used = [...columns.values()].map((index) => ({ index, name: "" }));
  for (const { row, cells } of filledRows(table, used)) {
    try {
      const line = lineOf(columns, cells);
      const key = glossaryKey(line);
      const values = JSON.stringify(line);
      const earlier = earlierRows.get(key);
      if (earlier === undefined) result.lines.push(line);
      else if (earlier !== values) throw invalid("word", wordRepeated(line.word));
      earlierRows.set(key, earlier ?? values);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { message } = error;
      if (result.problems.length < maxProblems) result.problems.push({ row, message });
    }
  }
  return result;
}

/**
 * The id of a language that a cell names by its id or its only name: "fr-fr", "Polish".
 * @throws HttpError 400 for a name of several languages: "English".
 */
function languageIn(cell: string): string {
  const named = languagesNamed(cell).toSorted();
  if (named.length > 1 && !languageIds.includes(cell.toLowerCase())) {
    const ids = `${named.slice(0, -1).join(", ")} or ${named.at(-1) ?? ""}`;
    throw invalid("languageId", `“${cell.slice(0, 60)}” names several languages: write ${ids}`);
  }
  return named.length === 1 && named[0] !== undefined ? named[0] : cell;
}

function lineOf(
  columns: ReadonlyMap<keyof GlossaryFields, number>,
  cells: readonly string[],
): GlossaryFields {
  const given = Object.fromEntries(
    glossaryFieldNames.map((name) => {
      const index = columns.get(name);
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
  const fields = { ...given, languageId: languageIn(given.languageId), caseSensitive };
  return { ...fields, ...checkedLanguages(fields) };
}
