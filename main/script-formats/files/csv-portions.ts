/**
 * Splits a glossary into smaller .csv files, each with the header, so that a long file can be sent
 * in several requests.
 */
import { createHash } from "node:crypto";
import { isTable } from "../../../preload/facts/script-formats";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import { maxNameLength } from "../../../preload/facts/shown-text";
import { glossaryFieldNames } from "../../../preload/model/glossary-fields";
import { findTable } from "../columns/find-table";
import {
  glossaryColumns,
  rateGlossaryHeader,
  respeltColumn,
  wordRepeated,
} from "../columns/glossary-columns";
import { languagesNamed } from "../columns/header-words";
import { formatOf } from "../format";
import { maxProblems } from "../limits";
import type { ScriptEncoding, ScriptProblem } from "../model";
import { createProblems, fileProblem, UnreadableFile, type Problems } from "../problems";
import { sheetsOf, unreadableProblem } from "../read";
import { headerOf, textsOf, warnOfUnknownColumns, type Table } from "../table";
import { truthOf } from "../truth";
import { languageId } from "../vocabulary";
import { toRow } from "./csv-escapes";
import { cleanName, warnOfUnreadable } from "./text";

/** A section of a file as a separate file: the header and some of the rows. */
export interface CsvPortion {
  csv: string;
  /** What is added to the number of a row in this portion for its number in the file. */
  rowsBefore: number;
}

/** The result of splitting; an unreadable file has no portions and one error. */
export interface CsvPortions {
  portions: CsvPortion[];
  /**
   * Rows that no portion has, because an earlier portion has their word with another pronunciation;
   * the first ones. Repeats in one portion are found by the service.
   */
  repeated: { row: number; message: string }[];
  encoding: ScriptEncoding | null;
  problems: ScriptProblem[];
}

/** Maximum number of characters in one portion. */
const portionLength = 128 * 1024;
/** The name of the sheet that is read first. */
const glossarySheet = "Glossary";

/**
 * Splits the glossary of a file into portions and removes the formula escapes of its cells.
 * `chosen`: the encoding that the user chose. Does not throw.
 */
export function readCsvPortions(
  bytes: Uint8Array,
  fileName: string,
  chosen?: TextEncoding,
): CsvPortions {
  let encoding: ScriptEncoding | null = null;
  const onEncoding = (used: ScriptEncoding) => (encoding = used);
  const problems = createProblems();
  try {
    const named = formatOf(fileName, bytes);
    const format = isTable(named) ? named : "csv";
    const isOther = named !== null && !isTable(named);
    const why = isOther ? null : unreadableProblem(fileName, bytes);
    if (why !== null) throw new UnreadableFile(why);
    const decoding = { hasEscapes: true, encoding: chosen, onEncoding };
    const sheets = sheetsOf(format, bytes, decoding, problems);
    const rate = ({ cells }: { cells: readonly string[] }) => rateGlossaryHeader(cells);
    const table = findTable(sheets, { sheet: glossarySheet, rate }, problems);
    const columns = glossaryColumns(headerOf(table), rowsBelow(table));
    reportColumns(table, columns, problems);
    const { portions, repeated } = portionsOf(table, columns, problems);
    const isUsable = !problems.hasErrors();
    return {
      portions: isUsable ? portions : [],
      repeated: isUsable ? repeated : [],
      encoding,
      problems: problems.list(),
    };
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
    return { portions: [], repeated: [], encoding, problems: [problem] };
  }
}

/** The indexes of columns by the fields of a line. */
type Columns = ReturnType<typeof glossaryColumns>;

/** The rows below the header. */
const rowsBelow = ({ rows, headerRow }: Table) => rows.filter(({ row }) => row > headerRow);

/** Notes a column whose cells decide what it contains, and warns of those that are not read. */
function reportColumns(table: Table, columns: Columns, problems: Problems): void {
  const [header, rows] = [headerOf(table), rowsBelow(table)];
  if (columns.size === 0) return;
  const respelt = respeltColumn(header, rows);
  if (respelt !== null && columns.get("pronounceAs") === respelt) {
    const name = cleanName(header[respelt] ?? "");
    const message = `Columns were recognised by their names and cells: ${name} as pronounceAs.`;
    problems.note(table.headerRow, null, "columns-recognised", message);
  }
  const used = new Set(columns.values());
  const unread = header
    .map((cell, index) => ({ index, name: cleanName(cell) }))
    .filter(({ index, name }) => name !== "" && !used.has(index))
    .filter(({ index }) => rows.some(({ cells }) => (cells[index] ?? "").trim() !== ""));
  if (unread.length === 0) return;
  const fields = glossaryFieldNames.filter((field) => !columns.has(field));
  warnOfUnknownColumns(unread, table.headerRow, problems, fields);
  if (columns.has("phonemization") || columns.has("pronounceAs")) return;
  const message = "No column has pronunciations: the words are imported without.";
  problems.warning(table.headerRow, null, "pronunciation-missing", message);
}

