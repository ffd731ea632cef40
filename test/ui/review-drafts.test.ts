/** What is typed in a review and not saved. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { lineOf, withReview } from "./review-material";
import type { WindowBackend } from "./test-backend";
import { describeWindow } from "./window";
import { long } from "../long";

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
    application
      .all<{ text: string }>("SELECT text FROM forms WHERE place LIKE 'review/%'")
      .map((form) => form.text),
  );

describeWindow("Drafts in a review", (open) => {
  test(
    "a text that is typed before the stored drafts are read is stored, and those of deleted lines are not",
    long,
    async () => {
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
            edits: {},
            replies: {},
            spans: {},
          }),
        ]);
      await expect.poll(() => grid(page).getByText("Draft", { exact: true }).count()).toBe(2);
    },
  );

  test("the desk asks before it is left with drafts, and stays or leaves as answered", async () => {
    const lines = [lineOf(1), lineOf(2)];
    const { page } = await open({
      at: "#/overview",
      workspace: "local",
      overrides: withReview(lines),
    });
    const goTo = (hash: string) => page.evaluate((value) => (location.hash = value), hash);
    await goTo("#/projects");
    await page.getByText("Trailers").first().waitFor();
    await goTo(review);
    await selectLine(page, 1);
    await text(page).fill("A draft");
    const question = page.getByRole("alertdialog", { name: "One line has unsaved changes" });
    await page.goBack();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).hash).toBe(review);
    expect(await text(page).inputValue()).toBe("A draft");
    await page.goBack();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByText("Trailers").first().waitFor();
    await page.goForward();
    await selectLine(page, 1);
    expect(await text(page).inputValue()).toBe("A draft");
    // Without a draft, no question.
    await pane(page).getByRole("button", { name: "Discard" }).click();
    await goTo("#/projects");
    await page.getByText("Trailers").first().waitFor();
  });
});
