/**
 * Scrolls a grid until a column is visible next to the fixed ones: the row numbers, `numberWidth`
 * pixels wide, and the first column.
 */
export function revealColumn(grid: HTMLElement, column: number, numberWidth: number): void {
  const head = grid.querySelector<HTMLElement>(`[data-head="${column}"]`);
  const frozen = grid.querySelector<HTMLElement>('[data-head="0"]');
  if (!head || !frozen || column === 0) return;
  const box = grid.getBoundingClientRect();
  const at = head.getBoundingClientRect();
  const isBackwards = getComputedStyle(grid).direction === "rtl";
  const fixed = numberWidth + frozen.offsetWidth;
  const from = box.left + (isBackwards ? 0 : fixed);
  const to = box.left + grid.clientWidth - (isBackwards ? fixed : 0);
  if (at.left < from) grid.scrollLeft -= from - at.left;
  else if (at.right > to) grid.scrollLeft += Math.min(at.right - to, at.left - from);
}
