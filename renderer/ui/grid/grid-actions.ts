import ArrowDown from "@lucide/svelte/icons/arrow-down";
import ArrowUp from "@lucide/svelte/icons/arrow-up";
import BetweenHorizontalEnd from "@lucide/svelte/icons/between-horizontal-end";
import BetweenHorizontalStart from "@lucide/svelte/icons/between-horizontal-start";
import CopyPlus from "@lucide/svelte/icons/copy-plus";
import Redo2 from "@lucide/svelte/icons/redo-2";
import Trash2 from "@lucide/svelte/icons/trash-2";
import TriangleAlert from "@lucide/svelte/icons/triangle-alert";
import Undo2 from "@lucide/svelte/icons/undo-2";
import type { Action } from "../../app/actions.svelte";
import { t } from "../../app/strings";
import type { GridControl } from "./grid-control.svelte";

const narrowest = 60;
const widthStep = 24;

/** The actions on the selected cells and rows of a grid, with their shortcuts. */
export function gridActions(control: GridControl): Action[] {
  const { cursor, rowBlock, sheet } = control;
  const readOnly = control.isReadOnly ? t.grid.readOnly : undefined;
  const noRows = readOnly ?? (rowBlock.count === 0 ? t.grid.noRows : undefined);
  const group = t.grid.group;
  const action = (
    id: string,
    title: string,
    shortcut: string,
    run: () => void,
    more: Partial<Action> = {},
  ): Action => ({
    id: `grid.${id}`,
    title,
    shortcut,
    isListShortcut: true,
    group,
    run,
    ...more,
  });
  const rows = `${group}/rows`;
  const rowActions = [
    action(
      "insert-above",
      t.grid.insertAbove,
      "Alt+Shift+Enter",
      () => control.rows.insert("above"),
      {
        icon: BetweenHorizontalStart,
        group: rows,
        reason: readOnly,
      },
    ),
    action("insert-below", t.grid.insertBelow, "Alt+Enter", () => control.rows.insert("below"), {
      icon: BetweenHorizontalEnd,
      group: rows,
      reason: readOnly,
    }),
    action(
      "duplicate",
      t.grid.duplicate(rowBlock.count),
      "Mod+Shift+D",
      () => control.rows.duplicate(),
      {
        icon: CopyPlus,
        group: rows,
        reason: noRows,
      },
    ),
    action(
      "move-up",
      t.grid.moveUp(rowBlock.count),
      "Alt+Shift+ArrowUp",
      () => control.rows.move(-1),
      {
        icon: ArrowUp,
        group: rows,
        reason: noRows,
      },
    ),
    action(
      "move-down",
      t.grid.moveDown(rowBlock.count),
      "Alt+Shift+ArrowDown",
      () => control.rows.move(1),
      { icon: ArrowDown, group: rows, reason: noRows },
    ),
  ];
  return [
    action("undo", t.grid.undo, "Mod+Z", () => control.undo(), {
      icon: Undo2,
      reason: readOnly ?? (sheet.canUndo ? undefined : t.grid.nothingToUndo),
    }),
    action("redo", t.grid.redo, "Mod+Y", () => control.redo(), {
      icon: Redo2,
      reason: readOnly ?? (sheet.canRedo ? undefined : t.grid.nothingToRedo),
    }),
    action("fill-down", t.grid.fillDown, "Mod+D", () => control.cells.fillDown(), {
      group: `${group}/fill`,
      reason: readOnly,
    }),
    action("fill-block", t.grid.fillBlock, "Mod+Enter", () => control.fillBlock(), {
      group: `${group}/fill`,
      reason: readOnly ?? (cursor.isBlock ? undefined : t.grid.selectSeveral),
    }),
    action("fill-series", t.grid.fillSeries, "Mod+Shift+Enter", () => control.cells.fillSeries(), {
      group: `${group}/fill`,
      reason: readOnly ?? (cursor.isBlock ? undefined : t.grid.selectSeveral),
    }),
    ...(control.isFixed ? [] : rowActions),
    action("remove", t.grid.remove(rowBlock.count), "Alt+Delete", () => control.rows.remove(), {
      icon: Trash2,
      group: rows,
      reason: noRows,
    }),
    action("next-problem", t.grid.nextProblem, "F8", () => control.nextProblem(1), {
      icon: TriangleAlert,
      group: `${group}/problems`,
    }),
    action("last-problem", t.grid.lastProblem, "Shift+F8", () => control.nextProblem(-1), {
      group: `${group}/problems`,
    }),
    action("wider", t.grid.wider, "Alt+Shift+ArrowRight", () => resize(control, widthStep), {
      group: `${group}/column`,
    }),
    action("narrower", t.grid.narrower, "Alt+Shift+ArrowLeft", () => resize(control, -widthStep), {
      group: `${group}/column`,
    }),
  ];
}

function resize(control: GridControl, by: number): void {
  const column = control.columns[control.cursor.active.column];
  if (!column) return;
  const width = control.widths.get(column.id) ?? column.width;
  control.widths.set(column.id, Math.max(narrowest, width + by));
}
