/** Paragraphs whose parts are apart by tabs, as rows of a table. */
import { cleanText } from "../files/text";
import type { Block } from "./blocks";
import { nameBeforeColon, splitColon } from "./speaker-notation";

const tabWidth = 8;
const rule = /^\|?:?-{2,}:?\|/;

/**
 * Replaces paragraphs with tabs inside, or bars around them, by rows; those that follow each other
 * are one table. Tabs at the beginning are an indent.
 */
export function createTabbedRows(blocks: readonly Block[]): Block[] {
  let table = 0;
  let isInTable = false;
  // A table in Markdown has a row of dashes; `embeddedFormat` reads it.
  const hasBars = !blocks.some(
    (block) => block.kind === "paragraph" && rule.test(block.text.replace(/\s/g, "")),
  );
  return blocks.map((block) => {
    if (block.kind === "row") {
      isInTable = false;
      return block;
    }
    const start = /^[ \t]*/.exec(block.text)?.[0] ?? "";
    const text = cleanText(block.text);
    if (text === "") return block;
    const indent = start.replaceAll("\t", " ".repeat(tabWidth)).length;
    // "| Anna | Hello. |", a table in plain text.
    const piped = hasBars ? /^\|(.+)\|$/u.exec(text)?.[1] : undefined;
    const cells = (piped?.split("|") ?? text.split(/\t+/)).map(cleanText);
    const isNamed = splitColon(text) !== null || nameBeforeColon(text) !== null;
    if (cells.length === 1 || isNamed) {
      isInTable = false;
      return { ...block, text: block.text, indent: block.indent + indent };
    }
    if (!isInTable) table -= 1;
    isInTable = true;
    // Tables of the document have positive numbers.
    return { kind: "row", row: block.row, table, isTable: false, cells };
  });
}
