/** Screenshots of the review of lines. */
import { expect, test } from "vitest";
import { lineOf, reviewLines, withReview } from "./review-material";
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

  for (const [theme, language, width, height] of [
    ["light", "en", 1280, 800],
    ["dark", "de", 900, 600],
  ] as const) {
    const options = { theme, language, width, height, workspace: "local" } as const;
    const at = "#/review/home/ep3?language=fr-fr";

    test(`states of the review, ${theme}, ${language}`, async () => {
      const lines = reviewLines();
      const overrides = withReview(lines);
      const { page, screenshot } = await open({ at, ...options, overrides });
      const grid = page.getByRole("grid");
      await grid.getByText("Text of line 4").click();
      const pane = page.getByRole("complementary");
      if (!(await pane.isVisible())) await page.keyboard.press("Control+i");
      await pane.getByText("4 ·", { exact: false }).waitFor();
      await screenshot(`review-rejected-${language}`);
      const text = pane.getByRole("textbox", { name: "Text", exact: true });
      await text.fill("A text of this window, which is longer than the other one");
      if (lines[3]) lines[3].revision += 1;
      await text.press("Control+Enter");
      await page.getByRole("alertdialog").waitFor();
      await screenshot(`review-conflict-${language}`);
      await page.keyboard.press("Escape");
      await page.getByRole("textbox", { name: /Search lines|Zeilen suchen/ }).fill("nowhere");
      await grid.waitFor({ state: "detached" });
      await screenshot(`review-no-match-${language}`);
    });

    test(`10,000 lines, ${theme}, ${language}`, async () => {
      const lines = Array.from({ length: 10_000 }, (_, index) =>
        lineOf(index + 1, { startMs: index * 2_000, endMs: index * 2_000 + 1_500 }),
      );
      const { page, screenshot } = await open({ at, ...options, overrides: withReview(lines) });
      const grid = page.getByRole("grid");
      await grid.getByText("Text of line 1", { exact: true }).click();
      await page.keyboard.press("End");
      await grid.getByText("Text of line 10000").waitFor();
      await screenshot(`review-10000-${language}`);
    });

    test(`numbers on the page of a batch, ${theme}, ${language}`, async () => {
      const { page, screenshot } = await open({
        at: "#/batch/home/ep3",
        ...options,
        cacheAge: 0,
        overrides: {
          ...withReview(reviewLines()),
          "dubs.ofBatch": () => ({
            dubs: [
              {
                languageId: "fr-fr",
                state: "made",
                note: "",
                planned: 6,
                made: 6,
                failed: 0,
                outdated: 0,
                secondsLeft: null,
              },
            ],
            takesPerSecond: 10,
            isPaused: false,
          }),
        },
      });
      await page.getByRole("button", { name: /(Rejected|Abgelehnt) \(1\)/ }).waitFor();
      await screenshot(`review-counts-${language}`);
    });
  }
});
