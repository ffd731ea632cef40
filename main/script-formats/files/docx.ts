import { mainPart } from "../container";
import type { Block, Document } from "../documents/blocks";
import { createTabbedRows } from "../documents/tabbed-rows";
import { noteRows, type KindChoices } from "../line-kinds";
import type { Problems } from "../problems";
import { createDocxParagraphs } from "./docx-paragraphs";
import { indentOf, isOn, stylesOf, valueOf } from "./docx-styles";
import { createDocxTables } from "./docx-tables";
import { scanXml } from "./xml";
import { openZip } from "./zip";

/**
 * Elements that are not part of the visible text: deletions, the original of moved text, fallback
 * copies for old programs, the readings above words.
 */
const omitted = new Set(["del", "moveFrom", "Fallback", "instrText", "rt"]);

/** Twentieths of a point that are about as wide as a character. */
const characterWidth = 120;

/** Properties of runs that set a name apart from the text. */
const formats = new Set([
  "b",
  "i",
  "u",
  "caps",
  "smallCaps",
  "color",
  "highlight",
  "shd",
  "rStyle",
]);
const plainColours = /^(?:auto|0{6}|clear|)$/i;

/** A property as a part of the format of a run; "" for one that is not visible. */
function formatOf(name: string, attributes: string): string {
  if (!isOn(attributes)) return "";
  const value = valueOf(attributes);
  if (name === "color" || name === "shd")
    return plainColours.test(value) ? "" : `${name}=${value} `;
  return name === "highlight" || name === "rStyle" ? `${name}=${value} ` : `${name} `;
}

/**
 * The blocks of a .docx in document order, including those of text boxes. Deleted text, field codes
 * and readings above words are omitted; hidden and struck text is left out by default. Notes,
 * headers and footers are not read. Throws `UnreadableFile`.
 */
export function docxBlocks(
  bytes: Uint8Array,
  { problems, choices }: { problems: Problems; choices: KindChoices },
): Document {
  const zip = openZip(bytes);
  const main = mainPart(zip);
  const styles = stylesOf(zip, main);
  const xml = zip.read(main).toString("utf8");
  const blocks: Block[] = [];
  let prefix: string | null = null;
  let skipped = 0;
  let isText = false;
  /** The properties of a paragraph also have properties of its mark. */
  let isInParagraphProperties = false;
  let isRunHidden = false;
  let runFormat = "";
  const readings: number[] = [];

  const tables = createDocxTables({ blocks, choices });
  const paragraphs = createDocxParagraphs({ blocks, tables, choices });
  const isSkipped = () => skipped > 0;
  const add = (text: string) => {
    if (!isSkipped()) paragraphs.add(text, { format: runFormat, isHidden: isRunHidden });
  };
  /**
   * The local name of an element in the namespace of the document; text of charts and formulas has
   * another prefix.
   */
  const own = (name: string) =>
    prefix !== null && name.startsWith(prefix) ? name.slice(prefix.length) : null;

  /** A property of the paragraph or run that is open. */
  function readProperty(name: string | null, attributes: string): void {
    const last = paragraphs.current();
    if (last === undefined) return;
    const { paragraph } = last;
    if (name !== null && formats.has(name) && !isInParagraphProperties)
      runFormat += formatOf(name, attributes);
    switch (name) {
      case "pStyle":
        last.style = styles.get(valueOf(attributes));
        paragraph.role = last.style?.role ?? null;
        paragraph.indent = (last.style?.indent ?? 0) / characterWidth;
        paragraph.isCentred = last.style?.isCentred ?? false;
        break;
      case "ind":
        paragraph.indent = indentOf(attributes) / characterWidth;
        break;
      case "jc":
        paragraph.isCentred = valueOf(attributes) === "center";
        break;
      case "rStyle":
        isRunHidden ||= styles.get(valueOf(attributes))?.isHidden ?? false;
        break;
      case "vanish":
      case "strike":
      case "dstrike":
        if (!isInParagraphProperties) isRunHidden = isOn(attributes);
        break;
      default:
    }
  }

  scanXml(xml, {
    open(name, attributes) {
      prefix ??= /^(.*:)?document$/.test(name) ? name.slice(0, -"document".length) : null;
      const tag = own(name);
      if (omitted.has(tag ?? "") || name.endsWith(":Fallback")) skipped += 1;
      readProperty(tag, attributes);
      switch (tag) {
        case "p":
          paragraphs.begin(isSkipped());
          break;
        case "pPr":
          isInParagraphProperties = true;
          break;
        case "r":
          isRunHidden = paragraphs.current()?.style?.isHidden ?? false;
          runFormat = "";
          break;
        case "t":
          isText = true;
          break;
        case "rt":
          if (readings.at(-1) !== paragraphs.count()) readings.push(paragraphs.count());
          break;
        case "tab":
          if (!isInParagraphProperties) add("\t");
          break;
        case "br":
        case "cr":
          add("\n");
          break;
        case "noBreakHyphen":
          add("-");
          break;
        default:
          tables.open(tag, attributes, { paragraphs: paragraphs.count(), isSkipped: isSkipped() });
      }
    },
    text(value) {
      if (isText) add(value);
    },
    close(name) {
      const tag = own(name);
      if (omitted.has(tag ?? "") || name.endsWith(":Fallback")) skipped -= 1;
      switch (tag) {
        case "p":
          paragraphs.end(isSkipped());
          break;
        case "pPr":
          isInParagraphProperties = false;
          break;
        case "r":
          isRunHidden = false;
          break;
        case "t":
          isText = false;
          break;
        default:
          tables.close(tag);
      }
    },
  });
  noteReadings(problems, readings);
  return { blocks: createTabbedRows(blocks), hasPrintedLines: false };
}

/** Names the paragraphs whose readings above words (ruby) were left out. */
function noteReadings(problems: Problems, rows: readonly number[]): void {
  if (rows.length === 0) return;
  const message = "The readings above words (ruby) were left out.";
  noteRows(problems, rows, "readings-left-out", message);
}
