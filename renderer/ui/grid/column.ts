import type { ProblemSeverity } from "../../../preload/facts/script-problems";
import { searchKey } from "../fields/search-text";
import type { GridRow } from "./data/rows";

/** A value of a column with its title. */
export interface CellOption {
  value: string;
  title: string;
  /** Shown after the title: a code. */
  note?: string;
  /** Further names that typed or pasted text may use. */
  names?: readonly string[];
}

/** A column of a grid. */
export interface GridColumn {
  id: string;
  title: string;
  /** Further names that a pasted header row may use. */
  names?: readonly string[];
  /** Tooltip of the title. */
  hint?: string;
  /** Initial width in pixels. */
  width: number;
  /** Its share of the remaining width; 0 for none. */
  grow?: number;
  isReadOnly?: boolean;
  /** Values offered in a cell. Other values can be typed; validation rejects them. */
  options?: (row: GridRow) => readonly CellOption[];
  /** Suggestions for the text being typed. */
  suggest?: (text: string) => Promise<readonly string[]>;
  /** Placeholder of an empty cell. */
  placeholder?: (row: GridRow) => string;
  /** Truncates the start instead of the end: the last segment of a path identifies it best. */
  isPath?: boolean;
}

/** A problem of a cell. */
export interface CellProblem {
  severity: ProblemSeverity;
  text: string;
}
/** The problems of a row, by column. */
export type RowProblems = Readonly<Record<string, CellProblem>>;

/** Options by name. Built once, because a paste may look up 10,000 rows of cells. */
const known = new WeakMap<readonly CellOption[], ReadonlyMap<string, string>>();

function namesOf(options: readonly CellOption[]): ReadonlyMap<string, string> {
  let names = known.get(options);
  if (!names) {
    // The first option with a name takes precedence.
    const all = options.flatMap(({ value, title }) =>
      [value, title].map((name) => [searchKey(name), value] as const),
    );
    const others = options.flatMap(({ value, names: more = [] }) =>
      more.map((name) => [searchKey(name), value] as const),
    );
    names = new Map([...all, ...others].reverse());
    known.set(options, names);
  }
  return names;
}

/**
 * Longest text of a cell, above the limit of spreadsheets. Longer text is truncated, so that the
 * table can be stored.
 */
const maxTextLength = 40_000;

/**
 * The stored value for typed or pasted text: the value of the option that it names, else the text.
 */
export function valueFor(column: GridColumn, row: GridRow, text: string): string {
  if (text.length > maxTextLength) return text.slice(0, maxTextLength);
  if (text === "" || !column.options) return text;
  const options = column.options(row);
  if (options.some(({ value }) => value === text)) return text;
  return namesOf(options).get(searchKey(text)) ?? text;
}

/** The display text of a value. */
export function titleFor(column: GridColumn, row: GridRow, value: string): string {
  if (value === "" || !column.options) return value;
  return column.options(row).find((one) => one.value === value)?.title ?? value;
}
