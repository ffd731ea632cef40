/**
 * Tables as Excel, LibreOffice Calc and Google Sheets write them to the clipboard.
 *
 * SECURITY: clipboard content is untrusted. It is parsed as text here and never becomes a document,
 * not even an inert one: the content security policy forbids HTML from strings (Trusted Types), and
 * this needs no exception. Scripts, styles and all attributes except spans are ignored.
 */

/** Marks tables written by this grid: their plain text is exact, while HTML folds spaces. */
const ownMark = "data-grid";
/** Longest HTML that is parsed, in characters. Above it the plain text is used. */
const maxLength = 40_000_000;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Excel and LibreOffice Calc treat cells with this style as text. Otherwise "007" would become 7,
 * "1-2" a date, and SECURITY: a name that begins with "=" a formula.
 */
const asText = `sdnum="1033;0;@" style="mso-number-format:'\\@'"`;

/** A block of cells as an HTML table for spreadsheets. */
export function formatHtmlTable(block: readonly (readonly string[])[]): string {
  const cell = (text: string) =>
    `<td ${asText}>${text
      .replace(/[&<>"]/g, (character) => escapes[character] ?? character)
      .replace(/\r\n|\r|\n/g, '<br style="mso-data-placement:same-cell">')}</td>`;
  const rows = block.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("");
  return `<table ${ownMark}>${rows}</table>`;
}

/** Whether this grid wrote the HTML. */
export function isOwnTable(html: string): boolean {
  return html.includes(`<table ${ownMark}`);
}

/** The named entities from U+00A0 on, in code point order; then further ones that Office writes. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );
const named = new Map<string, string>([
  ...latin.map((name, index) => [name, String.fromCharCode(160 + index)] as const),
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["sbquo", "‚"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["bdquo", "„"],
  ["hellip", "…"],
  ["euro", "€"],
  ["ensp", " "],
  ["emsp", " "],
  ["thinsp", " "],
  ["trade", "™"],
]);

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,30}));?/gi, (all, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name !== undefined) return named.get(name) ?? all;
    const code = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

const attribute = (tag: string, name: string): string => {
  const pattern = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i");
  const [, ...values] = (pattern.exec(tag) ?? []) as (string | undefined)[];
  return values.find((value) => value !== undefined) ?? "";
};
/** Maximum number of columns of a pasted table. Further columns are ignored. */
const maxColumns = 256;
/** The number of columns or rows that a cell spans. */
const span = (tag: string, name: string): number =>
  Math.max(1, Math.min(10_000, Math.trunc(Number(attribute(tag, name))) || 1));

/** The text of a cell: white space is folded, line breaks are preserved except at both ends. */
const clean = (text: string): string =>
  text
    .replace(/(?<![ \u00a0])[ \u00a0]*\n[ \u00a0]*/g, "\n")
    .trim()
    .replaceAll("\u00a0", " ");

const begin = /<(\/?)([a-z][\w:-]*)/iy;

/** The index after the ">" of the tag that begins before `at`; -1 if it is not closed. */
function endOfTag(html: string, at: number): number {
  for (let index = at; index < html.length; index++) {
    const character = html[index];
    if (character === ">") return index + 1;
    if (character === '"' || character === "'") {
      index = html.indexOf(character, index + 1);
      if (index < 0) return -1;
    }
  }
  return -1;
}

/** A token of the HTML: a tag with its name, or text without one. */
interface Piece {
  text: string;
  /** In lower case; "" for text. */
  tag: string;
  isEnd: boolean;
}

/** Elements whose content is not part of a cell. Calc writes a note as "comment". */
const ignoredElements = ["script", "style", "head", "title", "xml", "comment"];

/** The tags and texts of the HTML, without comments and ignored elements. */
function* piecesOf(html: string): Generator<Piece> {
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    begin.lastIndex = at;
    const found = begin.exec(html);
    let end: number;
    if (found) {
      const tag = (found[2] ?? "").toLowerCase();
      const isEnd = found[1] === "/";
      end = endOfTag(html, begin.lastIndex);
      if (end < 0) return;
      yield { text: html.slice(at, end), tag, isEnd };
      if (!isEnd && ignoredElements.includes(tag)) {
        end = lower.indexOf(`</${tag}`, end);
        if (end < 0) return;
      }
    } else if (html.startsWith("<!--", at) || /^<[!?]/.test(html.slice(at, at + 2))) {
      const close = html.startsWith("<!--", at) ? "-->" : ">";
      end = html.indexOf(close, at);
      if (end < 0) return;
      end += close.length;
    } else {
      const next = html.indexOf("<", at + 1);
      end = next < 0 ? html.length : next;
      yield { text: html.slice(at, end), tag: "", isEnd: false };
    }
    at = end;
  }
}

/** The cells of the first table; null if there is none. */
export function parseHtmlTable(html: string): string[][] | null {
  if (html.length > maxLength) return null;
  const rows: string[][] = [];
  /** Remaining rows that a cell above spans, by column. */
  const covered = new Map<number, number>();
  let row: string[] | null = null;
  let isRowHidden = false;
  let cell: { text: string; columns: number; rows: number } | null = null;
  let depth = 0;

  const skipCovered = () => {
    while (row && row.length < maxColumns && covered.has(row.length)) {
      const column = row.length;
      const left = (covered.get(column) ?? 1) - 1;
      if (left > 0) covered.set(column, left);
      else covered.delete(column);
      row.push("");
    }
  };
  const endCell = () => {
    if (!cell || !row) return;
    skipCovered();
    for (let index = 0; index < cell.columns && row.length < maxColumns; index++) {
      if (cell.rows > 1) covered.set(row.length, cell.rows - 1);
      row.push(index === 0 ? clean(cell.text) : "");
    }
    cell = null;
  };
  const endRow = () => {
    endCell();
    skipCovered();
    if (row && !isRowHidden) rows.push(row);
    row = null;
  };

  for (const { text, tag, isEnd } of piecesOf(html)) {
    if (tag === "") {
      if (cell) {
        const folded = text.replace(/[ \t\r\n\f]+/g, " ");
        cell.text += decode(/[\n ]$/.test(cell.text) ? folded.replace(/^ /, "") : folded);
      }
    } else if (tag === "table") {
      depth += isEnd ? -1 : 1;
      if (isEnd && depth === 0) break;
    } else if (depth !== 1) {
      if (tag === "br" && cell) cell.text += "\n";
    } else if (tag === "tr") {
      endRow();
      if (isEnd) continue;
      row = [];
      isRowHidden = /display\s*:\s*none/i.test(attribute(text, "style"));
    } else if (tag === "td" || tag === "th") {
      endCell();
      if (isEnd) continue;
      row ??= [];
      cell = { text: "", columns: span(text, "colspan"), rows: span(text, "rowspan") };
    } else if (cell && (tag === "br" || (/^(p|div|li)$/.test(tag) && cell.text.trim() !== "")))
      cell.text += "\n";
  }
  endRow();
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return width === 0
    ? null
    : rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill("")]);
}
