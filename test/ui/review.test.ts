/** The review of the lines of a batch. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { lineOf, reviewLines, withReview } from "./review-material";
import { describeWindow } from "./window";

const at = "#/review/home/ep3?language=fr-fr";

describeWindow("Review", (open) => {
  test("is done with the keyboard alone: approved, rejected with a reason, edited, undone", async () => {
    const lines = reviewLines();
    const { page, backend } = await open({ at, workspace: "local", overrides: withReview(lines) });
    const grid = page.getByRole("grid", { name: "Lines" });
    await grid.getByText("Text of line 1").waitFor();
    await page.getByText("2 to review").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const pane = page.getByRole("complementary", { name: "Line" });
    await grid.focus();
    await page.keyboard.press("Home");
    await pane.getByText("Line 1 · ANNA").waitFor();

    // Approves, and goes to the next line without a decision.
    await page.keyboard.press("a");
    await pane.getByText("Line 3 · ANNA").waitFor();
    expect(backend.lastInput("review.change")).toMatchObject({
      ...{ number: 1, revision: 0, change: { decision: "approved" } },
    });
    await page.getByText("1 to review").waitFor();
    await pane.getByText("Please slower").waitFor();

    await page.keyboard.press("e");
    await page.keyboard.type("Another text");
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 3, change: { target: "Another text" } });
    await expect
      .poll(() => backend.lastInput("review.makeTakes"))
      .toMatchObject({ selection: { lines: [3] } });

    await grid.focus();
    await page.keyboard.press("n");
    await pane.getByText("Line 5 · ANNA").waitFor();
    await page.keyboard.press("r");
    await pane.getByRole("textbox", { name: "Reason" }).fill("too fast");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 5, change: { decision: "rejected", reason: "too fast" } });
    await grid.focus();
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect
      .poll(() => backend.lastInput("review.change"))
      .toMatchObject({ number: 5, change: { decision: null } });
    await page.getByText("1 to review").waitFor();
  });

  test("approves all lines to review after a confirmation, and filters by state", async () => {
    const lines = reviewLines();
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await page.getByRole("button", { name: "Approve all to review" }).click();
    const dialog = page.getByRole("alertdialog", {
      name: "Approve 2 lines without listening?",
    });
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page.getByText("2 lines approved").waitFor();
    await page.getByText("0 to review").waitFor();
    await page.getByRole("combobox", { name: "State" }).selectOption({ label: "Rejected (1)" });
    const grid = page.getByRole("grid", { name: "Lines" });
    await grid.getByText("Text of line 4").waitFor();
    expect(await grid.getByRole("row").count()).toBe(2);
  });

  test("shows the present values of a line that was changed meanwhile", async () => {
    const lines = [lineOf(1)];
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await page.getByRole("grid", { name: "Lines" }).getByText("Text of line 1").click();
    await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
    Object.assign(lines[0] ?? {}, { revision: 4, source: "Changed by another window" });
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByText("The line was changed meanwhile. The present values are shown.").waitFor();
    await page.getByText("Changed by another window").last().waitFor();
  });

  test("is not offered by a service without it", async () => {
    const { page, backend } = await open({ at });
    await page.getByText("This workspace has no lines to review", { exact: false }).waitFor();
    expect(backend.calledNames()).not.toContain("review.list");
  });
});
