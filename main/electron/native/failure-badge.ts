/** Keeps the number of failed files on the icon of the application, also on a new window. */

interface ShownWindow {
  on(event: "show", listener: () => void): unknown;
}

/**
 * `show` sets the number on the icon; null while there is no window. The taskbar of Windows has it
 * at the button of a window, which is a new one each time the window is shown.
 */
export function createFailureBadge<Window extends ShownWindow>(
  show: (window: Window | null, failed: number) => void,
) {
  let failed = 0;
  return {
    update(window: Window | null, next: number): void {
      if (next === failed) return;
      failed = next;
      show(window, failed);
    },
    /** Shows the number again whenever the window is shown. */
    watch(window: Window): void {
      window.on("show", () => {
        if (failed > 0) show(window, failed);
      });
    },
  };
}
