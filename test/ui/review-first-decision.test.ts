/** The question for the reviewer's name, and the number of lines that were never played. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { wavHeader } from "../../main/local-service/engine/sound/wav";
import { axeViolations } from "./axe";
import { lineOf, withReview } from "./review-material";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/review/home/ep3?language=fr-fr";
const grid = (page: Page) => page.getByRole("grid", { name: "Lines" });
const pane = (page: Page) => page.getByRole("complementary", { name: "Line" });
/** Two seconds. */
const silence = Buffer.concat([
  wavHeader({ channels: 1, sampleRate: 8_000 }, 16_000),
  Buffer.alloc(32_000),
]);
async function selectLine(page: Page, number: number): Promise<void> {
  await grid(page).getByText(`Text of line ${number}`, { exact: true }).click();
  await pane(page).getByText(`Line ${number} ·`, { exact: false }).waitFor();
  await grid(page).focus();
}

describeWindow("First decisions in a review", (open) => {
  test("the name of the reviewer is asked at the first decision; without one again in the next window", async () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3), lineOf(4)];
    const overrides = withReview(lines);
    const { page, backend } = await open({ at, workspace: "local", overrides, preferences: {} });
    const dialog = page.getByRole("dialog", { name: "Who decides?" });
    const states = () => lines.map(({ state }) => state);
    await selectLine(page, 1);
    const details = page.locator("header").locator("[aria-keyshortcuts='Control+I']");
    expect(await details.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("a");
    await dialog.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // Escape stores no decision.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(backend.lastInput("review.change")).toBeUndefined();
    await page.keyboard.press("a");
    await dialog.getByRole("button", { name: "Continue without a name" }).click();
    await expect.poll(states).toEqual(["approved", "ready", "ready", "ready"]);
    await pane(page).getByText("Line 2 ·", { exact: false }).waitFor();
    await page.keyboard.press("r");
    await expect.poll(states).toEqual(["approved", "rejected", "ready", "ready"]);
    expect(backend.lastInput("app.setReviewerName")).toBeUndefined();
    // The prompt appears again after a reload.
    await page.reload();
    await selectLine(page, 3);
    await page.keyboard.press("a");
    await dialog.waitFor();
    await page.keyboard.type("Rosa");
    await page.keyboard.press("Enter");
    await expect.poll(states).toEqual(["approved", "rejected", "approved", "ready"]);
    expect(backend.lastInput("app.setReviewerName")).toEqual({ name: "Rosa" });
    // The focus is in the list again, at the next line.
    await pane(page).getByText("Line 4 ·", { exact: false }).waitFor();
    await page.keyboard.press("a");
    await expect.poll(states).toEqual(["approved", "rejected", "approved", "approved"]);
    expect(await dialog.count()).toBe(0);
  });

  test("the sheet of shortcuts gives each key one meaning", long, async () => {
    const { page, backend } = await open({
      at,
      workspace: "local",
      overrides: withReview([lineOf(1)]),
    });
    await selectLine(page, 1);
    backend.emit("menuChosen", { action: "app.shortcuts" });
    const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await sheet.waitFor();
    const spaces = sheet.locator("kbd").getByText("Space", { exact: true });
    expect(await spaces.count()).toBe(1);
  });

  test("approving all says how many lines were never played on this computer", async () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3)];
    const { page, backend } = await open({
      at: "#/overview",
      workspace: "local",
      overrides: withReview(lines),
    });
    await page.route("**/take/**", (route) =>
      route.fulfill({ body: silence, contentType: "audio/wav" }),
    );
    await page.evaluate((hash) => (location.hash = hash), at);
    await grid(page).getByText("Text of line 3", { exact: true }).waitFor();
    const approve = page.getByRole("button", { name: "Approve all without warnings" });
    const primary = page.getByRole("button", { name: "Next line to review" });
    const backgrounds = await Promise.all(
      [approve, primary].map((button) =>
        button.evaluate((node) => getComputedStyle(node).backgroundColor),
      ),
    );
    expect(backgrounds[0]).not.toBe(backgrounds[1]);
    await approve.click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("None of them was ever played on this computer.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await selectLine(page, 1);
    await page.keyboard.press("Space");
    const stored = () =>
      backend.change((_service, application) =>
        application
          .all<{ text: string }>("SELECT text FROM forms WHERE place LIKE 'played-takes/%'")
          .map(({ text }) => text),
      );
    await expect.poll(stored).toEqual([JSON.stringify({ takes: "10" })]);
    // Also after the window was loaded again.
    await page.reload();
    await grid(page).getByText("Text of line 3", { exact: true }).waitFor();
    await approve.click();
    await dialog.getByText("2 of them were never played on this computer.").waitFor();
    await dialog.getByRole("button", { name: "Approve" }).click();
    await page.getByText("3 lines approved").waitFor();
  });

  test("approving all leaves a line that another reviewer rejects meanwhile, and says so", async () => {
    const lines = [lineOf(1), lineOf(2), lineOf(3)];
    const { page } = await open({ at, workspace: "local", overrides: withReview(lines) });
    await grid(page).getByText("Text of line 3", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Approve all without warnings" }).click();
    const dialog = page.getByRole("alertdialog", {
      name: "Approve 3 lines without errors or warnings?",
    });
    const approve = dialog.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    const rejected = { decision: "rejected", state: "rejected", reason: "too fast" } as const;
    Object.assign(lines[1] ?? {}, rejected);
    // Of a line that was not counted, nothing is approved.
    lines.push(lineOf(4));
    await approve.click();
    await page.getByText("1 line was changed in the meantime and not approved").waitFor();
    await page.getByText("2 lines approved").waitFor();
    expect(lines.map(({ state }) => state)).toEqual(["approved", "rejected", "approved", "ready"]);
    // The undo leaves one that was rejected after the approval.
    Object.assign(lines[0] ?? {}, rejected);
    await grid(page).focus();
    await page.keyboard.press("Control+z");
    await page.getByText("1 line could not be changed").waitFor();
    expect(lines.map(({ state }) => state)).toEqual(["rejected", "rejected", "ready", "ready"]);
  });
});
