import type { GridRow } from "./rows";

/** One of a column's values, and what it is called. */
export interface CellOption {
  value: string;
  title: string;
  /** Beside the title: a code. */
  note?: string;
  /** What else it may be called by who types or pastes it. */
  names?: readonly string[];
}

/** A column of a grid. */
export interface GridColumn {
  id: string;
  title: string;
  /** What else a pasted row of titles may call it. */
  names?: readonly string[];
  /** Said when the pointer rests on the title. */
  hint?: string;
  /** Pixels at first. */
  width: number;
  /** Its share of the room that is left over; 0 for none. */
  grow?: number;
  isReadOnly?: boolean;
  /** Values that a cell offers; another one can still be typed, and is for the checks to refuse. */
  options?: (row: GridRow) => readonly CellOption[];
  /** What may be meant by a text that is being typed. */
  suggest?: (text: string) => Promise<readonly string[]>;
  /** Stands there, faintly, where the cell is empty. */
  placeholder?: (row: GridRow) => string;
  /** A cell shows its end rather than its beginning: of paths the last part tells most. */
  isPath?: boolean;
}

/** Something that is wrong with a cell. */
export interface CellProblem {
  severity: "error" | "warning";
  text: string;
}
/** What is wrong with a row, by column. */
export type RowProblems = Readonly<Record<string, CellProblem>>;

/** How a text compares: without case and accents. */
export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .trim()
    .toLowerCase();

/** Options by what they may be called: asked for every cell of a block of ten thousand rows. */
const known = new WeakMap<readonly CellOption[], ReadonlyMap<string, string>>();

function namesOf(options: readonly CellOption[]): ReadonlyMap<string, string> {
  let names = known.get(options);
  if (!names) {
    // The first one of a name is meant.
    const all = options.flatMap(({ value, title }) =>
      [value, title].map((name) => [plain(name), value] as const),
    );
    const others = options.flatMap(({ value, names: more = [] }) =>
      more.map((name) => [plain(name), value] as const),
    );
    names = new Map([...all, ...others].reverse());
    known.set(options, names);
  }
  return names;
}

/** More than a cell of a spreadsheet holds; what is longer is cut, for a table that cannot be kept helps nobody. */
const maxTextLength = 40_000;

/** What is kept for a text that was typed or pasted: the value of the option that it names, or itself. */
export function valueFor(column: GridColumn, row: GridRow, text: string): string {
  if (text.length > maxTextLength) return text.slice(0, maxTextLength);
  if (text === "" || !column.options) return text;
  const options = column.options(row);
  if (options.some(({ value }) => value === text)) return text;
  return namesOf(options).get(plain(text)) ?? text;
}

/** What a cell shows for its value. */
export function titleFor(column: GridColumn, row: GridRow, value: string): string {
  if (value === "" || !column.options) return value;
  return column.options(row).find((one) => one.value === value)?.title ?? value;
}
