import { formatHtmlTable, isOwnTable, parseHtmlTable } from "./html-table";
import { formatTsv, parseTsv } from "./tsv";

/** The part of a clipboard event's data that a grid needs. */
interface ClipboardTexts {
  getData: (type: string) => string;
  setData: (type: string, text: string) => void;
}

/** Puts a block of cells on the clipboard, for other grids and for spreadsheets. */
export function writeClipboard(data: ClipboardTexts, block: readonly (readonly string[])[]): void {
  data.setData("text/plain", formatTsv(block));
  data.setData("text/html", formatHtmlTable(block));
}

/** The block of cells on the clipboard: a table's where there is one, for plain text loses line breaks on the way. */
export function readClipboard(data: Pick<ClipboardTexts, "getData">): string[][] {
  const html = data.getData("text/html");
  const text = data.getData("text/plain");
  const table = html === "" || isOwnTable(html) ? null : parseHtmlTable(html);
  return table ?? (text === "" ? [] : parseTsv(text));
}
