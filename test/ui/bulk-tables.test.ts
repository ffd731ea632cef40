import type { Page } from "playwright";
import { expect, test } from "vitest";
import { addTable, rowsOf, seedTables, someRow } from "./bulk-seed";
import { searchPalette } from "./palette";
import { addProject } from "./seed";
import { workspaceId } from "./test-backend";
import { describeWindow } from "./window";

const home = "#/bulk/home";
const grid = (page: Page) => page.getByRole("grid", { name: /^Batches of/ });
const goTo = (page: Page, hash: string) => page.evaluate((to) => (location.hash = to), hash);
const columnTitles = async (page: Page) =>
  (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim());

describeWindow("List of bulk tables", (open) => {
  test("creates, renames, opens and deletes tables by keyboard", async () => {
    const { page, backend } = await open({
      at: "#/project/home/batches",
      seedApplication: (application) => seedTables(application),
    });
    await page.getByRole("heading", { name: /The Long Way Home/ }).waitFor();
    await searchPalette(page, "Bulk…");
    await page.getByRole("option", { name: /^Bulk…/ }).waitFor();
    await page.keyboard.press("Enter");
    const list = page.getByRole("grid", { name: "Tables of this project" });
    await list.getByText("Season 2").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe(home);
    await list.focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("F2");
    const rename = page.getByRole("dialog", { name: "Rename table" });
    await rename.getByLabel("Name").fill("");
    await rename.getByText("Required").first().waitFor();
    await rename.getByLabel("Name").fill("Season two");
    await page.keyboard.press("Enter");
    await list.getByText("Season two").waitFor();
    await page.keyboard.press("Enter");
    await grid(page).getByText("Ep 4", { exact: true }).waitFor();
    await page.goBack();
    await list.getByText("Season two").click();
    await page.keyboard.press("Delete");
    const confirmation = page.getByRole("alertdialog", { name: "Delete the table “Season two”?" });
    await confirmation.getByText("Its 4 rows will be deleted").waitFor();
    await confirmation.getByRole("button", { name: "Delete table" }).click();
    await page.getByText("“Season two” was deleted").waitFor();
    await list.getByText("Season two").waitFor({ state: "detached" });
    await page.keyboard.press("Control+n");
    await page.getByRole("heading", { name: /^Table of/ }).waitFor();
    const drafts = await backend.handlers.bulk.drafts({ workspaceId, projectId: "home" });
    expect(drafts).toHaveLength(2);
  });

  test("shows a message for an unknown table, project and project type, and for empty lists", async () => {
    const { page } = await open({
      at: "#/bulk/home/77",
      seed: (service) => addProject(service, { id: "odd", name: "Odd", type: "hologram-dubbing" }),
    });
    await page.getByText("This table no longer exists").waitFor();
    await page.getByRole("button", { name: "Back to tables" }).click();
    await page.getByText("No tables yet").waitFor();
    await page.getByRole("radio", { name: /Requests/ }).click();
    await page.getByText("No requests yet").waitFor();
    await goTo(page, "#/bulk/nowhere");
    await page.getByText("This project no longer exists").waitFor();
    await goTo(page, "#/bulk/odd");
    await page.getByText("projects of the type “hologram-dubbing”").waitFor();
  });
});

describeWindow("Bulk table", (open) => {
  test("has the columns of the project's type", async () => {
    const { page, backend } = await open({
      at: "#/bulk/trailers/1",
      seedApplication(application) {
        addTable(application, { id: 1, name: "Trailers", projectId: "trailers" });
        const row = someRow(1, { video: "", script: "/home/sam/book.xlsx" });
        addTable(application, { id: 2, name: "Books", projectId: "audiobook", rows: [row] });
      },
    });
    await grid(page).focus();
    const titles = await columnTitles(page);
    expect(titles).toEqual(expect.arrayContaining(["Batch name", "Script", "Language"]));
    expect(titles).not.toContain("Video");
    expect(await page.getByLabel("Remove background").count()).toBe(0);
    await page.keyboard.type("Trailer 1");
    await page.keyboard.press("Enter");
    await page.getByText("1 row with errors").waitFor();
    await expect.poll(async () => (await rowsOf(backend, 1))[0]?.name).toBe("Trailer 1");
    await goTo(page, "#/bulk/audiobook/2");
    await page.getByText("No errors").waitFor();
    expect(await columnTitles(page)).toContain("Video");
  });
});
