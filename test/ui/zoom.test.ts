/**
 * At a text size of 200 % in a window of 1280 by 800, every control of every screen can be reached.
 */
import { expect, test } from "vitest";
import { long } from "../long";
import { describeWindow } from "./window";
import { everyScreen, zoomedScreens } from "./zoomed-screens";

/**
 * Controls that are outside of the window or clipped by an ancestor, and cannot be scrolled into
 * view.
 */
function unreachable(): string[] {
  const hidden: string[] = [];
  const controls = "button, a[href], input, select, textarea, [role=tab], [role=combobox]";
  for (const control of document.querySelectorAll<HTMLElement>(controls)) {
    const box = control.getBoundingClientRect();
    if (box.width < 2 || control.closest(".visually-hidden, [inert], [hidden]")) continue;
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    let [left, right] = [0, innerWidth];
    let isScrolled = false;
    for (let at = control.parentElement; at; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === "auto" || overflowX === "scroll")
        isScrolled ||= at.scrollWidth > at.clientWidth;
      if (overflowX === "visible") continue;
      const clip = at.getBoundingClientRect();
      left = Math.max(left, clip.left);
      right = Math.min(right, clip.right);
    }
    if (isScrolled || (box.left >= left - 1 && box.right <= right + 1)) continue;
    const name = control.getAttribute("aria-label") ?? control.textContent;
    hidden.push(
      `${control.tagName.toLowerCase()} “${name.trim()}” at ${Math.round(box.left)}–${Math.round(box.right)}`,
    );
  }
  return hidden;
}

describeWindow("Text size of 200 %", (open) => {
  // The German texts are longer.
  for (const [language, options] of [
    ["de", {}],
    ["en", long],
  ] as const)
    test(`every control can be reached, ${language}`, options, async () => {
      const { page } = await open({ language, width: 640, height: 385, ...everyScreen });
      for (const [name, hash] of Object.entries(zoomedScreens)) {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
        await expect.poll(() => page.locator("main h1").count(), { message: name }).toBe(1);
        await expect.poll(() => page.evaluate(unreachable), { message: name }).toEqual([]);
        // A list shows at least two rows.
        const grid = page.locator("main [role=grid]").first();
        if ((await grid.count()) > 0)
          expect((await grid.boundingBox())?.height ?? 0, name).toBeGreaterThan(75);
      }
    });
});
