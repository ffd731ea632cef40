import { mainPart } from "../container";
import {
  plainParagraph,
  type Block,
  type Document,
  type Paragraph,
  type TableRow,
} from "../documents/blocks";
import { createTabbedRows } from "../documents/tabbed-rows";
import { noteRows, type KindChoices } from "../line-kinds";
import { maxDepth, maxParagraphs } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { indentOf, isOn, stylesOf, type DocxStyle } from "./docx-styles";
import { append, createCharacterCount } from "./text";
import { attributeOf, scanXml } from "./xml";
import { openZip } from "./zip";

/**
 * Elements that are not part of the visible text: deletions, the original of moved text, fallback
 * copies for old programs, the readings above words.
 */
const omitted = new Set(["del", "moveFrom", "Fallback", "instrText", "rt"]);

/** Twentieths of a point that are about as wide as a character. */
const characterWidth = 120;
const maxSpan = 100;

interface OpenParagraph {
  /** Where it stands among the blocks; -1 in a table. */
  at: number;
  paragraph: Paragraph;
  hidden: string;
  style: DocxStyle | undefined;
}

interface OpenCell {
  text: string;
  span: number;
  /** It continues the cell above. */
  isMerged: boolean;
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
  const readings: number[] = [];

  let tables = 0;
  let depth = 0;
  let row: (TableRow & { isHidden: boolean }) | null = null;
  let cell: OpenCell | null = null;
  let above: string[] = [];

  const count = createCharacterCount();
  const add = (text: string) => {
    const last = open.at(-1);
    if (last === undefined || skipped > 0) return;
    if (isRunHidden) last.hidden = append(last.hidden, text);
    if (!isRunHidden || includesHidden) last.paragraph.text = append(last.paragraph.text, text);
  };
  /**
   * The local name of an element in the namespace of the document; text of charts and formulas has
   * another prefix.
   */
  const own = (name: string) =>
    prefix !== null && name.startsWith(prefix) ? name.slice(prefix.length) : null;
  const valueOf = (attributes: string) => attributeOf(attributes, "(?:[^\\s:=]+:)?val") ?? "";

  function openParagraph(): void {
    if (open.length === maxDepth) throw new UnreadableFile("too-deep");
    if (paragraphs === maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
    if (skipped === 0) paragraphs += 1;
    const paragraph = plainParagraph(paragraphs, "");
    const isBlock = skipped === 0 && depth === 0;
    open.push({ at: isBlock ? blocks.length : -1, paragraph, hidden: "", style: undefined });
    if (isBlock) blocks.push(paragraph);
  }

  function closeParagraph(): void {
    const done = open.pop();
    if (done === undefined || skipped > 0) return;
    const { paragraph, hidden } = done;
    count(paragraph.text);
    if (hidden.trim() !== "") choices.decide("hidden", { row: paragraph.row, text: hidden }, false);
    if (cell === null) return;
    cell.text = append(cell.text, cell.text === "" ? paragraph.text : `\n${paragraph.text}`);
  }

  function closeCell(): void {
    if (cell === null || row === null) return;
    const { span, isMerged } = cell;
    const text = isMerged ? (above[row.cells.length] ?? "") : cell.text;
    row.cells.push(text, ...Array.from({ length: span - 1 }, () => ""));
    cell = null;
  }

  function closeRow(): void {
    if (row === null) return;
    const { isHidden, ...block } = row;
    above = block.cells;
    const text = block.cells.join(" ").trim();
    if (!isHidden || choices.decide("hidden", { row: block.row, text }, false)) blocks.push(block);
    row = null;
  }

  /** A property of the paragraph or run that is open. */
  function readProperty(name: string | null, attributes: string): void {
    const last = open.at(-1);
    if (last === undefined) return;
    const { paragraph } = last;
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
        case "tbl":
          if (depth === 0) {
            tables += 1;
            above = [];
          }
          depth += 1;
          break;
        case "tr":
          if (depth === 1 && skipped === 0)
            row = {
              kind: "row",
              row: paragraphs + 1,
              table: tables,
              isTable: true,
              cells: [],
              isHidden: false,
            };
          break;
        case "tc":
          if (depth === 1 && row !== null) cell = { text: "", span: 1, isMerged: false };
          break;
        case "hidden":
          if (row !== null && isOn(attributes)) row.isHidden = true;
          break;
        case "gridSpan":
          if (cell !== null && depth === 1)
            cell.span = Math.min(maxSpan, Math.max(1, Number(valueOf(attributes)) || 1));
          break;
        case "vMerge":
          if (cell !== null && depth === 1) cell.isMerged = valueOf(attributes) !== "restart";
          break;
        default:
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
        case "tbl":
          depth -= 1;
          break;
        case "tr":
          if (depth === 1) closeRow();
          break;
        case "tc":
          if (depth === 1) closeCell();
          break;
        default:
      }
    },
  });
  if (readings.length > 0) {
    const message = "The readings above words (ruby) were left out.";
    noteRows(problems, readings, "readings-left-out", message);
  }
  return { blocks: createTabbedRows(blocks), hasPrintedLines: false };
}
