/**
 * Reads the visible sheets of .ods files (OpenDocument 1.3, part 3). The file contains each cell as
 * it is displayed. Formulas are not evaluated.
 */
import type { SheetSource } from "../columns/find-table";
import { maxParts, maxStyles } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { listOf, type Table } from "../table";
import { append } from "./text";
import { attributeOf, localName, scanXml } from "./xml";
import { openZip, type Zip } from "./zip";
import { countOf, createOdsBudget, createOdsSheet, type OdsCell, type OdsSheet } from "./ods-sheet";

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

/** What is not a part of the text of a cell. */
const skipped = new Set(["office:annotation", "text:ruby-text", "draw:frame", "table:shapes"]);

/** All sheets of the content of a file. */
function readContent(xml: string, { hiddenTables, struck }: OdsStyles): OdsSheet[] {
  const sheets: OdsSheet[] = [];
  const budget = createOdsBudget();
  // SheetJS writes numbers without their formats ("50%" as 0.5, "002" as 2).
  const losesFormats = xml.slice(0, 10_000).includes("opendocument:sh33tjs:");
  let sheet: ReturnType<typeof createOdsSheet> | null = null;
  let cell: OdsCell | null = null;
  let depth = 0;
  const spans: boolean[] = [];
  let isParagraph = false;

  const add = (text: string) => {
    if (cell === null || depth > 0 || !isParagraph) return;
    if (!spans.includes(true)) cell.text = append(cell.text, text);
    else if (text.trim() !== "") cell.hasStruck = true;
  };

  scanXml(xml, {
    open(tag, attributes) {
      if (depth > 0 || skipped.has(tag)) {
        depth += 1;
        return;
      }
      if (tag === "table:table") {
        if (sheets.length === maxParts) throw new UnreadableFile("damaged");
        const style = attributeOf(attributes, "table:style-name") ?? "";
        sheet = createOdsSheet({
          name: attributeOf(attributes, "table:name") ?? "",
          isHidden: hiddenTables.has(style),
          struck,
          losesFormats,
          budget,
        });
      } else if (tag === "table:table-column") sheet?.addColumns(attributes);
      else if (tag === "table:table-row") sheet?.startRow(attributes);
      else if (tag === "table:table-cell" || tag === "table:covered-table-cell")
        cell = sheet?.startCell(attributes) ?? null;
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
        sheet?.endCell();
        cell = null;
        spans.length = 0;
      } else if (name === "table-row") sheet?.endRow();
      else if (tag === "table:table" && sheet !== null) {
        sheets.push(sheet.end());
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
