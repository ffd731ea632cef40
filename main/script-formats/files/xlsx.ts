/**
 * Reads sheets of .xlsx files. A custom reader, because a script may have 200,000 lines: it scans a sheet once and
 * stores only text. Other parts of a workbook (drawings, links, macros, pivots) are not unpacked.
 */
import { mainPart, relationsOf, type Relation } from "../container";
import { maxCells, maxColumns, maxParts, maxSheetRows, maxStrings } from "../limits";
import { UnreadableFile } from "../problems";
import { readDates, type Dates } from "./sheet-dates";
import type { Table, TableRow } from "../table";
import { append, createCharacterCount } from "./text";
import { attributeOf, localName, scanXml } from "./xml";
import { openZip, type Zip } from "./zip";

/** The sheets of a workbook with their parts, in tab order; chart sheets and similar have no part. */
function sheetsOf(xml: string, relations: readonly Relation[]) {
  const sheets: { name: string; part: string | null }[] = [];
  let is1904 = false;
  scanXml(xml, {
    open(tag, attributes) {
      const name = localName(tag);
      if (name === "workbookPr") {
        is1904 = /^(1|true)$/.test(attributeOf(attributes, "date1904") ?? "");
      }
      if (name !== "sheet") return;
      // Each sheet is a part, so `maxParts` applies.
      if (sheets.length === maxParts) throw new UnreadableFile("damaged");
      const id = attributeOf(attributes, String.raw`\w+:id`);
      const relation = relations.find((one) => one.id === id && one.type === "worksheet");
      sheets.push({
        name: attributeOf(attributes, "name") ?? "",
        part: relation?.target ?? null,
      });
    },
  });
  return { sheets, is1904 };
}

/** Decodes "_x000D_", the escape for a character that XML cannot represent. */
function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_all, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/** The texts that cells reference by index; rich-text runs are joined, phonetic guides (`rPh`) are omitted. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  const count = createCharacterCount();
  let text = "";
  let isText = false;
  let isPhonetic = false;
  scanXml(xml, {
    open(tag) {
      const name = localName(tag);
      if (name === "si") text = "";
      else if (name === "rPh") isPhonetic = true;
      else if (name === "t") isText = !isPhonetic;
    },
    text(value) {
      if (isText) text = append(text, value);
    },
    close(tag) {
      const name = localName(tag);
      if (name === "si") {
        if (strings.length === maxStrings) throw new UnreadableFile("too-many-strings");
        count(text);
        strings.push(unescapeText(text));
      } else if (name === "rPh") isPhonetic = false;
      else if (name === "t") isText = false;
    },
  });
  return strings;
}

/** The column, from 0, of a reference like "AB12"; -1 for an invalid reference. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90 || column > 100_000) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
}

function cellText(cell: Cell, strings: readonly string[], dates: Dates): string {
  const { type, text } = cell;
  switch (type) {
    case "s":
      return strings[Number(text)] ?? "";
    case "b":
      return text.trim() === "1" ? "TRUE" : "FALSE";
    case "str":
    case "inlineStr":
      return unescapeText(text);
    case "":
    case "n": {
      const value = Number(text);
      if (text.trim() === "" || Number.isNaN(value)) return text;
      return dates.textOf(value, cell.style) ?? String(value);
    }
    default:
      return text;
  }
}

/** The non-empty rows of a sheet. */
function readRows(xml: string, strings: readonly string[], dates: Dates): TableRow[] {
  const rows: TableRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let failed = new Set<number>();
  let column = -1;
  let cell: Cell | null = null;
  let isValue = false;
  let isPhonetic = false;
  let isData = false;
  let left = maxCells;
  const count = createCharacterCount();

  function put(done: Cell): void {
    if (done.column >= maxColumns) return;
    const text = cellText(done, strings, dates);
    if (text === "") return;
    left -= Math.max(done.column + 1 - cells.length, 0);
    if (left < 0) throw new UnreadableFile("too-many-cells");
    count(text);
    while (cells.length < done.column) cells.push("");
    cells[done.column] = text;
    if (done.type === "e") failed.add(done.column);
  }

  scanXml(xml, {
    open(tag, attributes) {
      const name = localName(tag);
      if (name === "sheetData") isData = true;
      if (!isData) return;
      switch (name) {
        case "row": {
          const given = Number(attributeOf(attributes, "r") ?? row + 1);
          if (!Number.isInteger(given) || given < 1 || given > maxSheetRows) {
            throw new UnreadableFile("damaged");
          }
          row = given;
          column = -1;
          cells = [];
          failed = new Set();
          break;
        }
        case "c": {
          const given = columnOf(attributeOf(attributes, "r") ?? "");
          column = given < 0 ? column + 1 : given;
          const type = attributeOf(attributes, "t") ?? "";
          cell = { column, type, style: Number(attributeOf(attributes, "s") ?? -1), text: "" };
          break;
        }
        case "rPh":
          isPhonetic = true;
          break;
        // Formulas (`f`) are ignored: `v` is the value that the writing program stored.
        case "v":
        case "t":
          isValue = !isPhonetic;
          break;
        default:
      }
    },
    text(value) {
      if (isValue && cell !== null) cell.text = append(cell.text, value);
    },
    close(tag) {
      switch (localName(tag)) {
        case "v":
        case "t":
          isValue = false;
          break;
        case "rPh":
          isPhonetic = false;
          break;
        case "c":
          if (cell !== null && row > 0) put(cell);
          cell = null;
          break;
        case "row":
          // A row number may occur twice.
          if (rows.length === maxSheetRows) throw new UnreadableFile("too-many-cells");
          if (cells.length > 0)
            rows.push(failed.size > 0 ? { row, cells, failed } : { row, cells });
          cells = [];
          break;
        case "sheetData":
          isData = false;
          break;
        default:
      }
    },
  });
  // The format allows other orders, although known programs write rows in ascending order.
  return rows.sort((one, other) => one.row - other.row);
}

const textOf = (zip: Zip, part: string) => zip.read(part).toString("utf8");

/** The part of a workbook sheet: the first with this name, ignoring case, else the first sheet. */
export function findSheet(zip: Zip, preferredSheet: string) {
  const workbook = mainPart(zip);
  const relations = relationsOf(zip, workbook);
  const { sheets, is1904 } = sheetsOf(textOf(zip, workbook), relations);
  const isSheet = ({ part }: { part: string | null }) => part !== null && zip.has(part);
  const preferred = sheets.find(
    (sheet) => isSheet(sheet) && sheet.name.trim().toLowerCase() === preferredSheet.toLowerCase(),
  );
  const { part, name } = preferred ?? sheets.find(isSheet) ?? { part: null, name: "" };
  if (part === null) throw new UnreadableFile("damaged");
  return { part, name, isPreferred: preferred !== undefined, relations, is1904 };
}

/**
 * Reads one sheet: the first with this name, ignoring case, else the first sheet. Formulas are not evaluated. Throws
 * `UnreadableFile`.
 */
export function readXlsxTable(bytes: Uint8Array, preferredSheet: string): Table {
  const zip = openZip(bytes);
  const { part, name, isPreferred, relations, is1904 } = findSheet(zip, preferredSheet);
  const textOfKind = (kind: string) => {
    const target = relations.find(({ type }) => type === kind)?.target;
    return target !== undefined && zip.has(target) ? textOf(zip, target) : "";
  };
  const strings = sharedStrings(textOfKind("sharedStrings"));
  const dates = readDates(textOfKind("styles"), is1904);
  const rows = readRows(textOf(zip, part), strings, dates);
  return { rows, isPreferredSheet: isPreferred, sheet: name };
}
