/** Screenshots of lines that are edited: times, drags, drafts, and the questions of the desk. */
import { expect, test } from "vitest";
import { timedLines, withReview } from "./review-material";
import { describeWindow } from "./window";

const at = "#/review/home/ep3?language=fr-fr";
const facts = {
  durationMs: 60_000,
  pictureCodec: "prores",
  frameRate: 25,
  startTimecode: "10:00:00:00",
  problem: "",
};

describeWindow("Editing of lines", (open) => {
  for (const [name, options] of [
    ["light-en", { theme: "light", language: "en" }],
    ["dark-de", { theme: "dark", language: "de" }],
    ["light-de-900", { theme: "light", language: "de", width: 900, height: 600 }],
    ["dark-en-900", { theme: "dark", language: "en", width: 900, height: 600 }],
  ] as const)
    test(name, async () => {
      const lines = timedLines(8).map((line) => ({
        ...line,
        emotion: line.number === 2 ? "joy" : "",
      }));
      const overrides = withReview(lines);
      overrides["review.source"] = () => ({ facts, problem: "" });
      const { page, screenshot } = await open({
        at: "#/overview",
        workspace: "local",
        overrides,
        preferences: {},
        ...options,
      });
      await page.route(/\/source\/[^/]+\/ep3$/, (route) => route.fulfill({ body: "no video" }));
      await page.evaluate((hash) => (location.hash = hash), at);
      const grid = page.getByRole("grid");
      const pane = page.getByRole("complementary");
      await grid.getByText("Text of line 2", { exact: true }).click();
      if (!(await pane.isVisible())) await page.keyboard.press("Control+i");
      await pane.getByText("2 ·", { exact: false }).waitFor();
      await screenshot(`editing-selected-${name}`);
      await grid.focus();
      await page.keyboard.press("t");
      await page.keyboard.type("10:00:99:00");
      await screenshot(`editing-invalid-time-${name}`);
      await page.keyboard.press("Escape");

      const canvas = page.locator("section canvas").last();
      const box = await canvas.boundingBox();
      if (!box) expect.fail("the timeline is not shown");
      const x = (seconds: number) => box.x + (seconds / 30) * box.width;
      await page.mouse.move(x(7.5), box.y + 40);
      await page.mouse.down();
      await page.mouse.move(x(9), box.y + 40, { steps: 3 });
      await screenshot(`editing-dragged-${name}`);
      await page.mouse.up();
      await expect.poll(() => lines[1]?.endMs).not.toBe(7_500);

      await grid.focus();
      await page.keyboard.press("s");
      await expect.poll(() => lines.length).toBe(9);
      await screenshot(`editing-split-${name}`);
      await grid.focus();
      await page.keyboard.press("a");
      await page.getByRole("dialog").waitFor();
      await screenshot(`editing-name-${name}`);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await pane.getByRole("textbox").first().fill("A draft of this line");
      await page.evaluate(() => (location.hash = "#/overview"));
      await page.getByRole("alertdialog").waitFor();
      await screenshot(`editing-leaving-${name}`);
      await page.keyboard.press("Escape");
      await page.getByRole("alertdialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await page.keyboard.type(
        options.language === "de" ? "Alle ohne Warnungen" : "Approve all without",
      );
      await page.keyboard.press("Enter");
      await page.getByRole("alertdialog").waitFor();
      await screenshot(`editing-approving-${name}`);
    });
});
