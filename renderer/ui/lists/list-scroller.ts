import type { VirtualWindow } from "./virtual-window.svelte";

/** Scrolls the element of a list and its virtual window together. */
export function createListScroller(element: () => HTMLElement | undefined, rows: VirtualWindow) {
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  function scrollTo(scrollTop: number): void {
    const grid = element();
    if (grid) grid.scrollTop = scrollTop;
  }

  return {
    scrollTo,
    /** The element was scrolled. */
    scrolled(): void {
      const grid = element();
      if (!grid) return;
      rows.scrolled(grid.scrollTop);
      clearTimeout(restTimer);
      const seen = grid.scrollTop;
      restTimer = setTimeout(() => {
        // The user has scrolled and the scroll event is still pending: setting the position now
        // would undo the scroll.
        if (grid.scrollTop === seen) scrollTo(rows.rest());
      }, 120);
    },
  };
}
