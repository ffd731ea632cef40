/** What is typed in a review and not saved. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { lineOf, withReview } from "./review-material";
import type { WindowBackend } from "./test-backend";
import { describeWindow } from "./window";

const review = "#/review/home/ep3?language=fr-fr";
const grid = (page: Page) => page.getByRole("grid", { name: "Lines" });
const pane = (page: Page) => page.getByRole("complementary", { name: "Line" });
const text = (page: Page) => pane(page).getByRole("textbox", { name: "Text", exact: true });
async function selectLine(page: Page, number: number): Promise<void> {
  await grid(page).getByText(`Text of line ${number}`, { exact: true }).click();
  await pane(page).getByText(`Line ${number} ·`, { exact: false }).waitFor();
}
const storedDrafts = (backend: WindowBackend) =>
  backend.change((_service, application) =>
    application.all<{ text: string }>("SELECT text FROM forms").map((form) => form.text),
  );

describeWindow("Drafts in a review", (open) => {
  test("a text that is typed before the stored drafts are read is stored, and those of deleted lines are not", async () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3)];
    const { page, backend } = await open({
      at: review,
      workspace: "local",
      overrides: withReview(lines),
    });
    await selectLine(page, 2);
    await text(page).fill("A draft of line 2");
    await selectLine(page, 3);
    await text(page).fill("A draft of line 3");
    await expect
      .poll(() => storedDrafts(backend))
      .toEqual([expect.stringContaining("draft of line 3")]);
    // Another window deletes the second line.
    lines.splice(1, 1);
    Object.assign(lines[1] ?? {}, { number: 2 });
    const unblock = backend.blockCall("forms.get");
    await page.reload();
    await selectLine(page, 1);
    await text(page).fill("A draft of line 1");
    unblock();
    await expect
      .poll(() => storedDrafts(backend))
      .toEqual([
        JSON.stringify({
          texts: { 1: "A draft of line 1", 3: "A draft of line 3" },
          comments: {},
          reasons: {},
          sources: {},
        }),
      ]);
    await expect.poll(() => grid(page).getByText("Draft", { exact: true }).count()).toBe(2);
  });
});
