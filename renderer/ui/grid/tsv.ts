/** Tab-separated text, as spreadsheets put it on the clipboard and take it from there. */

/** Cells with tabs, line breaks or a quote at their beginning are quoted, as Excel does it. */
export function formatTsv(block: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    /^"|[\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return block.map((row) => row.map(cell).join("\t")).join("\r\n");
}

/** The rows of tab-separated text. A quote that is never closed is a quote and nothing more. */
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
    // The line break after the last row belongs to it.
    if (at >= text.length) break;
  }
  return rows;
}
