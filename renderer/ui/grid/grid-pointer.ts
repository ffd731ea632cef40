import type { GridControl } from "./grid-control.svelte";
import type { CellAddress } from "./data/rows";

const narrowest = 60;
/** Pixels per frame that a drag beyond the edge scrolls. */
const scrollStep = 14;

/** The element under the pointer: a cell (row and column), a row number, or a column title. */
function under(target: EventTarget | null): Partial<CellAddress> {
  if (!(target instanceof Element)) return {};
  const cell = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
  return {
    ...(row === undefined ? {} : { row: Number(row) }),
    ...(cell === undefined ? {} : { column: Number(cell) }),
  };
}

/**
 * Tracks the pointer until it is released. Reports its position, also while the grid scrolls under
 * it.
 */
function follow(
  grid: HTMLElement,
  event: PointerEvent,
  move: (address: Partial<CellAddress>) => void,
  end: () => void,
): void {
  let { clientX: x, clientY: y } = event;
  let frame = 0;
  const report = () => {
    const box = grid.getBoundingClientRect();
    const down = y > box.bottom - 4 ? 1 : y < box.top + 32 ? -1 : 0;
    const across = x > box.right - 4 ? 1 : x < box.left + 4 ? -1 : 0;
    if (down !== 0 || across !== 0) grid.scrollBy(across * scrollStep, down * scrollStep);
    const inside = (value: number, from: number, to: number) => Math.max(from, Math.min(value, to));
    const element = document.elementFromPoint(
      inside(x, box.left + 4, box.left + grid.clientWidth - 4),
      inside(y, box.top + 34, box.top + grid.clientHeight - 4),
    );
    move(under(element));
  };
  const step = () => {
    report();
    frame = requestAnimationFrame(step);
  };
  const moved = (next: PointerEvent) => {
    ({ clientX: x, clientY: y } = next);
    if (frame === 0) frame = requestAnimationFrame(step);
  };
  const finish = () => {
    cancelAnimationFrame(frame);
    if (frame !== 0) report();
    end();
  };
  untilUp(moved, finish);
}

/**
 * Listens until the pointer is released. No pointer capture: it would suppress the double click on
 * a cell.
 */
function untilUp(moved: (event: PointerEvent) => void, finish: () => void): void {
  const stop = () => {
    window.removeEventListener("pointermove", moved);
    window.removeEventListener("pointerup", stop);
    window.removeEventListener("pointercancel", stop);
    finish();
  };
  window.addEventListener("pointermove", moved);
  window.addEventListener("pointerup", stop);
  window.addEventListener("pointercancel", stop);
}

function resize(
  control: GridControl,
  grid: HTMLElement,
  handle: HTMLElement,
  event: PointerEvent,
): void {
  const head = handle.closest<HTMLElement>("[data-column]");
  const column = control.columns[Number(head?.dataset["column"])];
  if (!head || !column) return;
  const { offsetWidth: width } = head;
  const begin = event.clientX;
  const sign = getComputedStyle(grid).direction === "rtl" ? -1 : 1;
  const moved = (next: PointerEvent) => {
    const by = sign * (next.clientX - begin);
    control.widths.set(column.id, Math.max(narrowest, Math.round(width + by)));
  };
  untilUp(moved, () => undefined);
}

function select(control: GridControl, grid: HTMLElement, event: PointerEvent): void {
  const { cursor } = control;
  const address = under(event.target);
  const { row, column } = address;
  const isTitle = row === undefined;
  const isNumber = column === undefined;
  if (isTitle && isNumber) return;
  const from = event.shiftKey ? cursor.active : { row: row ?? 0, column: column ?? 0 };
  const to = (next: Partial<CellAddress>) => {
    if (isTitle) {
      const at = next.column ?? from.column;
      const [left, right] = [Math.min(from.column, at), Math.max(from.column, at)];
      control.selectColumns(left, right, { row: 0, column: from.column });
    } else if (isNumber) {
      const at = next.row ?? from.row;
      const [top, bottom] = [Math.min(from.row, at), Math.max(from.row, at)];
      control.selectRows(top, bottom, { row: from.row, column: 0 });
    } else
      cursor.extendTo({
        row: next.row ?? cursor.end.row,
        column: next.column ?? cursor.end.column,
      });
  };
  const isBlock = event.button === 2 && isInside(control, address);
  if (!isTitle && !isNumber && !event.shiftKey && !isBlock) cursor.moveTo(from);
  if (event.button === 0) {
    to(address);
    follow(grid, event, to, () => undefined);
  } else if (!isBlock && (isTitle || isNumber)) to(address);
}

function isInside({ cursor }: GridControl, { row, column }: Partial<CellAddress>): boolean {
  const { top, left, bottom, right } = cursor.block;
  const isRow = row === undefined || (row >= top && row <= bottom);
  return isRow && (column === undefined || (column >= left && column <= right));
}

/** Handles a pointerdown in the grid: on a cell, a title, a row number, or a handle. */
export function pointerDown(control: GridControl, grid: HTMLElement, event: PointerEvent): void {
  const target = event.target as Element;
  if (target.closest("[data-editor]") || (event.button !== 0 && event.button !== 2)) return;
  // Keeps the focus in the grid and selects no text.
  event.preventDefault();
  control.commit();
  grid.focus({ preventScroll: true });
  const handle = target.closest<HTMLElement>("[data-handle]");
  if (event.button === 0 && handle?.dataset["handle"] === "resize")
    resize(control, grid, handle, event);
  else if (event.button === 0 && handle)
    follow(
      grid,
      event,
      ({ row }) => (control.fillRow = row ?? control.fillRow),
      () => {
        if (control.fillRow !== null)
          control.cells.fillTo(Math.min(control.fillRow, control.maxRows - 1));
        control.fillRow = null;
      },
    );
  else select(control, grid, event);
}
