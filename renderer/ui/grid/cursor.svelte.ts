import { blockOf, type Block, type CellAddress } from "./data/rows";

/** The size of a grid and which cells are filled. */
interface Extent {
  rows: () => number;
  columns: () => number;
  isFilled: (row: number, column: number) => boolean;
}

/** The active cell and the selected block around it. */
export class Cursor {
  active = $state.raw<CellAddress>({ row: 0, column: 0 });
  #from = $state.raw<CellAddress>({ row: 0, column: 0 });
  #to = $state.raw<CellAddress>({ row: 0, column: 0 });
  /** The cell where a sequence of Tab keys began: Enter returns to its column. */
  #tabColumn: number | null = null;
  #extent: Extent;
  block = $derived<Block>(blockOf(this.#from, this.#to));

  constructor(extent: Extent) {
    this.#extent = extent;
  }

  /** Whether more than one cell is selected. */
  get isBlock(): boolean {
    const { top, left, bottom, right } = this.block;
    return top !== bottom || left !== right;
  }
  /** The moving end of the selection. */
  get end(): CellAddress {
    return this.#to;
  }

  /** Selects one cell. */
  moveTo(address: CellAddress): void {
    this.#tabColumn = null;
    this.active = this.#from = this.#to = this.#clamp(address);
  }
  /** Extends the selection from the active cell to another cell. */
  extendTo(address: CellAddress): void {
    this.#tabColumn = null;
    this.#from = this.active;
    this.#to = this.#clamp(address);
  }
  select(
    { top, left, bottom, right }: Block,
    active: CellAddress = { row: top, column: left },
  ): void {
    this.#tabColumn = null;
    this.#from = this.#clamp({ row: top, column: left });
    this.#to = this.#clamp({ row: bottom, column: right });
    this.active = this.#clamp(active);
  }

  /** The next cell for Tab: inside the selection, or in the grid; null at the end. */
  tab(step: 1 | -1): boolean {
    const last = this.#extent.columns() - 1;
    if (this.isBlock) {
      this.active = stepIn(this.block, this.active, step, "rows");
      return true;
    }
    const column = this.active.column + step;
    const next =
      column < 0
        ? { row: this.active.row - 1, column: last }
        : column > last
          ? { row: this.active.row + 1, column: 0 }
          : { row: this.active.row, column };
    if (next.row < 0 || next.row >= this.#extent.rows()) return false;
    const begun = this.#tabColumn ?? this.active.column;
    this.moveTo(next);
    this.#tabColumn = begun;
    return true;
  }

  /**
   * The next cell for Enter: down or up; inside a selection column by column; after Tab the column
   * where that began.
   */
  enter(step: 1 | -1): void {
    if (this.isBlock) this.active = stepIn(this.block, this.active, step, "columns");
    else
      this.moveTo({
        row: this.active.row + step,
        column: this.#tabColumn ?? this.active.column,
      });
  }

  /** The target of Mod + arrow: the end of the filled cells, or the next filled cell. */
  edge({ row, column }: CellAddress, down: number, across: number): CellAddress {
    const { isFilled, rows, columns } = this.#extent;
    const at = (step: number): CellAddress => ({
      row: row + down * step,
      column: column + across * step,
    });
    const isInside = (address: CellAddress) =>
      address.row >= 0 && address.row < rows() && address.column >= 0 && address.column < columns();
    const filled = (address: CellAddress) => isFilled(address.row, address.column);
    let step = 1;
    if (!isInside(at(step))) return { row, column };
    if (filled(at(0)) && filled(at(1))) {
      while (isInside(at(step + 1)) && filled(at(step + 1))) step++;
    } else {
      while (isInside(at(step)) && !filled(at(step))) step++;
      if (!isInside(at(step))) step--;
    }
    return at(step);
  }

  /** Moves the selection back inside after rows or columns were removed. */
  keepInside(): void {
    const addresses = [this.active, this.#from, this.#to];
    if (addresses.some((address) => !isSame(address, this.#clamp(address))))
      this.select(this.block);
  }

  #clamp({ row, column }: CellAddress): CellAddress {
    return {
      row: Math.max(0, Math.min(row, this.#extent.rows() - 1)),
      column: Math.max(0, Math.min(column, this.#extent.columns() - 1)),
    };
  }
}

const isSame = (a: CellAddress, b: CellAddress): boolean =>
  a.row === b.row && a.column === b.column;

/** The cell after another one in a block, by row or by column, wrapping around. */
function stepIn(
  block: Block,
  address: CellAddress,
  step: number,
  by: "rows" | "columns",
): CellAddress {
  const width = block.right - block.left + 1;
  const height = block.bottom - block.top + 1;
  const count = width * height;
  const row = address.row - block.top;
  const column = address.column - block.left;
  const at = by === "rows" ? row * width + column : column * height + row;
  const next = (at + step + count) % count;
  return by === "rows"
    ? { row: block.top + Math.floor(next / width), column: block.left + (next % width) }
    : { row: block.top + (next % height), column: block.left + Math.floor(next / height) };
}
