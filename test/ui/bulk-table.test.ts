import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { rowsOf, seedTables } from "./bulk-seed";
import { workspaceId, type WindowBackend } from "./test-backend";
import { describeWindow } from "./window";

const table = "#/bulk/home/1";
const grid = (page: Page) => page.getByRole("grid", { name: /^Batches of/ });
const tableOf = async (backend: WindowBackend) =>
  (await backend.handlers.bulk.draft({ workspaceId, draftId: 1 })).draft;

describeWindow("Bulk table screen", (open) => {
  test("saves only the rows that changed", async () => {
    const { page, backend } = await open({
      at: table,
      seedApplication: (application) => seedTables(application),
    });
    await grid(page).focus();
    await page.getByText("Saved on this computer").waitFor();
    await page.keyboard.type("Pilot");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await rowsOf(backend, 1))[0]?.name).toBe("Pilot");
    const saved = backend.lastInput("bulk.saveRows") as { rows: unknown[]; order: unknown };
    expect(saved.rows).toHaveLength(1);
    expect(saved.order).toBeNull();
    await page.getByText("Saved on this computer").waitFor();
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await expect
      .poll(async () => (await rowsOf(backend, 1)).map(({ id }) => id))
      .toEqual([1, 3, 2, 4]);
    // A full disk: nothing is lost, and the user can retry.
    backend.failCall("bulk.saveRows", "disk-full");
    await page.keyboard.press("Alt+Delete");
    await page.getByText("Not saved on this computer.").waitFor();
    backend.restoreCall("bulk.saveRows");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect
      .poll(async () => (await rowsOf(backend, 1)).map(({ id }) => id))
      .toEqual([1, 3, 4]);
    // A change that is undone before it was saved leaves nothing to save.
    await grid(page).focus();
    await page.keyboard.press("Control+d");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect
      .poll(async () => (await rowsOf(backend, 1)).map(({ id }) => id))
      .toEqual([1, 3, 4]);
    await page.getByText("Saved on this computer").waitFor();
    backend.failCall("bulk.saveRows", "disk-full");
    await page.keyboard.press("Delete");
    await page.getByText("Not saved on this computer.").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Not saved on this computer.").waitFor({ state: "detached" });
    await page.getByText("Saved on this computer", { exact: true }).waitFor();
    backend.restoreCall("bulk.saveRows");
    // A change is saved although the user leaves the screen immediately.
    await grid(page).focus();
    await page.keyboard.type("Last words");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Bulk", exact: true }).click();
    await expect
      .poll(async () => (await rowsOf(backend, 1)).some(({ name }) => name === "Last words"))
      .toBe(true);
  });

  test("has settings for all rows, and columns for settings that differ by row", async () => {
    const { page, backend } = await open({
      at: table,
      seedApplication: (application) => seedTables(application),
    });
    const panel = page.getByRole("complementary", { name: "Settings for all rows" });
    await panel.getByRole("combobox", { name: "Remove background" }).selectOption({ label: "No" });
    await expect.poll(async () => (await tableOf(backend)).settings.removeBackgroud).toBe(false);
    const speakers = panel.getByRole("textbox", { name: "Number of speakers" });
    await speakers.fill("many");
    await panel.getByText("Must be a whole number").waitFor();
    await speakers.fill("3");
    await expect.poll(async () => (await tableOf(backend)).settings.noOfSpeakers).toBe(3);
    const own = panel.getByRole("group", { name: "Remove background" }).getByRole("checkbox");
    await own.check();
    await page.getByRole("columnheader", { name: "Remove background" }).waitFor();
    await grid(page).getByText("No", { exact: true }).first().waitFor();
    await page.getByRole("columnheader", { name: "Remove background" }).click();
    await page.keyboard.type("yes");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await rowsOf(backend, 1))[0]?.settings)
      .toEqual({ removeBackgroud: "true" });
    await panel.getByText("Clear the column first: 1 row uses it").waitFor();
    await panel.getByLabel("Upload to").fill("season-2/new");
    await expect.poll(async () => (await tableOf(backend)).targetFolder).toBe("season-2/new/");
    expect(await panel.getByLabel("Upload to").inputValue()).toBe("season-2/new");
    await page.getByRole("button", { name: "Settings for all rows" }).click();
    await panel.waitFor({ state: "detached" });
  });

  test("shortens a text that is longer than any cell of a spreadsheet, and marks it", async () => {
    const { page, backend } = await open({
      at: table,
      seedApplication: (application) => seedTables(application),
    });
    await grid(page).focus();
    await page.keyboard.press("Control+Home");
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", "x".repeat(50_000));
      const event = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", event));
    });
    await expect.poll(async () => (await rowsOf(backend, 1))[0]?.name.length).toBe(40_000);
    await page.getByRole("rowheader", { name: /^Row 1: Too long/ }).waitFor();
    await page.getByText("Saved on this computer", { exact: true }).waitFor();
  });

  test("axe reports no violations while a language is chosen in a cell", async () => {
    const { page } = await open({
      at: table,
      seedApplication: (application) => seedTables(application),
    });
    await grid(page).focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("F2");
    await page.getByRole("listbox").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
