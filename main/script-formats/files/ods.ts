/**
 * Reads the visible sheets of .ods files (OpenDocument 1.3, part 3). The file contains each cell as
 * it is displayed. Formulas are not evaluated.
 */
import type { SheetSource } from "../columns/find-table";
import { maxCells, maxColumns, maxParts, maxSheetRows, maxStyles } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { columnLetters, listOf, nothingLeftOut, type Table, type TableRow } from "../table";
import { append, createCharacterCount } from "./text";
import { attributeOf, localName, scanXml } from "./xml";
import { openZip, type Zip } from "./zip";

/** The styles that change what a sheet shows, by name. */
interface OdsStyles {
  hiddenTables: ReadonlySet<string>;
  struck: ReadonlySet<string>;
}

const textOf = (zip: Zip, part: string) => (zip.has(part) ? zip.read(part).toString("utf8") : "");

function readStyles(...parts: readonly string[]): OdsStyles {
  const hiddenTables = new Set<string>();
  const struck = new Set<string>();
  for (const xml of parts) {
    let name = "";
    scanXml(xml, {
      open(tag, attributes) {
        if (tag === "style:style") name = attributeOf(attributes, "style:name") ?? "";
        if (name === "" || struck.size + hiddenTables.size > maxStyles) return;
        if (
          tag === "style:table-properties" &&
          attributeOf(attributes, "table:display") === "false"
        )
          hiddenTables.add(name);
        const line = attributeOf(attributes, "style:text-line-through-style");
        if (tag === "style:text-properties" && line !== null && line !== "none") struck.add(name);
      },
      close(tag) {
        if (tag === "style:style") name = "";
      },
    });
  }
  return { hiddenTables, struck };
}

/** The number in an attribute, at least 1. */
const countOf = (attributes: string, name: string) =>
  Math.max(1, Math.trunc(Number(attributeOf(attributes, name) ?? 1)) || 1);
const isShown = (attributes: string) =>
  !/^(?:collapse|filter)$/.test(attributeOf(attributes, "table:visibility") ?? "");

/** What is not a part of the text of a cell. */
const skipped = new Set(["office:annotation", "text:ruby-text", "draw:frame", "table:shapes"]);

interface OdsCell {
  column: number;
  repeated: number;
  /** Rows over which the cell is merged. */
  rowSpan: number;
  isStruck: boolean;
  hasValue: boolean;
  text: string;
  paragraphs: number;
  hasStruck: boolean;
}

interface OdsRow {
  number: number;
  repeated: number;
  isShown: boolean;
  isFilled: boolean;
  cells: string[];
  failed: Map<number, { code: "formula-without-value" | "cell-error"; message: string }>;
}

const withoutValue =
  "The formula here has no stored value. Open the file in a spreadsheet program, calculate it, and save it.";
const withoutFormat =
  "The number here was saved without its format, so that it may have looked different. Save the file as .xlsx.";
/** A repeated row with content is a row of the table this many times at most. */
const maxRepeatedRows = 100_000;

interface OdsSheet extends Omit<Table, "headerRow" | "isPlain"> {
  isHidden: boolean;
}

