/**
 * Reads the visible sheets of .xlsx files. A custom reader, because a script may have 200,000
 * lines: it scans a sheet once and stores only text. Other parts of a workbook (drawings, links,
 * macros, pivots) are not unpacked.
 */
import { mainPart, relationsOf } from "../../container";
import type { SheetSource } from "../../columns/find-table";
import { maxParts } from "../../limits";
import { UnreadableFile, type Problems } from "../../problems";
import { listOf, type Table } from "../../table";
import { attributeOf, isSet, localName, scanXml } from "../xml";
import { openZip, type Zip } from "../zip";
import { readSheet, type SheetContext } from "./sheet";
import { readSharedStrings } from "./strings";
import { readStyles } from "./styles";

interface SheetPart {
  name: string;
  part: string;
  isHidden: boolean;
}

const textOf = (zip: Zip, part: string) => zip.read(part).toString("utf8");

/** The sheets of a workbook in tab order; chart sheets and similar are omitted. */
function sheetsOf(zip: Zip) {
  const workbook = mainPart(zip);
  const relations = relationsOf(zip, workbook);
  const sheets: SheetPart[] = [];
  let is1904 = false;
  scanXml(textOf(zip, workbook), {
    open(tag, attributes) {
      const name = localName(tag);
      if (name === "workbookPr") is1904 = isSet(attributes, "date1904");
      if (name !== "sheet") return;
      // Each sheet is a part, so `maxParts` applies.
      if (sheets.length === maxParts) throw new UnreadableFile("damaged");
      const id = attributeOf(attributes, String.raw`\w+:id`);
      const relation = relations.find((one) => one.id === id && one.type === "worksheet");
      if (relation === undefined || !zip.has(relation.target)) return;
      sheets.push({
        name: attributeOf(attributes, "name") ?? "",
        part: relation.target,
        isHidden: /hidden$/i.test(attributeOf(attributes, "state") ?? ""),
      });
    },
  });
  if (sheets.length === 0) throw new UnreadableFile("damaged");
  return { sheets, relations, is1904 };
}

/** The part of a sheet of a workbook; the names are compared exactly. Throws `UnreadableFile`. */
export function sheetPart(zip: Zip, name: string): string {
  const part = sheetsOf(zip).sheets.find((sheet) => sheet.name === name)?.part;
  if (part === undefined) throw new UnreadableFile("damaged");
  return part;
}

/**
 * The visible sheets of a workbook, read on demand. Formulas are not evaluated. What is left out is
 * noted when a sheet is read. Throws `UnreadableFile`.
 */
export function readXlsx(bytes: Uint8Array, problems: Problems): SheetSource[] {
  const zip = openZip(bytes);
  const { sheets, relations, is1904 } = sheetsOf(zip);
  const textOfKind = (kind: string) => {
    const target = relations.find(({ type }) => type === kind)?.target;
    return target !== undefined && zip.has(target) ? textOf(zip, target) : "";
  };
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => `“${name}”`);
  if (hidden.length > 0) {
    const message = `Hidden sheets were left out (${hidden.length}): ${listOf(hidden)}.`;
    problems.note(null, null, "sheets-hidden", message);
  }
  if (visible.length === 0) throw new UnreadableFile("sheets-hidden-all");
  let known: SheetContext | null = null;
  const context = () =>
    (known ??= {
      strings: readSharedStrings(textOfKind("sharedStrings")),
      styles: readStyles(textOfKind("styles"), is1904),
    });
  return visible.map(({ name, part }) => ({
    name,
    read(): Table {
      return { ...readSheet(textOf(zip, part), context()), headerRow: 1, sheet: name };
    },
  }));
}