/** The cells of a row by the fields of its line. */
type Values = Readonly<Record<(typeof glossaryFieldNames)[number], string>>;

/** Finds words that an earlier portion has. */
function createRepeats(columns: Columns) {
  // Digests, so that the memory does not depend on the lengths of the words.
  const digestOf = (value: unknown) =>
    createHash("sha256").update(JSON.stringify(value)).digest("base64").slice(0, 22);
  const earlier = new Map<string, string>();
  const own = new Map<string, string>();
  const found: CsvPortions["repeated"] = [];
  return {
    found,
    /** Whether an earlier portion has the word of a row: then that one is used. */
    has(row: number, cells: readonly string[]): boolean {
      const valueOf = (field: keyof Values) =>
        (cells[columns.get(field) ?? cells.length] ?? "").normalize("NFC").trim();
      const line = keyedLine(
        Object.fromEntries(glossaryFieldNames.map((field) => [field, valueOf(field)])) as Values,
      );
      // The service reports a row that is invalid.
      if (line === null) return false;
      const [key, value] = [digestOf(line.key), digestOf(line.values)];
      const before = earlier.get(key);
      if (before === undefined) {
        if (!own.has(key)) own.set(key, value);
        return false;
      }
      if (before !== value && found.length < maxProblems)
        found.push({ row, message: `word: ${wordRepeated(line.word)}` });
      return true;
    },
    /** Begins another portion. */
    next(): void {
      for (const [key, value] of own) earlier.set(key, value);
      own.clear();
    },
  };
}

/**
 * The word of a line, and what the service compares: its key and all its values. Null for a line
 * that may be invalid: it is not the one that is used.
 */
function keyedLine(values: Values) {
  const { word, phonemizationLanguageId, pronunciationLanguageId } = values;
  const [named, ...others] = languagesNamed(values.languageId);
  const caseSensitive = values.caseSensitive === "" ? false : truthOf(values.caseSensitive);
  const areLanguages = [phonemizationLanguageId, pronunciationLanguageId].every(
    (id) => id === "" || languageId(id) !== null,
  );
  if (named === undefined || others.length > 0 || caseSensitive === null || !areLanguages)
    return null;
  const isRefused = (text: string) =>
    text.length > maxNameLength || /[\p{Cc}\p{Surrogate}]/u.test(text);
  if (word === "" || Object.values(values).some(isRefused)) return null;
  return {
    word,
    key: [named, caseSensitive, caseSensitive ? word : word.toLowerCase()],
    values: { ...values, languageId: named, caseSensitive },
  };
}

/**
 * The header with the names of the fields. Other columns have none: a portion has only some of the
 * cells that decide what a column contains.
 */
function fieldNames(header: readonly string[], columns: Columns): string[] {
  // Else the service names the columns that are missing.
  const isWhole = columns.has("word") && columns.has("languageId");
  const names = header.map((name) => (isWhole ? "" : name));
  for (const [field, index] of columns) names[index] = field;
  return names;
}

/** Rows that the file does not store are empty, so that all have the numbers of the file. */
function portionsOf(
  table: Table,
  columns: Columns,
  problems: Problems,
): Pick<CsvPortions, "portions" | "repeated"> {
  const given = headerOf(table);
  const header = toRow(fieldNames(given, columns));
  const repeats = createRepeats(columns);
  const portions: CsvPortion[] = [];
  let text = "";
  let from = table.headerRow;
  let next = from + 1;
  const flush = () => {
    portions.push({ csv: header + text, rowsBefore: from - 1 });
    text = "";
    from = next - 1;
    repeats.next();
  };
  for (const one of rowsBelow(table)) {
    const texts = textsOf(one, given, problems);
    warnOfUnreadable(one.row, texts, problems);
    if (repeats.has(one.row, texts)) continue;
    text += "\r\n".repeat(one.row - next) + toRow(texts);
    next = one.row + 1;
    if (text.length >= portionLength) flush();
  }
  // A file with only a header is sent too; the service validates it.
  if (text !== "" || portions.length === 0) flush();
  return { portions, repeated: repeats.found };
}