/** All sheets of the content of a file. */
function readContent(xml: string, { hiddenTables, struck }: OdsStyles): OdsSheet[] {
  const sheets: OdsSheet[] = [];
  const count = createCharacterCount();
  let left = maxCells;
  // SheetJS writes numbers without their formats ("50%" as 0.5, "002" as 2).
  const losesFormats = xml.slice(0, 10_000).includes("opendocument:sh33tjs:");
  let sheet: OdsSheet | null = null;
  let columnStyles: { shown: boolean; cellStyle: string }[] = [];
  let hiddenFilled = new Set<number>();
  let merges: { column: number; lastRow: number; text: string }[] = [];
  let rowNumber = 0;
  let row: OdsRow | null = null;
  let cell: (OdsCell & { fault: string | null }) | null = null;
  let column = 0;
  let depth = 0;
  const spans: boolean[] = [];
  let isParagraph = false;

  const add = (text: string) => {
    if (cell === null || depth > 0 || !isParagraph) return;
    if (!spans.includes(true)) cell.text = append(cell.text, text);
    else if (text.trim() !== "") cell.hasStruck = true;
  };

  function startCell(attributes: string): void {
    const style = attributeOf(attributes, "table:style-name");
    const own = style ?? columnStyles[Math.min(column, maxColumns)]?.cellStyle ?? "";
    const formula = attributeOf(attributes, "table:formula");
    const type = attributeOf(attributes, "(?:calcext|office):value-type");
    const isError = /error/.test(attributeOf(attributes, "calcext:value-type") ?? "");
    cell = {
      column,
      repeated: countOf(attributes, "table:number-columns-repeated"),
      rowSpan: countOf(attributes, "table:number-rows-spanned"),
      isStruck: struck.has(own),
      hasValue: type !== null,
      text: "",
      paragraphs: 0,
      hasStruck: false,
      fault: isError
        ? "error"
        : formula !== null && type === null
          ? "formula"
          : losesFormats && type === "float" && style === null
            ? "format"
            : null,
    };
  }

  function endCell(): void {
    if (cell === null || row === null || sheet === null) return;
    const { text, isStruck, hasStruck, rowSpan, repeated, fault } = cell;
    column += repeated;
    const first = cell.column;
    if (first >= maxColumns || (text === "" && fault === null && !hasStruck)) return;
    row.isFilled = true;
    if (!row.isShown) return;
    const last = Math.min(first + repeated, maxColumns);
    for (let at = first; at < last; at += 1) {
      if (columnStyles[at]?.shown === false) {
        hiddenFilled.add(at);
        continue;
      }
      const name = `${columnLetters(at)}${row.number}`;
      if (isStruck || hasStruck) sheet.leftOut.struck.push(name);
      if (isStruck || (text === "" && fault === null)) continue;
      left -= Math.max(at + 1 - row.cells.length, 0);
      if (left < 0) throw new UnreadableFile("too-many-cells");
      count(text);
      while (row.cells.length < at) row.cells.push("");
      row.cells[at] = text;
      if (fault === "error")
        row.failed.set(at, { code: "cell-error", message: `The formula here ends in ${text}.` });
      else if (fault === "format")
        row.failed.set(at, { code: "cell-error", message: `${withoutFormat} It is ${text}.` });
      else if (fault === "formula" && text === "")
        row.failed.set(at, { code: "formula-without-value", message: withoutValue });
      else if (rowSpan > 1) merges.push({ column: at, lastRow: row.number + rowSpan - 1, text });
    }
  }

  function endRow(): void {
    if (row === null || sheet === null) return;
    const { number, repeated, cells, failed } = row;
    rowNumber += repeated;
    if (!row.isShown && row.isFilled) {
      for (let at = 0; at < Math.min(repeated, maxRepeatedRows); at += 1)
        sheet.leftOut.rows.push(String(number + at));
    }
    if (cells.length === 0) return;
    if (repeated > maxRepeatedRows || sheet.rows.length + repeated > maxSheetRows)
      throw new UnreadableFile("too-many-cells");
    left -= cells.length * (repeated - 1);
    if (left < 0) throw new UnreadableFile("too-many-cells");
    for (let at = 0; at < repeated; at += 1) {
      const one: TableRow = { row: number + at, cells: [...cells] };
      if (failed.size > 0) one.failed = failed;
      const merged = merges.filter(({ lastRow }) => lastRow >= one.row);
      const values = merged.filter((merge) => (cells[merge.column] ?? "") === "");
      if (values.length > 0)
        one.merged = new Map(values.map((merge) => [merge.column, merge.text]));
      merges = merged;
      sheet.rows.push(one);
    }
  }

  scanXml(xml, {
    open(tag, attributes) {
      if (depth > 0 || skipped.has(tag)) {
        depth += 1;
        return;
      }
      if (tag === "table:table") {
        if (sheets.length === maxParts) throw new UnreadableFile("damaged");
        const style = attributeOf(attributes, "table:style-name") ?? "";
        sheet = {
          sheet: attributeOf(attributes, "table:name") ?? "",
          rows: [],
          leftOut: nothingLeftOut(),
          isHidden: hiddenTables.has(style),
        };
        columnStyles = [];
        hiddenFilled = new Set();
        merges = [];
        rowNumber = 0;
      } else if (tag === "table:table-column") {
        const repeated = countOf(attributes, "table:number-columns-repeated");
        const cellStyle = attributeOf(attributes, "table:default-cell-style-name") ?? "";
        const shown = isShown(attributes);
        for (let at = 0; at < repeated && columnStyles.length < maxColumns; at += 1)
          columnStyles.push({ shown, cellStyle });
      } else if (tag === "table:table-row") {
        column = 0;
        row = {
          number: rowNumber + 1,
          repeated: countOf(attributes, "table:number-rows-repeated"),
          isShown: isShown(attributes),
          isFilled: false,
          cells: [],
          failed: new Map(),
        };
      } else if (tag === "table:table-cell" || tag === "table:covered-table-cell")
        startCell(attributes);
      else if (cell !== null) {
        const name = localName(tag);
        if (name === "p" || name === "h") {
          isParagraph = true;
          if (cell.paragraphs > 0) add("\n");
          cell.paragraphs += 1;
        } else if (name === "span")
          spans.push(struck.has(attributeOf(attributes, "text:style-name") ?? ""));
        else if (name === "s") add(" ".repeat(Math.min(countOf(attributes, "text:c"), 1_000)));
        else if (name === "tab") add("\t");
        else if (name === "line-break") add("\n");
      }
    },
    text: add,
    close(tag) {
      if (depth > 0) {
        depth -= 1;
        return;
      }
      const name = localName(tag);
      if (name === "span") spans.pop();
      else if (name === "p" || name === "h") isParagraph = false;
      else if (name === "table-cell" || name === "covered-table-cell") {
        endCell();
        cell = null;
        spans.length = 0;
      } else if (name === "table-row") {
        endRow();
        row = null;
      } else if (tag === "table:table" && sheet !== null) {
        sheet.leftOut.columns = [...hiddenFilled].map(columnLetters);
        sheets.push(sheet);
        sheet = null;
      }
    },
  });
  return sheets;
}

/** The visible sheets. Notes the hidden ones. Throws `UnreadableFile`. */
export function readOds(bytes: Uint8Array, problems: Problems): SheetSource[] {
  const zip = openZip(bytes);
  const content = textOf(zip, "content.xml");
  if (content === "") {
    // A file with a password has no plain content.
    throw new UnreadableFile("damaged");
  }
  const manifest = textOf(zip, "META-INF/manifest.xml");
  if (manifest.includes("encryption-data")) throw new UnreadableFile("encrypted");
  const sheets = readContent(content, readStyles(textOf(zip, "styles.xml"), content));
  if (sheets.length === 0) throw new UnreadableFile("damaged");
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ sheet }) => `“${sheet}”`);
  if (hidden.length > 0) {
    const message = `Hidden sheets were left out (${hidden.length}): ${listOf(hidden)}.`;
    problems.note(null, null, "sheets-hidden", message);
  }
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (visible.length === 0) throw new UnreadableFile("sheets-hidden-all");
  return visible.map(({ sheet, rows, leftOut }) => ({
    name: sheet,
    read: (): Table => ({ sheet, rows, leftOut, headerRow: 1, isPlain: false }),
  }));
}
