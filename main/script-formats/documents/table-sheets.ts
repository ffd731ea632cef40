/** The tables of a document as sheets, whose columns can be assigned like those of a workbook. */
import { nameKey } from "../character-names";
import { rateScriptHeader } from "../columns/assign-columns";
import type { SheetSource } from "../columns/find-table";
import { headingOf } from "../columns/header-words";
import { nothingLeftOut, type TableRow } from "../table";
import type { Block, Document } from "./blocks";
import { isProductionData } from "./front-matter";
import { splitColon } from "./speaker-notation";

const minTabbed = 2;
const isTableRow = (block: Block) => block.kind === "row" && block.isTable;

/** Whether a table continues the one before it: the same header, or as many columns and none. */
function continues(before: readonly string[][], cells: readonly string[]): boolean {
  const [header = []] = before;
  const isSame = cells.map(nameKey).join("\t") === header.map(nameKey).join("\t");
  const rate = (row: readonly string[]) => rateScriptHeader({ row: 1, cells: row });
  return isSame || (cells.length === header.length && rate(header) > 0 && rate(cells) === 0);
}

/**
 * The tables of a document; those that continue each other are one. Rows are counted from the first
 * one of each table. A document with one table has a sheet without a name.
 */
export function tableSheets({ blocks }: Document): SheetSource[] {
  const tables: string[][][] = [];
  let last = 0;
  for (const block of blocks) {
    if (block.kind !== "row" || !block.isTable) continue;
    const current = tables.at(-1);
    const isNew = block.table !== last && !(current && continues(current, block.cells));
    if (current === undefined || isNew) tables.push([block.cells]);
    else current.push(block.cells);
    last = block.table;
  }
  return tables.map((cells, at) => {
    const name = tables.length === 1 ? "" : String(at + 1);
    const rows = cells.map((row, index): TableRow => ({ row: index + 1, cells: row }));
    const table = { rows, headerRow: 1, sheet: name, isPlain: true, leftOut: nothingLeftOut() };
    return { name, read: () => table };
  });
}

/** The paragraphs of a plain text whose parts are apart by tabs as a sheet; none without any. */
export function tabbedSheets({ blocks }: Document): SheetSource[] {
  const rows = blocks.flatMap((block) =>
    block.kind === "row" ? [{ row: block.row, cells: block.cells }] : [],
  );
  if (rows.length < minTabbed) return [];
  const table = { rows, headerRow: 1, sheet: "", isPlain: true, leftOut: nothingLeftOut() };
  return [{ name: "", read: () => table }];
}

/** The paragraphs of a document that are in no table. */
export const paragraphsOutside = ({ blocks }: Document): TableRow[] =>
  blocks.flatMap((block) =>
    isTableRow(block) || textOf(block) === ""
      ? []
      : [{ row: block.row, cells: block.kind === "row" ? block.cells : [block.text] }],
  );

const textOf = (block: Block) => (block.kind === "row" ? block.cells.join(" ") : block.text).trim();

/**
 * Whether a document is a table of lines that has more than characters and texts in one language:
 * times, or several languages. `language`: that of the batch.
 */
export function isTableOfLines(document: Document, language: string): boolean {
  const isOther = document.blocks.some(
    (block) =>
      !isTableRow(block) && splitColon(textOf(block)) !== null && !isProductionData(textOf(block)),
  );
  if (isOther) return false;
  return tableSheets(document).some((sheet) =>
    sheet.read().rows.some(({ cells }) => {
      const headings = cells.map((cell) => headingOf(cell));
      const roles = headings.map((one) => one?.role);
      const texts = headings.filter((one) => one?.role === "text");
      const isClear = (languages: readonly string[] = []) =>
        languages.length === 1 || languages.includes(language);
      const hasLanguages = texts.length > 1 && texts.every((one) => isClear(one?.languages));
      const hasEnd = roles.includes("end") || roles.includes("duration");
      const hasTimes = roles.includes("start") && hasEnd;
      return texts.length > 0 && roles.includes("character") && (hasLanguages || hasTimes);
    }),
  );
}
