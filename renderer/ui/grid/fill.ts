import type { GridColumn } from "./column";
import type { Block } from "./rows";
import { continueSeries } from "./series";

/** The text of a cell by its positions. */
type Read = (row: number, column: number) => string;
/** Texts for a block of cells. */
export interface Filling {
  target: Block;
  textOf: Read;
}

/** The whole numbers from one to another, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** Samples of a column with what comes after them, `count` in all; values to choose from are repeated. */
function continued(
  column: GridColumn | undefined,
  samples: readonly string[],
  count: number,
  direction = 1,
): string[] {
  const rest = count - samples.length;
  const isText = column?.options === undefined;
  // Against the direction of reading one text counts down.
  const before = direction < 0 && samples.length === 1 && isText;
  const texts = isText
    ? continueSeries(samples, rest, before ? -1 : 1)
    : range(0, rest - 1).map((at) => samples[at % samples.length] ?? "");
  return [...samples, ...texts];
}

/** Continues in each column of a block what it begins with, up to its first empty cell. */
export function fillingOf(columns: readonly GridColumn[], block: Block, read: Read): Filling {
  const { top, bottom, left, right } = block;
  const all = range(left, right).map((column) => {
    const texts = range(top, bottom).map((row) => read(row, column));
    const firstEmpty = texts.indexOf("");
    const samples = texts.slice(0, firstEmpty < 0 ? 1 : Math.max(1, firstEmpty));
    return continued(columns[column], samples, texts.length);
  });
  return { target: block, textOf: (row, column) => all[column - left]?.[row - top] ?? "" };
}

/** Continues a block to a row below or above it; null for one that is inside. */
export function fillingTo(
  columns: readonly GridColumn[],
  block: Block,
  row: number,
  read: Read,
): Filling | null {
  if (row >= block.top && row <= block.bottom) return null;
  const isDown = row > block.bottom;
  const count = isDown ? row - block.bottom : block.top - row;
  const all = range(block.left, block.right).map((column) => {
    const texts = range(block.top, block.bottom).map((at) => read(at, column));
    const samples = isDown ? texts : texts.reverse();
    const direction = isDown ? 1 : -1;
    return continued(columns[column], samples, samples.length + count, direction).slice(
      samples.length,
    );
  });
  const target = isDown
    ? { ...block, top: block.bottom + 1, bottom: row }
    : { ...block, top: row, bottom: block.top - 1 };
  return {
    target,
    textOf: (at, column) =>
      all[column - block.left]?.[isDown ? at - target.top : target.bottom - at] ?? "",
  };
}
