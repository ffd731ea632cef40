/** Tab-separated text, as spreadsheets read and write it on the clipboard. */

/** Cells with tabs, line breaks or a leading quote are quoted, as in Excel. */
export function formatTsv(block: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    /^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return block.map((row) => row.map(cell).join("\t")).join("\r\n");
}

/** Parses the rows of tab-separated text. An unclosed quote is a literal character. */
export function parseTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : null;
    if (quoted) quoted.lastIndex = at;
    const found = quoted?.exec(text);
    const plain = /[^\t\r\n]*/y;
    plain.lastIndex = at;
    const read = found?.[0] ?? plain.exec(text)?.[0] ?? "";
    row.push(found ? (found[1] ?? "").replaceAll('""', '"') : read);
    at += read.length;
    if (text[at] === "\t") {
      at++;
      continue;
    }
    rows.push(row);
    row = [];
    if (at >= text.length) break;
    at += text.startsWith("\r\n", at) ? 2 : 1;
    // A line break after the last row adds no row.
    if (at >= text.length) break;
  }
  return rows;
}
