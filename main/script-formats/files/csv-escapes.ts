/**
 * Escapes .csv cells so that spreadsheets do not evaluate them as formulas, and removes the escapes
 * on reading.
 */
const lineEnd = "\r\n";

/**
 * Numbers such as "-23.50", dashes, and dialogue that begins with a dash and a space ("- Come
 * here!"): a spreadsheet has nothing to evaluate. Dialogue with a character of formulas is escaped.
 */
const harmless = /^(?:-?\d+(?:[.,]\d+)?%?|-[- ]*|- (?:[^()|=@+*/^&<>!\t\r\n]|!(?=\s|$))*)$/;

/**
 * SECURITY: a spreadsheet evaluates a cell that begins with one of these characters, unless it is
 * harmless. A leading apostrophe marks the cell as text in spreadsheets. A cell that
 * already begins with apostrophes gets one more, so that removing one restores the original cell.
 */
export const escapeFormula = (cell: string) =>
  /^'*[=+\-@\t\r]/.test(cell) && !harmless.test(cell) ? `'${cell}` : cell;
/** Restores a cell escaped by `escapeFormula`. */
export const unescapeFormula = (cell: string) =>
  /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
/** A cell in .csv syntax, quoted if necessary. */
const quoted = (cell: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
/** A row in .csv syntax with its line end. */
export const toRow = (cells: readonly string[]) => cells.map(quoted).join(",") + lineEnd;
