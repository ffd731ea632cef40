/** What axe finds wrong with a page. */
import axe from "axe-core";
import type { Page } from "playwright";

/** Its findings as lines to read; none is what a test expects. */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    // What is still fading in has colours of no theme. What turns for ever is not waited for.
    const fadeIns = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(fadeIns.map(({ finished }) => finished));
    const { violations } = await checker.run(
      {
        include: [["html"]],
        exclude: [["[data-bits-floating-content-wrapper]:has([role=tooltip])"]],
      } as never,
      { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes
        // Menus and tooltips float outside of landmarks, as their pattern has it.
        .filter(({ html }) => id !== "region" || !html.includes("data-bits-floating"))
        .map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
    );
  });
}
