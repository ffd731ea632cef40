/** Accessibility checks with axe. */
import axe from "axe-core";
import type { Page } from "playwright";
import { expect } from "vitest";

const allRules: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** The only rule whose result depends on the theme. */
const contrast: axe.RunOnly = { type: "rule", values: ["color-contrast"] };

/** What was checked in both themes: the test file, and the screen or dialog. */
const checkedInBoth = new Set<string>();

/** The screen without its query, and the name of the dialog that is open. */
const screenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const dialog = document.querySelector("[role=dialog], [role=alertdialog]");
    const name = dialog?.querySelector("h1, h2")?.textContent ?? "";
    return `${location.hash.replace(/\?.*$/, "")} ${name}`;
  });

/**
 * The violations in a page, and the colour contrasts that are too low in its other theme: these are
 * checked once for each screen and dialog of a test file, because its states share their colours.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  const violations = await run(page, allRules);
  const screen = `${expect.getState().testPath} ${await screenOf(page)}`;
  if (checkedInBoth.has(screen)) return violations;
  checkedInBoth.add(screen);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const [theme, other] = isDark ? (["dark", "light"] as const) : (["light", "dark"] as const);
  await page.emulateMedia({ colorScheme: other });
  const inOther = await run(page, contrast);
  await page.emulateMedia({ colorScheme: theme });
  return [...violations, ...inOther.map((violation) => `${other}: ${violation}`)];
}

async function run(page: Page, rules: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // An element that fades in has the colours of neither theme. Endless animations are excluded
    // from the wait.
    const fadeIns = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(fadeIns.map(({ finished }) => finished));
    // A modal dialog is checked with the lists that it opens: what is behind it is inert, and has
    // checks of its own.
    const dialog = "[role=dialog][aria-modal=true], [role=alertdialog][aria-modal=true]";
    const included = document.querySelector(dialog)
      ? [[dialog], ["[data-bits-floating-content-wrapper]"]]
      : [["html"]];
    const { violations } = await checker.run(
      {
        include: included,
        exclude: [["[data-bits-floating-content-wrapper]:has([role=tooltip])"]],
      } as never,
      // Without details of what passes, which take most of the time on a large page.
      { runOnly, resultTypes: ["violations"] },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // Menus and tooltips are outside of landmarks, as their ARIA patterns define.
        .filter(({ html }) => id !== "region" || !html.includes("data-bits-floating"))
        .map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    );
  }, rules);
}
