/** Bulk requests: their progress, their rows, and following one by its id. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { addRequest, addServiceRequest } from "./bulk-seed";
import { someEntries } from "./outbox-seed";
import { searchPalette } from "./palette";
import { workspaceId, type WindowBackend } from "./test-backend";
import { describeWindow, type Window } from "./window";
import { long } from "../long";

const home = "#/bulk/home";
const currentHash = (page: Window["page"]) => page.evaluate(() => location.hash);

/** Changes the progress of all requests, as a sync does. */
function setProgress(backend: WindowBackend, percent: number): void {
  backend.change((_service, application) =>
    application.run("UPDATE bulk_requests SET progress = ?", percent),
  );
  backend.changed("bulk");
}

describeWindow("Bulk requests", (open) => {
  test("show the status of each row, and open its batch", async () => {
    const { page, backend } = await open({
      at: home,
      // Without a network the stored states do not change.
      isOnline: false,
      entries: someEntries(),
      seedApplication: (application) => addRequest(application, { id: "r1", name: "Season 1" }),
    });
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
    setProgress(backend, 88);
    await page.getByText("88%").waitFor();
    await page.goBack();
    await page.getByRole("radio", { name: /Requests/, checked: true }).waitFor();
    await list.getByText("Season 1").dblclick();
    await page.getByRole("radio", { name: "Done 2" }).click();
    await rows.getByText("Ep 4").waitFor({ state: "detached" });
    await rows.getByText("Ep 1").dblclick();
    await expect.poll(() => currentHash(page)).toBe("#/batch/home/ep3");
  });

  test("show that the response of the service was lost, and which batches are missing", async () => {
    const { page, backend } = await open({
      at: `${home}?request=r1`,
      isOnline: false,
      seedApplication: (application) =>
        addRequest(application, {
          id: "r1",
          name: "Season 1",
          status: "",
          isLost: true,
          rows: [
            { name: "Ep 1", status: "casting", batchId: "ep3" },
            { name: "Ep 2", status: "", message: "not-appeared" },
          ],
        }),
    });
    await page.getByText("The service’s response to this request was lost.").waitFor();
    await page.getByText("Searching by name").waitFor();
    const rows = page.getByRole("grid", { name: "Rows of “Season 1”" });
    await rows.getByText("Missing").waitFor();
    await rows.getByText("No batch with this name has appeared").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    setProgress(backend, 100);
    await page.getByText("Some are missing").waitFor();
    // Leaving the screen causes no error.
    await page.getByRole("link", { name: "Projects" }).first().click();
    await page.getByRole("heading", { name: "Projects", level: 1 }).waitFor();
  });

  test("show ten thousand rows in pages, and pending requests with their reasons", async () => {
    const statuses = ["failed", "WAITING_FOR_ÜBERSETZUNG", "WAITING_FOR_ÜBERSETZUNG"];
    const uploads = Array.from({ length: 12 }, (_, at) => ({ galleryPath: `teaser-${at}.mov` }));
    const { page, backend } = await open({
      at: home,
      isOnline: false,
      seedApplication: (application) =>
        addRequest(application, {
          id: "r1",
          name: "Season 1",
          rows: Array.from({ length: 10_000 }, (_, at) => ({
            name: `Ep ${at + 1}`,
            status: statuses[at % 3] ?? "",
          })),
        }),
      uploads,
      entries: [
        {
          id: 9,
          kind: "bulk",
          name: "Specials",
          state: "refused",
          problem: { code: "file-missing", message: "" },
        },
        { id: 10, kind: "bulk", name: "Teasers", uploads: uploads.map((_, at) => at + 1) },
      ],
    });
    await page.getByRole("radio", { name: /Requests/ }).click();
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

  test("are followed by id if they were started on another computer", long, async () => {
    const { page, backend } = await open({
      at: `${home}?request=elsewhere`,
      seed(service) {
        addServiceRequest(service, "elsewhere", { "Ep 3 · Harbour": "ep3" });
        addServiceRequest(service, "r1", { "Ep 3 · Harbour": "ep3" });
      },
      seedApplication: (application) =>
        addRequest(application, {
          id: "r1",
          name: "Season 1",
          status: "completed",
          progress: 100,
          isOver: true,
          rows: [{ name: "Ep 3 · Harbour", status: "completed", batchId: "ep3" }],
        }),
    });
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
    expect(backend.lastInput("bulk.follow")).toEqual({
      workspaceId,
      projectId: "home",
      requestId: "elsewhere",
    });
    await page.getByText("is followed by its ID").waitFor();
    await page
      .getByRole("grid", { name: "Rows of “elsewhere”" })
      .getByText("Ep 3 · Harbour")
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // The palette offers it on every screen; the dialog then has no project.
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
});
