import { isModified, matchesShortcut } from "../../app/shortcuts";
import { gridActions } from "./grid-actions";
import type { GridControl } from "./grid-control.svelte";
import type { CellAddress } from "./data/rows";

const arrows: Record<string, readonly [down: number, across: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** The cell to which a key moves the cursor; null for other keys. */
function target(
  control: GridControl,
  event: KeyboardEvent,
  from: CellAddress,
  page: number,
): CellAddress | null {
  const { cursor, columns, rowCount } = control;
  const isMod = isModified(event);
  const arrow = arrows[event.key];
  if (arrow) {
    const isBackwards = getComputedStyle(event.currentTarget as Element).direction === "rtl";
    const [down, across] = [arrow[0], isBackwards ? -arrow[1] : arrow[1]];
    return isMod
      ? cursor.edge(from, down, across)
      : { row: from.row + down, column: from.column + across };
  }
  const last = columns.length - 1;
  if (event.key === "Home") return { row: isMod ? 0 : from.row, column: 0 };
  if (event.key === "End")
    return { row: isMod ? Math.max(0, control.sheet.rows.length - 1) : from.row, column: last };
  if (event.key === "PageDown")
    return { row: Math.min(rowCount - 1, from.row + page), column: from.column };
  if (event.key === "PageUp") return { row: Math.max(0, from.row - page), column: from.column };
  return null;
}

/** Handles keys that commit an edit or leave a cell. Returns true when the key was used. */
function leave(control: GridControl, event: KeyboardEvent, isLeaving: boolean): boolean {
  const { cursor } = control;
  if (event.key === "Tab" && !isModified(event) && !event.altKey) {
    if (isLeaving) return false;
    return cursor.tab(event.shiftKey ? -1 : 1);
  }
  if (event.key === "Enter" && !isModified(event) && !event.altKey) {
    cursor.enter(event.shiftKey ? -1 : 1);
    return true;
  }
  return false;
}

/**
 * Handles a key in the editor of a cell. Returns true when the key was used. The editor forwards
 * keys that it does not use.
 */
export function pressInField(control: GridControl, event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  if (event.key === "Escape") {
    control.cancel();
    return true;
  }
  if (event.key === "Enter" && isModified(event)) {
    control.fillBlock();
    return true;
  }
  if (event.key === "Tab" || event.key === "Enter") {
    control.commit();
    leave(control, event, false);
    return true;
  }
  const arrow = control.editing?.isTyped === true ? arrows[event.key] : undefined;
  if (arrow && !event.shiftKey && !isModified(event) && !event.altKey) {
    control.commit();
    const { row, column } = control.cursor.active;
    control.cursor.moveTo({ row: row + arrow[0], column: column + arrow[1] });
    return true;
  }
  return false;
}

/**
 * Handles a key in the grid. Returns true when the key was used. `page` is the number of visible
 * rows. After Escape, Tab leaves the grid (`isLeaving`), so that the grid is not a keyboard trap.
 */
export function pressInGrid(
  control: GridControl,
  event: KeyboardEvent,
  page: number,
  isLeaving: boolean,
): boolean {
  const { cursor } = control;
  if (event.isComposing || control.rowCount === 0) return false;
  // The delete key of a Mac keyboard reports Backspace.
  const isDelete = event.key === "Delete" || event.key === "Backspace";
  if (isDelete && event.altKey) {
    control.rows.remove();
    return true;
  }
  if (isDelete && !isModified(event)) {
    if (!control.isReadOnly) control.cells.clear();
    return true;
  }
  if (matchesShortcut(event, "Mod+Shift+Z")) {
    control.redo();
    return true;
  }
  const action = gridActions(control).find(
    ({ shortcut = "" }) => shortcut !== "" && matchesShortcut(event, shortcut),
  );
  if (action) {
    if (action.reason === undefined) void action.run();
    else control.announce(action.reason);
    return true;
  }
  const isList = event.key === "F4" || (event.altKey && event.key === "ArrowDown");
  if (event.key === "F2" || isList) {
    control.begin();
    return true;
  }
  if (event.altKey && event.key.startsWith("Arrow")) return false;
  if (event.key === " " && (event.shiftKey || isModified(event))) {
    const { top, bottom, left, right } = cursor.block;
    if (isModified(event)) control.selectColumns(left, right, cursor.active);
    else control.selectRows(top, bottom, cursor.active);
    return true;
  }
  if (event.key.toLowerCase() === "a" && isModified(event)) {
    control.selectColumns(0, control.columns.length - 1, cursor.active);
    return true;
  }
  const address = target(control, event, event.shiftKey ? cursor.end : cursor.active, page);
  if (address) {
    if (event.shiftKey) cursor.extendTo(address);
    else cursor.moveTo(address);
    return true;
  }
  return leave(control, event, isLeaving);
}

/** The character with which a key starts an edit, or null. */
export function typedBy(event: KeyboardEvent): string | null {
  const isText = /^.$/u.test(event.key);
  // AltGr produces characters and reports Ctrl and Alt.
  if (event.getModifierState("AltGraph")) return isText ? event.key : null;
  return isText && !event.altKey && !event.ctrlKey && !event.metaKey ? event.key : null;
}
