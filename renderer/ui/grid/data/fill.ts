import type { GridColumn } from "../column";
import type { Block } from "./rows";
import { continueSeries } from "./series";

/** Returns the text of a cell by row and column index. */
type Read = (row: number, column: number) => string;
/** Texts for a block of cells. */
export interface Filling {
  target: Block;
  textOf: Read;
}

/** The integers from one to another, both included. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/**
 * Samples of a column with their continuation, `count` texts in all. Values of a list of options
 * are repeated.
 */
function continued(
  column: GridColumn | undefined,
  samples: readonly string[],
  count: number,
  direction = 1,
): string[] {
  const rest = count - samples.length;
  const isText = column?.options === undefined;
  // Filling upwards counts a single text down.
  const before = direction < 0 && samples.length === 1 && isText;
  const texts = isText
    ? continueSeries(samples, rest, before ? -1 : 1)
    : range(0, rest - 1).map((at) => samples[at % samples.length] ?? "");
  return [...samples, ...texts];
}

/** Continues each column of a block from its leading filled cells. */
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

/** Continues a block to a row below or above it; null for a row inside it. */
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
