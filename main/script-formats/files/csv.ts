/**
 * Reads tables of delimited text: .csv as defined in RFC 4180, and tab-separated text, in which
 * some programs quote and others do not.
 */
import { maxCells, maxColumns, maxLines, maxTextLength } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { nothingLeftOut, type CellFault, type Table, type TableRow } from "../table";

const delimiters = [",", ";", "\t", "|"];
/** The start of a text that shows its delimiter: rows and UTF-16 units. */
const sampleRows = 20;
const sampleLength = 65_536;

/** A row of a text, and the index after its line end. */
export interface CsvRow extends TableRow {
  end: number;
}

/** The delimiter that a text declares in its first line ("sep=;") or uses, and the text below. */
export function delimitedText(text: string): { delimiter: string; body: string } {
  const hint = /^\uFEFF?"?sep=(.)"?\r*\n/i.exec(text);
  const body = hint === null ? text : text.slice(hint[0].length);
  return { delimiter: hint?.[1] ?? delimiterOf(body), body };
}

/**
 * The delimiter that gives the most rows the same number of cells; of several the one that gives
 * more cells, a comma if there is none.
 */
function delimiterOf(text: string): string {
  const sample = text.slice(0, sampleLength);
  let best = { delimiter: ",", rows: 0, cells: 1 };
  for (const delimiter of delimiters) {
    const rowsOfWidth = new Map<number, number>();
    let count = 0;
    for (const { cells } of csvRows(sample, delimiter, null)) {
      count += 1;
      if (count > sampleRows) break;
      if (cells.length > 1) rowsOfWidth.set(cells.length, (rowsOfWidth.get(cells.length) ?? 0) + 1);
    }
    for (const [cells, rows] of rowsOfWidth)
      if (rows > best.rows || (rows === best.rows && cells > best.cells))
        best = { delimiter, rows, cells };
  }
  return best.delimiter;
}

interface Field {
  text: string;
  end: number;
  problem: "quote-open" | "quote-inside" | null;
}

/** A field without quotes, from `start`; quotes inside of it are ordinary characters. */
function plainField(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length) {
    const character = text.charAt(end);
    if (character === delimiter || character === "\n" || character === "\r") break;
    end += 1;
  }
  return { text: text.slice(start, end), end, problem: null };
}

/**
 * A field that begins with a quote at `start`. Exporters of tab-separated text often do not quote
 * at all: there, a quote that does not enclose exactly one field is an ordinary character. Some
 * exporters of .csv write a quote in a text as \".
 */
function quotedField(text: string, start: number, delimiter: string): Field {
  const isTabbed = delimiter === "\t";
  const isRowEnd = (one: string) => one === "" || one === "\r" || one === "\n";
  /** Whether a quote of the field had a backslash before: then others may have one, too. */
  let isEscaped = false;
  let quote = text.indexOf('"', start + 1);
  for (; quote >= 0; quote = text.indexOf('"', quote + 1)) {
    const next = text.charAt(quote + 1);
    const hasBackslash = text[quote - 1] === "\\";
    if (next === '"') {
      const after = text.charAt(quote + 2);
      quote += 1;
      // The second quote closes the field: "He said \"no\""
      if (isEscaped && hasBackslash && (after === delimiter || isRowEnd(after))) break;
    } else if (isRowEnd(next)) break;
    else if (next === delimiter) {
      if (!(isEscaped && hasBackslash)) break;
    } else if (isTabbed) return plainField(text, start, delimiter);
    else if (hasBackslash) isEscaped = true;
    else break;
  }
  let inner = text.slice(start + 1, quote < 0 ? text.length : quote);
  const isSpread = /[\r\n]/.test(inner) && inner.includes("\t");
  if (isTabbed && (quote < 0 || isSpread)) return plainField(text, start, delimiter);
  // Stop early: an overlong field may span the whole file, and unescaping millions of quotes would
  // take seconds.
  if (inner.length <= maxTextLength * 2) {
    if (isEscaped) inner = inner.replace(/\\"(?!")/g, '"');
    inner = inner.replaceAll('""', '"');
  }
  if (quote < 0) return { text: inner, end: text.length, problem: "quote-open" };
  const rest = plainField(text, quote + 1, delimiter);
  const isInside = isEscaped || rest.text !== "";
  return { text: inner + rest.text, end: rest.end, problem: isInside ? "quote-inside" : null };
}

