import ArrowDownUp from "@lucide/svelte/icons/arrow-down-up";
import type { Action } from "../../app/actions.svelte";
import { t } from "../../app/strings";

/** A column of a listing. `track` is a CSS grid track: "minmax(180px, 2fr)". */
export interface Column {
  id: string;
  title: string;
  track: string;
  /** The sort key of this column; a leading "-" means descending. */
  sort?: string;
  align?: "end";
  /** Hidden below this list width, in pixels. */
  hideBelow?: number;
  /** The title is for screen readers only: a column of buttons. */
  isTitleHidden?: boolean;
}

/**
 * How a list with the sort key `sort` is sorted by a column, as in aria-sort; undefined if the
 * column cannot be sorted.
 */
export function directionOf(
  { sort: key }: Column,
  sort: string,
): "ascending" | "descending" | "none" | undefined {
  if (key === undefined) return undefined;
  return sort === key ? "ascending" : sort === `-${key}` ? "descending" : "none";
}

/** The sort key after a click on the column's title. */
export const nextSort = ({ sort: key = "" }: Column, sort: string): string =>
  sort === key ? `-${key}` : key;

/** The title of the action that sorts by a column. */
export const sortTitle = (column: Column, sort: string): string =>
  directionOf(column, sort) === "ascending"
    ? t.lists.sortDown(column.title)
    : t.lists.sortUp(column.title);

/** The keyboard equivalent of the column titles. */
export function sortActions(
  columns: readonly Column[],
  sort: string,
  onsort: (sort: string) => void,
): Action[] {
  return columns
    .filter((column) => column.sort !== undefined)
    .map((column) => ({
      id: `list.sort.${column.id}`,
      title: sortTitle(column, sort),
      icon: ArrowDownUp,
      group: t.lists.group,
      run: () => onsort(nextSort(column, sort)),
    }));
}
