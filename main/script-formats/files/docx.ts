import { mainPart } from "../container";
import { plainParagraph, type Block, type Document, type Paragraph } from "../documents/blocks";
import { createTabbedRows } from "../documents/tabbed-rows";
import { noteRows, type KindChoices } from "../line-kinds";
import { maxDepth, maxParagraphs } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { indentOf, isOn, stylesOf, valueOf, type DocxStyle } from "./docx-styles";
import { createDocxTables } from "./docx-tables";
import { append, createCharacterCount } from "./text";
import { scanXml } from "./xml";
import { openZip } from "./zip";

/**
 * Elements that are not part of the visible text: deletions, the original of moved text, fallback
 * copies for old programs, the readings above words.
 */
const omitted = new Set(["del", "moveFrom", "Fallback", "instrText", "rt"]);

/** Twentieths of a point that are about as wide as a character. */
const characterWidth = 120;

interface OpenParagraph {
  /** Where it stands among the blocks; -1 in a table. */
  at: number;
  paragraph: Paragraph;
  hidden: string;
  style: DocxStyle | undefined;
  /** The format of its first text, and the length of the text in this format; null while open. */
  format: string | null;
  leadLength: number | null;
}

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
  const includesHidden = choices.isSpoken("hidden", false);
  const blocks: Block[] = [];
  // A text box nests paragraphs inside a paragraph.
  const open: OpenParagraph[] = [];
  let paragraphs = 0;
  let prefix: string | null = null;
  let skipped = 0;
  let isText = false;
  /** The properties of a paragraph also have properties of its mark. */
  let isInParagraphProperties = false;
  let isRunHidden = false;
  let runFormat = "";
  const readings: number[] = [];

  const tables = createDocxTables({ blocks, choices });
  const count = createCharacterCount();
  const add = (text: string) => {
    const last = open.at(-1);
    if (last === undefined || skipped > 0) return;
    if (isRunHidden) last.hidden = append(last.hidden, text);
    if (isRunHidden && !includesHidden) return;
    // White space has no visible format.
    if (text.trim() !== "") {
      last.format ??= runFormat;
      if (last.format !== runFormat) last.leadLength ??= last.paragraph.text.length;
    }
    last.paragraph.text = append(last.paragraph.text, text);
  };
  /**
   * The local name of an element in the namespace of the document; text of charts and formulas has
   * another prefix.
   */
  const own = (name: string) =>
    prefix !== null && name.startsWith(prefix) ? name.slice(prefix.length) : null;

  function openParagraph(): void {
    if (open.length === maxDepth) throw new UnreadableFile("too-deep");
    if (paragraphs === maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
    if (skipped === 0) paragraphs += 1;
    const paragraph = plainParagraph(paragraphs, "");
    const isBlock = skipped === 0 && !tables.isOpen();
    open.push({
      at: isBlock ? blocks.length : -1,
      paragraph,
      hidden: "",
      style: undefined,
      format: null,
      leadLength: null,
    });
    if (isBlock) blocks.push(paragraph);
  }

  function closeParagraph(): void {
    const done = open.pop();
    if (done === undefined || skipped > 0) return;
    const { paragraph, hidden, format, leadLength } = done;
    if (format) paragraph.lead = paragraph.text.slice(0, leadLength ?? undefined);
    count(paragraph.text);
    if (hidden.trim() !== "") choices.decide("hidden", { row: paragraph.row, text: hidden }, false);
    tables.addParagraph(paragraph.text);
  }

  /** A property of the paragraph or run that is open. */
  function readProperty(name: string | null, attributes: string): void {
    const last = open.at(-1);
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
          openParagraph();
          break;
        case "pPr":
          isInParagraphProperties = true;
          break;
        case "r":
          isRunHidden = open.at(-1)?.style?.isHidden ?? false;
          runFormat = "";
          break;
        case "t":
          isText = true;
          break;
        case "rt":
          if (readings.at(-1) !== paragraphs) readings.push(paragraphs);
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
          tables.open(tag, attributes, { paragraphs, isSkipped: skipped > 0 });
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
          closeParagraph();
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
