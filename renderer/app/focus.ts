/**
 * Note: Focus returns
 * A menu or dialog returns the focus to the element that had it before. A menu may open a dialog,
 * and that dialog may remove rows, so the element is stored here: the last one that was focused
 * outside of menus.
 */
let last: HTMLElement | null = null;

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLElement && !target.closest("[role=menu], [data-transient]"))
    last = target;
});

/** The element last focused outside of menus; see Note: Focus returns. */
export function focusedBefore(): HTMLElement | null {
  return last;
}

/** Returns the focus, or focuses the screen's list if the element was removed. */
export function returnFocus(element: HTMLElement | null): void {
  const isThere = element?.isConnected === true && element.checkVisibility();
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const target = isThere ? element : (find("main [data-list]") ?? find("main"));
  target?.focus();
}
