import type { Snippet } from "svelte";
import type { PagedList } from "../../app/lists/paged-list.svelte";
import type { Selection } from "../../app/lists/selection.svelte";
import type { Point } from "../overlays/point";

/** Properties of a list of any length, of which only the visible rows are drawn. */
export interface VirtualListProps<T> {
  label: string;
  list: PagedList<T>;
  rowHeight: number;
  /** The cells of one row: elements of role "gridcell". */
  row: Snippet<[item: T, index: number]>;
  /** The cells of the header: elements of role "columnheader". */
  header?: Snippet;
  selection?: Selection<T>;
  /** Enter or a double click. */
  onopen?: ((item: T) => void) | undefined;
  /** The context menu of the selection was requested, by mouse or keyboard. */
  onmenu?: (point: Point) => void;
  /** Begins to drag a row out of the window; undefined for a row that cannot be dragged. */
  dragOf?: ((item: T) => (() => unknown) | undefined) | undefined;
  /** Handles the caller's own keys. Returns true when the key was used. */
  onkey?: (event: KeyboardEvent) => boolean;
  /** A new value scrolls to the first row. */
  resetKey?: unknown;
  /**
   * Toggle selection: a click or Space adds or removes one row, an arrow key only moves the
   * cursor.
   */
  isTicking?: boolean;
}
