/** .txt: its lines are paragraphs, as word processors save them, or printed lines. */
import { plainParagraph, type Block, type Document, type Paragraph } from "../documents/blocks";
import { splitColon } from "../documents/speaker-notation";
import { createTabbedRows } from "../documents/tabbed-rows";
import { cleanText, linesOf } from "./text";

/** Spaces that set a line apart from the name above it. */
const minIndent = 2;

/** The lines of a .txt. A line that is indented below `NAME: text` continues it. */
export function textBlocks(text: string): Document {
  const blocks: Block[] = [];
  let row = 0;
  let named: Paragraph | null = null;
  for (const line of linesOf(text, /\r\n?|[\n\u0085\u2028\u2029]/g)) {
    row += 1;
    const start = /^[ \t]*/.exec(line)?.[0] ?? "";
    const indent = start.replaceAll("\t", " ".repeat(8)).length;
    const isNamed = splitColon(cleanText(line)) !== null;
    const paragraph = plainParagraph(row, line);
    blocks.push(paragraph);
    if (line.trim() === "") named = null;
    else if (isNamed) named = { ...paragraph, indent };
    else if (named !== null && indent >= named.indent + minIndent) paragraph.continuesLast = true;
    else named = null;
  }
  return { blocks: createTabbedRows(blocks), hasPrintedLines: true };
}
