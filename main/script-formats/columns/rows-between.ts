/** Rows of a table that are not lines: repeated headers, titles between the lines, totals. */
import { nameKey } from "../character-names";
import { cleanName } from "../files/text";
import { kindOfText, noteRows } from "../line-kinds";
import { isNoteHeading } from "../notes-at-end";
import type { CodeOf } from "../../../preload/facts/script-problems";
import type { Problems } from "../problems";
import { headerOf, type Column, type Table, type TableRow } from "../table";

interface ReadColumns {
  id: Column | undefined;
  character: Column | undefined;
  texts: readonly Column[];
  /** All columns that are read. */
  read: readonly Column[];
}

const totals =
  /^(?:grand |sub|sub-)?(?:total|totals|sum|summe|gesamt|gesamtzahl|insgesamt|somme|totale|totaal|suma|razem|summa|итого|合計|小計|总计|合计|합계)(?: (?:number of )?(?:lines?|words?|takes?|loops?|cues?|zeilen|wörter|lignes|mots|líneas|palabras|righe|parole))?(?: ?[:=])?(?: ?\d[\d.,]{0,12})? ?(?:lines?|words?|zeilen|wörter|lignes|mots|líneas|palabras|righe|parole)?$/iu;

/** A name of a number below a table: "Lines:", "Words". */
const summary =
  /^(?:number of )?(?:lines?|words?|characters?|takes?|loops?|cues?|zeilen|wörter|zeichen|lignes|mots|líneas|palabras|righe|parole) ?:?$/iu;
/** "ANNA Total", "ANNA Count", as spreadsheets write below the rows of a group. */
const subtotal =
  /^(\S.*) (?:total|count|sum|average|ergebnis|anzahl|summe|somme|nombre|recuento|conteggio|totale)$/iu;
const overall = /^(?:grand|overall|gesamt)$/iu;
const amount = /^\d[\d.,:]*$/;
/** A number, and what it counts: "3 lines". */
const measure = /^\d[\d.,:]*(?: \p{L}+)?$/u;
/** A row of signs that divides a table. */
const rule = /^[-=_*~–—]{2,}$/u;

/** A function that returns the clean text of a cell: several checks read each of them. */
function createValues(): (row: TableRow, column: Column | undefined) => string {
  const known = new Map<TableRow, string[]>();
  return (row, column) => {
    if (column === undefined) return "";
    let own = known.get(row);
    if (own === undefined) known.set(row, (own = []));
    return (own[column.index] ??= cleanName(row.cells[column.index] ?? ""));
  };
}

const countTotals = (values: readonly string[]) =>
  values.filter((value) => totals.test(value)).length;

