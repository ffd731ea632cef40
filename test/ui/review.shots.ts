/** Screenshots of the review of lines. */
import { expect, test } from "vitest";
import { reviewLines, withReview } from "./review-material";
import { describeWindow } from "./window";

describeWindow("Review", (open) => {
  for (const [name, options] of [
    ["review-light", { theme: "light" }],
    ["review-dark", { theme: "dark" }],
    ["review-900-de", { theme: "light", language: "de", width: 900, height: 600 }],
    ["review-narrow-dark", { theme: "dark", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await open({
        at: "#/review/home/ep3?language=fr-fr",
        workspace: "local",
        overrides: withReview(reviewLines()),
        ...options,
      });
      const grid = page.getByRole("grid");
      await grid.getByText("Text of line 1").waitFor();
      await grid.focus();
      await page.keyboard.press("Home");
      await screenshot(name);
      expect(await grid.getByRole("row").count()).toBeGreaterThan(4);
    });
});