const quoteMessages = {
  "quote-open": "A quote opens in this row and never closes.",
  "quote-inside":
    "A quote inside of a quoted cell of this row is not doubled. Check the text that was read.",
};

/**
 * Yields the rows of a text, without a limit. Rows are counted as in a spreadsheet: a field with
 * line breaks belongs to one row. A quote inside an unquoted field is an ordinary character.
 */
export function* csvRows(
  text: string,
  delimiter: string,
  problems: Problems | null,
): Generator<CsvRow, undefined> {
  let row = 1;
  let cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = (text[at] === '"' ? quotedField : plainField)(text, at, delimiter);
    if (field.problem === "quote-open")
      problems?.error(row, null, field.problem, quoteMessages[field.problem]);
    else if (field.problem !== null)
      problems?.warning(row, null, field.problem, quoteMessages[field.problem]);
    if (cells.length < maxColumns) cells.push(field.text);
    at = field.end;
    const next = text.charAt(at);
    at += 1;
    if (next === delimiter) {
      if (at === text.length && cells.length < maxColumns) cells.push("");
      if (at < text.length) continue;
    }
    if (next === "\r" && text.charAt(at) === "\n") at += 1;
    yield { row, cells, end: Math.min(at, text.length) };
    row += 1;
    cells = [];
  }
  return undefined;
}

/**
 * Errors of formulas as spreadsheet programs write them to a .csv in English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Polish and Russian. Other texts with "#" are hashtags.
 */
const formulaErrors: ReadonlySet<string> = new Set(
  [
    "#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #SPILL! #CALC! #FIELD! #BLOCKED!",
    "#WERT! #BEZUG! #ZAHL! #NV #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #NUL!",
    "#¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #VALORE! #RIF! #NOME? #NULLO! #VALOR!",
    "#WAARDE! #VERW! #NAAM? #GETAL! #N/B #ARG! #ADR! #NAZWA? #LICZBA!",
    "#ЗНАЧ! #ССЫЛКА! #ИМЯ? #ЧИСЛО! #ДЕЛ/0! #Н/Д",
  ].flatMap((some) => some.split(" ")),
);

/** The cells of a row that contain the error of a formula, as in a workbook. */
function faultsIn(cells: readonly string[]): Pick<TableRow, "failed"> {
  const failed = new Map<number, CellFault>();
  for (const [column, cell] of cells.entries()) {
    if (!cell.startsWith("#") || !formulaErrors.has(cell.trim())) continue;
    const message = `The formula here ends in ${cell.trim()}.`;
    failed.set(column, { code: "cell-error", message });
  }
  return failed.size > 0 ? { failed } : {};
}

/** Reads a whole table within the limits. Throws `UnreadableFile`. */
export function readCsv(text: string, problems: Problems): Table {
  // Spreadsheets do not show the line that declares the delimiter ("sep=;").
  const { delimiter, body } = delimitedText(text);
  const rows: TableRow[] = [];
  let cellCount = 0;
  for (const { row, cells } of csvRows(body, delimiter, problems)) {
    cellCount += cells.length;
    if (cellCount > maxCells) throw new UnreadableFile("too-many-cells");
    rows.push({ row, cells, ...faultsIn(cells) });
    // The limit is higher than the maximum number of rows to allow for empty rows; `readTable`
    // counts the others.
    if (rows.length > maxLines * 4) throw new UnreadableFile("too-many-rows");
  }
  return { rows, headerRow: 1, sheet: "", isPlain: true, leftOut: nothingLeftOut() };
}
