import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { someEntries, someEntry } from "./fake-outbox-data";
import { searchPalette } from "./palette";
import { describeWindow } from "./harness";

const home = "#/bulk/home";

const grid = (page: Page) => page.getByRole("grid", { name: /^Batches of/ });
const names = (page: Page) =>
  page.locator('[role=grid] [aria-colindex="2"][role=gridcell]').allInnerTexts();

describeWindow("bulk tables", (open) => {
  test("requests are followed row by row; what failed becomes a table again", async () => {
    const { page, backend } = await open({ at: home, outbox: { entries: someEntries() } });
    await page.getByRole("radio", { name: /Requests/ }).click();
    await page.getByText("“Season 2, rest” is being sent.").waitFor();
    const list = page.getByRole("grid", { name: "Bulk requests of this project" });
    await list.getByText("2 done, 1 failed, and 2 open").waitFor();
    await list.getByText("Season 1").click();
    await page.keyboard.press("Enter");
    const rows = page.getByRole("grid", { name: "Rows of “Season 1”" });
    await rows.getByText("QUEUED_FOR_INGEST").waitFor();
    await page.getByRole("radio", { name: "Failed 1" }).click();
    await rows.getByText("The script could not be fetched (HTTP 403)").waitFor();
    await rows.getByText("QUEUED_FOR_INGEST").waitFor({ state: "detached" });
    await rows.getByText("Ep 4").click({ button: "right" });
    const item = page.getByRole("menuitem", { name: "Open batch" });
    expect(await item.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("radio", { name: "Done 2" }).click();
    await rows.getByText("Ep 1").waitFor();
    backend.outbox.requests = backend.outbox.requests.map((one) => ({ ...one, progress: 88 }));
    backend.changed("bulk");
    await page.getByText("88%").waitFor();
    await page.getByRole("button", { name: "Retry failed rows" }).click();
    await page.getByText("A table with 1 row was created").waitFor();
    await grid(page).waitFor();
    await expect.poll(() => names(page)).toEqual(["Ep 4", ""]);
    await page.goBack();
    await rows.getByText("Ep 1").waitFor();
    await page.goBack();
    await page.getByRole("radio", { name: /Requests/, checked: true }).waitFor();
    await list.getByText("Season 1").dblclick();
    await page.getByRole("radio", { name: "Done 2" }).click();
    await rows.getByText("Ep 1").dblclick();
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/batch/home/ep3");
  });

  test("a request that was started elsewhere is followed by its id", async () => {
    const { page, backend } = await open({ at: `${home}?request=elsewhere` });
    await page.getByText("This bulk request is not followed on this computer").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Follow a bulk request" });
    const field = dialog.getByRole("textbox", { name: "Request ID" });
    expect(await field.inputValue()).toBe("elsewhere");
    expect(await axeViolations(page)).toEqual([]);
    await field.fill("nothing");
    await dialog.getByRole("button", { name: "Follow" }).click();
    await dialog.getByText("The service has no bulk request with this ID").waitFor();
    await field.fill(" elsewhere ");
    await dialog.getByRole("button", { name: "Follow" }).click();
    await page.getByRole("heading", { name: "elsewhere", level: 1 }).waitFor();
    expect(backend.lastInput("bulk.follow")).toMatchObject({
      projectId: "home",
      requestId: "elsewhere",
    });
    await page.getByText("is followed by its ID").waitFor();
    await page.getByRole("grid", { name: "Rows of “elsewhere”" }).getByText("Ep 1").waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // From anywhere, by the palette: the project is chosen then.
    await page.keyboard.press("Control+1");
    await searchPalette(page, "follow bulk");
    await page.getByRole("option", { name: /^Follow bulk request by ID/ }).waitFor();
    await page.keyboard.press("Enter");
    await field.fill("r1");
    await dialog.getByRole("button", { name: "Follow" }).click();
    await dialog.getByText("Required").waitFor();
    await dialog.getByRole("combobox", { name: "Project" }).fill("Home");
    await page.getByRole("listbox", { name: "Project" }).getByRole("option").first().click();
    await dialog.getByRole("button", { name: "Follow" }).click();
    await page.getByText("The request is already followed here").waitFor();
    await page.getByRole("heading", { name: "Season 1", level: 1 }).waitFor();
  });

  test("a request whose answer was lost says how its rows are known", async () => {
    const { page, backend } = await open({
      at: `${home}?request=r1`,
      outbox: {
        requestRows: {
          r1: [
            { id: "ep3", name: "Ep 1", status: "casting", message: "" },
            { id: "", name: "Ep 2", status: "", message: "not-appeared" },
          ],
        },
      },
    });
    backend.outbox.requests = backend.outbox.requests.map((one) => ({
      ...one,
      ...{ isLost: true, status: "", rowCount: 2, counts: { done: 1, failed: 1, open: 0 } },
    }));
    backend.changed("bulk");
    await page.getByText("The service’s response to this request was lost.").waitFor();
    await page.getByText("Searching by name").waitFor();
    const rows = page.getByRole("grid", { name: "Rows of “Season 1”" });
    await rows.getByText("Missing").waitFor();
    await rows.getByText("No batch with this name has appeared").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    backend.outbox.requests = backend.outbox.requests.map((one) => ({ ...one, progress: 100 }));
    backend.changed("bulk");
    await page.getByText("Some are missing").waitFor();
    // To another screen, from within.
    await page.getByRole("link", { name: "Projects" }).first().click();
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  });

  test("requests of ten thousand rows are paged; refused ones say why", async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      id: "",
      name: `Ep ${index + 1}`,
      status: index % 3 === 0 ? "failed" : "WAITING_FOR_ÜBERSETZUNG",
      message: "",
    }));
    const { page, backend } = await open({
      at: home,
      views: { bulk: '{"shown":"requests"}' },
      outbox: {
        requestRows: { r1: many },
        entries: [
          someEntry({
            id: 9,
            kind: "bulk",
            name: "Specials",
            state: "refused",
            problem: { code: "file-missing", message: "" },
          }),
          someEntry({
            id: 10,
            kind: "bulk",
            name: "Teasers",
            waitsFor: { uploads: 12, failedUploads: 0, script: false, network: false },
          }),
        ],
      },
    });
    await page.getByText("“Specials” could not be sent.").waitFor();
    await page.getByText("“Teasers” is waiting for 12 uploads.").waitFor();
    await page.getByRole("grid").getByText("Season 1").dblclick();
    const rows = page.getByRole("grid", { name: "Rows of “Season 1”" });
    await rows.getByText("WAITING_FOR_ÜBERSETZUNG").first().waitFor();
    await rows.focus();
    await page.keyboard.press("End");
    await rows.getByText("Ep 10000").waitFor();
    expect(backend.lastInput("bulk.requestRows")).toMatchObject({ offset: 9800 });
  });
});
