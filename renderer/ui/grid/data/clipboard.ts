import { formatHtmlTable, isOwnTable, parseHtmlTable } from "./html-table";
import { formatTsv, parseTsv } from "./tsv";

/** The part of a clipboard event's data that a grid needs. */
interface ClipboardTexts {
  getData: (type: string) => string;
  setData: (type: string, text: string) => void;
}

/** Writes a block of cells to the clipboard, for other grids and for spreadsheets. */
export function writeClipboard(data: ClipboardTexts, block: readonly (readonly string[])[]): void {
  data.setData("text/plain", formatTsv(block));
  data.setData("text/html", formatHtmlTable(block));
}

/**
 * The block of cells on the clipboard. An HTML table is preferred, because plain text loses line
 * breaks in cells.
 */
export function readClipboard(data: Pick<ClipboardTexts, "getData">): string[][] {
  const html = data.getData("text/html");
  const text = data.getData("text/plain");
  const table = html === "" || isOwnTable(html) ? null : parseHtmlTable(html);
  const plain = text === "" ? [] : parseTsv(text);
  return table ? withSpaces(table, plain) : plain;
}

const folded = (text: string) => text.replace(/\s+/g, " ").trim();
const bare = (text: string) => folded(text).replaceAll('"', "");

/**
 * The HTML table with the white space of its plain text: HTML folds spaces, and "two spaces.mov"
 * would name another file. Rows that only the plain text has are hidden in the sheet and are
 * omitted.
 */
function withSpaces(
  table: readonly (readonly string[])[],
  plain: readonly (readonly string[])[],
): string[][] {
  let hidden = plain.length - table.length;
  let at = 0;
  return table.map((row) => {
    const isSame = (cells: readonly string[] = []) =>
      row.every((text, column) => bare(text) === bare(cells[column] ?? ""));
    for (; hidden > 0 && !isSame(plain[at]); hidden--) at++;
    const cells = plain[at++] ?? [];
    return row.map((text, column) => {
      const spaced = cells[column] ?? "";
      return text.includes("\n") || folded(spaced) !== folded(text) ? text : spaced.trim();
    });
  });
}
