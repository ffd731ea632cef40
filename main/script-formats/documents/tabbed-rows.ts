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
  const single = new Map<number, string[]>();
  // A table in Markdown has a row of dashes; `embeddedFormat` reads it.
  const hasBars = !blocks.some(
    (block) => block.kind === "paragraph" && rule.test(block.text.replace(/\s/g, "")),
  );
  const rows = blocks.map((block): Block => {
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
    if (piped === undefined) single.set(block.row, text.split("\t").map(cleanText));
    return { kind: "row", row: block.row, table, isTable: false, cells };
  });
  return withEmptyCells(rows, single);
}

/**
 * The rows of each table with the empty cells between two tabs, if all of its rows have as many
 * tabs: others align their texts with them. `single`: the cells between single tabs, by row.
 */
function withEmptyCells(
  blocks: readonly Block[],
  single: ReadonlyMap<number, readonly string[]>,
): Block[] {
  const widths = new Map<number, Set<number>>();
  for (const block of blocks) {
    const width = single.get(block.row)?.length;
    if (block.kind === "row" && width !== undefined)
      widths.set(block.table, (widths.get(block.table) ?? new Set()).add(width));
  }
  return blocks.map((block) => {
    const cells = single.get(block.row);
    if (block.kind !== "row" || cells === undefined) return block;
    return widths.get(block.table)?.size === 1 ? { ...block, cells: [...cells] } : block;
  });
}
