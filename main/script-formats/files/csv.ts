import { maxCells, maxColumns, maxLines, maxTextLength } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import type { Table, TableRow } from "../table";

/** The delimiter that occurs most often in the header outside of quotes; a comma if there is none. */
export function delimiterOf(text: string): string {
  const counts = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (let at = 0; at < text.length && at < 65_536; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "\n" || character === "\r") break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/**
 * Reads a table with quotes as defined in RFC 4180. A quote inside an unquoted field is an ordinary character. Rows are
 * counted as in a spreadsheet: a field with line breaks belongs to one row.
 */
export function readCsv(text: string, problems: Problems): Table {
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const body = hint === null ? text : text.slice(hint[0].length);
  const delimiter = hint?.[1] ?? delimiterOf(body);
  const rows: TableRow[] = [];
  // Spreadsheets do not show the line that declares the delimiter ("sep=;").
  let row = 1;
  let cells: string[] = [];
  let cellCount = 0;
  let at = 0;
  while (at < body.length) {
    let field: string;
    if (body.charAt(at) === '"') {
      const from = at + 1;
      let quote = body.indexOf('"', from);
      while (quote >= 0 && body.charAt(quote + 1) === '"') quote = body.indexOf('"', quote + 2);
      if (quote < 0) {
        problems.error(row, null, "quote-open", "A quote opens in this row and never closes.");
        quote = body.length;
      }
      field = body.slice(from, quote);
      // Stop early: an overlong field may span the whole file, and unescaping millions of quotes would take seconds.
      if (field.length <= maxTextLength * 2) field = field.replaceAll('""', '"');
      at = quote + 1;
    } else field = "";
    const start = at;
    while (at < body.length) {
      const character = body.charAt(at);
      if (character === delimiter || character === "\n" || character === "\r") break;
      at += 1;
    }
    field += body.slice(start, at);
    if (cells.length < maxColumns) cells.push(field);
    const next = body.charAt(at);
    at += 1;
    if (next === delimiter) {
      if (at === body.length && cells.length < maxColumns) cells.push("");
      if (at < body.length) continue;
    }
    if (next === "\r" && body.charAt(at) === "\n") at += 1;
    cellCount += cells.length;
    if (cellCount > maxCells) throw new UnreadableFile("too-many-cells");
    rows.push({ row, cells });
    // The limit is higher than the maximum number of rows to allow for empty rows; `readTable` counts the others.
    if (rows.length > maxLines * 4) throw new UnreadableFile("too-many-rows");
    row += 1;
    cells = [];
  }
  return { rows, isPreferredSheet: true, sheet: "" };
}
