import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { hostedWorkspace } from "./fake-data";
import { someEntries, someEntry, someRow } from "./fake-outbox-data";
import { searchPalette } from "./palette";
import { describeWindow } from "./harness";

const home = "#/bulk/home";
const table = "#/bulk/home/1";
const grid = (page: Page) => page.getByRole("grid", { name: /^Batches of/ });
const names = (page: Page) =>
  page.locator('[role=grid] [aria-colindex="2"][role=gridcell]').allInnerTexts();

describeWindow("bulk tables", (open) => {
  test("are checked as the service would, and start with the good rows alone", async () => {
    const { page, backend } = await open({
      at: table,
      outbox: {
        issues: [
          {
            rowId: 2,
            cell: "script",
            severity: "error",
            rule: "file-missing",
            message: "/home/sam/S02E02.srt: file-missing",
          },
          {
            rowId: 3,
            cell: "video",
            severity: "warning",
            rule: "x",
            message: "Not in the gallery",
          },
        ],
        entries: [],
      },
    });
    await grid(page).focus();
    await page.getByText("No errors").waitFor();
    await page.keyboard.press("F9");
    await page.getByText("1 row with errors").waitFor();
    await page.getByText("1 row with warnings").waitFor();
    await grid(page).focus();
    await page.keyboard.press("F8");
    await page.getByRole("tooltip").getByText("The file does not exist", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Start…" }).click();
    const dialog = page.getByRole("dialog", { name: "Start “Season 2”" });
    await dialog.getByText("1 row has errors.").waitFor();
    await dialog
      .getByText("3 batches will be created in “The Long Way Home · season 2”.")
      .waitFor();
    await dialog.getByText("Nothing needs to be uploaded.").waitFor();
    await dialog
      .getByText("3 scripts from this computer are saved to the script store first.")
      .waitFor();
    await dialog.getByRole("button", { name: "Show the first error" }).click();
    await dialog.waitFor({ state: "detached" });
    // A row that is changed is no longer as it was checked.
    backend.outbox.issues = [];
    await page.getByRole("button", { name: "Start…" }).click();
    await dialog.getByRole("button", { name: "Start 4 batches" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await grid(page).focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Delete");
    await page.getByRole("button", { name: "Start…" }).click();
    await dialog.getByRole("button", { name: "Start 3 rows without errors" }).click();
    await page.getByText("3 batches added to the outbox").waitFor();
    expect(backend.lastInput("bulk.start")).toMatchObject({ draftId: 1, rowIds: [2, 3, 4] });
    // The others are shown in a table of their own: what was started is not started again with them.
    await page.getByText("1 row with errors stays here").waitFor();
    await page.getByRole("grid", { name: "Batches of “Season 2, rest”" }).waitFor();
    await expect.poll(() => backend.outbox.rows[1]?.map(({ id }) => id)).toEqual([2, 3, 4]);
    await page.getByText("1 row with errors", { exact: true }).waitFor();
  });

  test("say why they cannot start", async () => {
    const { page, backend } = await open({
      at: table,
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline" })],
      outbox: {
        store: { kind: "none", bucket: null, hasSecret: false, urlLifetime: null },
        rows: { 1: [someRow(1, { video: "/mnt/raid/a.mov" })], 2: [] },
      },
    });
    await page.getByRole("button", { name: "Start…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This workspace has no script store").first().waitFor();
    await dialog.getByText("1 file from this computer is uploaded to season-2/ first.").waitFor();
    await dialog.getByText("This computer is offline. Sent automatically when").waitFor();
    const start = dialog.getByRole("button", { name: "Start 1 batch" });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    backend.outbox.store = {
      kind: "workspace",
      bucket: null,
      hasSecret: false,
      urlLifetime: null,
    };
    backend.changed("scripts");
    const reason = dialog.getByText("This workspace has no script store");
    await expect.poll(() => reason.count()).toBe(0);
    backend.failCall("bulk.start", "invalid-input", "", [
      { field: "rows[0].languageCode", message: "not-of-project" },
    ]);
    await start.click();
    await dialog.getByText("rows[0].languageCode: Not a language of this project").waitFor();
    await dialog.getByRole("button", { name: "Open settings" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    backend.failCall("bulk.dryRun", "internal");
    await page.getByRole("button", { name: "Start…" }).click();
    await page.getByText("Something unexpected went wrong").waitFor();
    await dialog.waitFor({ state: "detached" });
  });

  test("a refused order has its cells marked, until they are changed or checked", async () => {
    const { page, backend } = await open({ at: table });
    await grid(page).getByText("Ep 1", { exact: true }).waitFor();
    const issue = (rowId: number, cell: string, rule: string) =>
      ({ rowId, cell, severity: "error", rule, message: "" }) as const;
    backend.outbox.rejections = {
      1: {
        entry: someEntry({
          ...{ id: 9, name: "Season 2", kind: "bulk", state: "refused" },
          problem: { code: "invalid-input", message: "rows[1].script: file-changed" },
          fields: [
            { field: "rows[1].script", message: "file-changed" },
            { field: "rows[2].video", message: "upload-cancelled" },
          ],
        }),
        issues: [issue(1, "script", "file-changed"), issue(2, "video", "upload-cancelled")],
      },
    };
    backend.changed("outbox");
    await page.getByText("The request from this table was refused.").waitFor();
    await page.getByText("2 cells in the table: File changed").waitFor();
    await page.getByText("2 rows with errors").waitFor();
    await grid(page).focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    const tooltip = page.getByRole("tooltip");
    await tooltip.getByText("File changed while uploading").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("F8");
    await tooltip.getByText("Its upload was cancelled").waitFor();
    // The row is another one now.
    await page.keyboard.press("Home");
    await page.keyboard.type("Ep 2, again");
    await page.keyboard.press("Enter");
    await page.getByText("1 row with errors").waitFor();
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByText("No errors").waitFor();
    // The same refusal, told again without the row that has changed, is no news.
    await page.getByText("Saved on this computer").waitFor();
    const asked = () => backend.calledNames().filter((name) => name === "bulk.waiting").length;
    const before = asked();
    const [told] = Object.values(backend.outbox.rejections);
    if (told) told.issues = told.issues.filter(({ rowId }) => rowId !== 2);
    backend.changed("outbox");
    await expect.poll(asked).toBeGreaterThan(before);
    await page.getByText("No errors").waitFor();
    expect(await page.getByText(/with errors$/).count()).toBe(0);
    await page.getByRole("button", { name: "Open outbox" }).click();
    await page.getByRole("heading", { name: "Outbox", level: 1 }).waitFor();
  });

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

  for (const theme of ["light", "dark"] as const) {
    test(`have nothing that axe finds, ${theme}`, async () => {
      const { page } = await open({
        theme,
        at: table,
        outbox: { rows: { 1: [someRow(1), someRow(2, { name: "", video: "a//b" })], 2: [] } },
      });
      await grid(page).focus();
      await page.keyboard.press("F8");
      await page.getByRole("tooltip").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowUp");
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("End");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("F2");
      await page.getByRole("listbox").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Start…" }).click();
      await page.getByRole("button", { name: /^Start 1/ }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+o");
      await page.getByText("Same episode number").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Bulk", exact: true }).click();
      await page.getByRole("grid", { name: "Tables of this project" }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("radio", { name: /Requests/ }).click();
      await page.getByRole("grid").getByText("Season 1").dblclick();
      await page.getByRole("grid").getByText("Ep 1").waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });
  }

  test("say in German what the reader of scripts and tables says", async () => {
    const issue = (rowId: number, cell: string, rule: string, message: string) =>
      ({ rowId, cell, severity: "error", rule, message }) as const;
    const { page } = await open({
      at: table,
      language: "de",
      outbox: {
        rows: { 1: [someRow(1), someRow(2)] },
        issues: [
          issue(1, "script", "emotion-unknown", "row 7: Emotion: “x” is no emotion."),
          issue(2, "settings.autoCasting", "setting-invalid", "“x” is not TRUE or FALSE."),
        ],
      },
    });
    await page.getByRole("grid", { name: "Batches von „Season 2“" }).waitFor();
    await page.getByRole("button", { name: "Alles prüfen" }).click();
    const header = (name: RegExp) => page.getByRole("rowheader", { name });
    await header(/^Zeile 1: Zeile 7, Emotion: Diese Emotion ist unbekannt\./).waitFor();
    await header(/^Zeile 2: Ungültiger Wert für diese Einstellung/).waitFor();
  });
});