/** The rows that are lines. What is left out is a note with its rows. */
export function withoutRowsBetween(
  rows: readonly TableRow[],
  table: Table,
  columns: ReadColumns,
  problems: Problems,
): TableRow[] {
  const { id, character, texts, read } = columns;
  const left: Record<"header" | "title" | "total", TableRow[]> = {
    header: [],
    title: [],
    total: [],
  };
  const valueOf = createValues();
  const hasText = (row: TableRow) => texts.some((column) => valueOf(row, column) !== "");
  const names = new Set(rows.filter(hasText).map((row) => nameKey(valueOf(row, character))));
  const header = headerOf(table).map(nameKey);
  const isHeader = (row: TableRow) =>
    read.length > 1 &&
    read.every(({ index }) => nameKey(row.cells[index] ?? "") === (header[index] ?? ""));
  const isSubtotal = (row: TableRow) => {
    const name = subtotal.exec(valueOf(row, character))?.[1];
    const others = texts.map((column) => valueOf(row, column));
    // "The Count" is a name: no other row is of a character "The".
    if (name === undefined || !(names.has(nameKey(name)) || overall.test(name))) return false;
    return others.every((text) => text === "" || amount.test(text));
  };
  const areAmounts = (row: TableRow) =>
    texts.every((column) => valueOf(row, column) === "" || amount.test(valueOf(row, column)));
  const speakers = new Set(
    rows.filter((row) => !areAmounts(row)).map((row) => nameKey(valueOf(row, character))),
  );
  const ids = rows.map((row) => valueOf(row, id)).filter((value) => value !== "");
  const wordsOfIds = ids.filter((value) => /^\p{L}[^\d]*$/u.test(value) && !totals.test(value));
  const haveWords = wordsOfIds.length > 0 && wordsOfIds.length * 2 >= ids.length - countTotals(ids);
  const lastLine = rows.findLastIndex((row) => !areAmounts(row));
  const below = new Set(rows.slice(lastLine + 1));
  const textIndexes = new Set(texts.map(({ index }) => index));
  const readIndexes = new Set(read.map(({ index }) => index));
  /**
   * Whether the texts of a row without a speaker and an ID are a total: a number stands beside the
   * word. "Razem" is also what a person says for "Together", and "Total" a text of a program.
   */
  const isTotalInTexts = (row: TableRow, spoken: readonly string[]) => {
    if (valueOf(row, id) !== "" || countTotals(spoken) === 0) return false;
    if (!spoken.every((text) => totals.test(text) || measure.test(text))) return false;
    const beside = row.cells.filter((_, index) => !readIndexes.has(index)).map(cleanName);
    return spoken.some((text) => /\d/.test(text)) || beside.some((value) => amount.test(value));
  };
  const isTotal = (row: TableRow) => {
    if (isSubtotal(row)) return true;
    // "Total lines" in the column of the speakers, beside their number.
    const name = valueOf(row, character);
    const isName = speakers.has(nameKey(name));
    if (below.has(row) && totals.test(name) && !isName) return true;
    if (hasText(row) && valueOf(row, character) !== "") return false;
    const spoken = texts.map((column) => valueOf(row, column)).filter((text) => text !== "");
    const marked = read.filter(
      (column) => !textIndexes.has(column.index) && totals.test(valueOf(row, column)),
    );
    if (marked.length === 0) return isTotalInTexts(row, spoken);
    // The ID "total" of the text "Total sum" of a program, whose IDs are words.
    const mayBeLine = haveWords || !marked.some(({ index }) => index === id?.index);
    return !(mayBeLine && spoken.some((text) => !measure.test(text)));
  };
  const isSummary = (row: TableRow) => {
    const filled = read.map((column) => valueOf(row, column)).filter((value) => value !== "");
    const [name = "", ...others] = filled;
    return others.length > 0 && summary.test(name) && others.every((other) => amount.test(other));
  };
  const isRule = (row: TableRow) => {
    const filled = read.map((column) => valueOf(row, column)).filter((value) => value !== "");
    return filled.length > 1 && filled.every((value) => rule.test(value));
  };
  const isTitle = (row: TableRow) => {
    if (row.failed !== undefined || row.merged !== undefined) return false;
    const filled = read.filter((column) => valueOf(row, column) !== "");
    const [only] = filled;
    if (only === undefined || filled.length > 1) return false;
    const value = valueOf(row, only);
    // "SCENE 2", "Act one: the house"; an ID has no spaces between words.
    if (only.index === id?.index)
      return (
        /\p{L}\p{L} \S/u.test(value) ||
        kindOfText(value) === "heading" ||
        isNoteHeading(value) ||
        /^[*†‡]\s?\p{L}/u.test(value)
      );
    // A name that speaks in other rows is a line whose text is missing.
    return only.index === character?.index && names.size > 0 && !names.has(nameKey(value));
  };
  function kindOf(row: TableRow): keyof typeof left | null {
    if (isHeader(row)) return "header";
    if (isTotal(row) || isSummary(row)) return "total";
    return isTitle(row) || isRule(row) ? "title" : null;
  }
  const lines = rows.filter((row) => {
    const kind = kindOf(row);
    if (kind !== null) left[kind].push(row);
    return kind === null;
  });
  const report = (all: readonly TableRow[], code: CodeOf<"note">, message: string) => {
    if (all.length === 0) return;
    const numbers = all.map(({ row }) => row);
    noteRows(problems, numbers, code, message);
  };
  const examplesOf = (all: readonly TableRow[]) =>
    all
      .slice(0, 3)
      .map((row) => `“${read.map((column) => valueOf(row, column)).find(Boolean) ?? ""}”`)
      .join(", ");
  report(left.header, "header-repeated", "Left out: rows that repeat the names of the columns.");
  const titles = `Left out: titles between the lines (${examplesOf(left.title)}).`;
  report(left.title, "left-out-heading", titles);
  report(left.total, "rows-left-out", `Left out: totals (${examplesOf(left.total)}).`);
  return lines;
}
