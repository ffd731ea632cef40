/** The tables of a .docx: the rows of each outermost one. */
import type { Block, TableRow } from "../documents/blocks";
import type { KindChoices } from "../line-kinds";
import { isOn, valueOf } from "./docx-styles";
import { append } from "./text";

const maxSpan = 100;

interface OpenCell {
  text: string;
  span: number;
  /** It continues the cell above. */
  isMerged: boolean;
}

export type DocxTables = ReturnType<typeof createDocxTables>;

/** Adds the rows of tables to `blocks`. */
export function createDocxTables({ blocks, choices }: { blocks: Block[]; choices: KindChoices }) {
  let tables = 0;
  let depth = 0;
  let row: (TableRow & { isHidden: boolean }) | null = null;
  let cell: OpenCell | null = null;
  let above: string[] = [];

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

  return {
    /** Whether a table is open. */
    isOpen: () => depth > 0,
    /** A paragraph was read, which is in a cell if one is open. */
    addParagraph(text: string): void {
      if (cell === null) return;
      cell.text = append(cell.text, cell.text === "" ? text : `\n${text}`);
    },
    /** An element begins, after `paragraphs` ones of the document. */
    open(
      tag: string | null,
      attributes: string,
      { paragraphs, isSkipped }: { paragraphs: number; isSkipped: boolean },
    ): void {
      switch (tag) {
        case "tbl":
          if (depth === 0) {
            tables += 1;
            above = [];
          }
          depth += 1;
          break;
        case "tr":
          if (depth === 1 && !isSkipped)
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
    close(tag: string | null): void {
      switch (tag) {
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
  };
}
