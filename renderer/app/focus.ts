/**
 * Note: Focus returns
 * A menu or dialog gives the focus back to what had it before. Menus open dialogs and rows vanish while a dialog
 * asks about them, so "before" is remembered here: the last element that was focused outside of any menu.
 */
let last: HTMLElement | null = null;

document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLElement && !target.closest("[role=menu], [data-transient]"))
    last = target;
});

/** What had the focus outside of menus; see Note: Focus returns. */
export function focusedBefore(): HTMLElement | null {
  return last;
}

/** Gives the focus back, or to the screen's list where the element is gone. */
export function returnFocus(element: HTMLElement | null): void {
  const isThere = element?.isConnected === true && element.checkVisibility();
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const target = isThere ? element : (find("main [data-list]") ?? find("main"));
  target?.focus();
}
