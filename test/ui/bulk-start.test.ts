import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { addBucket, rowsOf, seedTables, someRow, unnamedSrt } from "./bulk-seed";
import { withoutScriptStore, workspaceId } from "./test-backend";
import { describeWindow } from "./window";
import { long } from "../long";

const table = "#/bulk/home/1";
const grid = (page: Page) => page.getByRole("grid", { name: /^Batches/ });

describeWindow("Start dialog of a bulk table", (open) => {
  test("cannot be closed while the call runs, and shows that it replaces a pending request", async () => {
    const { page, backend } = await open({
      at: table,
      ...withoutScriptStore,
      seedApplication(application, files) {
        const rows = [1, 2, 3, 4].map((n) => someRow(n, { script: path.join(files, `${n}.srt`) }));
        seedTables(application, rows);
      },
    });
    for (const number of [1, 2, 3, 4]) await backend.file(`${number}.srt`, unnamedSrt);
    await backend.handlers.bulk.start({ workspaceId, draftId: 1, rowIds: null });
    await page.getByRole("button", { name: "Start…" }).click();
    const dialog = page.getByRole("dialog", { name: "Start “Season 2”" });
    await dialog.getByText("Replaces this table’s request").waitFor();
    const unblock = backend.blockCall("bulk.start");
    await dialog.getByRole("button", { name: "Start 4 batches" }).click();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect.poll(() => cancel.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await cancel.click({ force: true });
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(true);
    unblock();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("The waiting request was replaced").waitFor();
  });

  test(
    "starts the rows without errors, and moves the others to a table that it opens",
    long,
    async () => {
      const { page, backend } = await open({
        at: table,
        ...withoutScriptStore,
        seedApplication(application, files) {
          const rows = [1, 2, 3, 4].map((n) =>
            someRow(n, { script: path.join(files, `${n}.srt`) }),
          );
          seedTables(
            application,
            rows.map((row) => (row.id === 3 ? { ...row, name: "Ep 3 · Harbour" } : row)),
          );
        },
      });
      for (const number of [1, 3, 4]) await backend.file(`${number}.srt`, unnamedSrt);
      await grid(page).focus();
      await page.getByText("No errors").waitFor();
      await page.keyboard.press("F9");
      await page.getByText("1 row with errors").waitFor();
      await page.getByText("1 row with warnings").waitFor();
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
      await dialog.getByText("1 row has a warning. They can be started.").waitFor();
      await dialog.getByRole("button", { name: "Show the first error" }).click();
      await dialog.waitFor({ state: "detached" });
      await page
        .getByRole("tooltip")
        .getByText("The file does not exist", { exact: true })
        .waitFor();
      // The missing file is created, and the name of another row is deleted.
      await backend.file("2.srt", unnamedSrt);
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
      await page.getByText("1 row with errors stays here").waitFor();
      await page.getByRole("grid", { name: "Batches of “Season 2, rest”" }).waitFor();
      await page.getByText("1 row with errors", { exact: true }).waitFor();
      expect((await rowsOf(backend, 1)).map(({ id }) => id)).toEqual([2, 3, 4]);
    },
  );

  test("shows why the table cannot be started", async () => {
    const { page, backend } = await open({
      at: table,
      isOnline: false,
      seedApplication: (application, files) =>
        seedTables(application, [
          someRow(1, { video: path.join(files, "a.mov"), script: path.join(files, "a.srt") }),
        ]),
    });
    await backend.file("a.mov");
    await backend.file("a.srt", unnamedSrt);
    await page.getByRole("button", { name: "Start…" }).click();
    const dialog = page.getByRole("dialog");
    const noStore = dialog.getByText("This workspace has no script store");
    await noStore.first().waitFor();
    await dialog.getByText("1 file from this computer is uploaded to season-2/ first.").waitFor();
    await dialog.getByText("This computer is offline. Sent automatically when").waitFor();
    const start = dialog.getByRole("button", { name: "Start 1 batch" });
    expect(await start.getAttribute("aria-disabled")).toBe("true");
    backend.change((_service, application) => addBucket(application));
    backend.changed("scripts");
    await expect.poll(() => noStore.count()).toBe(0);
    backend.failCall("bulk.start", "invalid-input", "", [
      { field: "rows[0].languageCode", message: "not-of-project" },
    ]);
    await start.click();
    await dialog.getByText("rows[0].languageCode: Not a language of this project").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    backend.failCall("bulk.dryRun", "internal");
    await page.getByRole("button", { name: "Start…" }).click();
    await page.getByText("Something unexpected went wrong").waitFor();
    await dialog.waitFor({ state: "detached" });
  });
});

describeWindow("Validation of a bulk table", (open) => {
  test("marks the cells of a refused request until they are changed or validated", async () => {
    const rows = [1, 2, 3].map((n) => someRow(n));
    const { page, backend } = await open({
      at: table,
      seedApplication: (application) => seedTables(application, rows),
      entries: [
        {
          id: 9,
          name: "Season 2",
          kind: "bulk",
          state: "refused",
          draftId: 1,
          rows,
          problem: { code: "invalid-input", message: "" },
          fields: [
            { field: "rows[1].script", message: "file-changed" },
            { field: "rows[2].video", message: "upload-cancelled" },
          ],
        },
      ],
    });
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
    // The marks of a row are removed when the row changes.
    await page.keyboard.press("Home");
    await page.keyboard.type("Ep 2, again");
    await page.keyboard.press("Enter");
    await page.getByText("1 row with errors").waitFor();
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByText("No errors").waitFor();
    // The result of the validation is newer than the refusal: the remaining cell is not marked
    // again.
    await page.getByText("Saved on this computer").waitFor();
    const at = { workspaceId, draftId: 1 };
    expect((await backend.handlers.bulk.waiting(at)).issues).toMatchObject([{ rowId: 1 }]);
    const calls = () => backend.calledNames().filter((name) => name === "bulk.waiting").length;
    const before = calls();
    backend.changed("outbox");
    await expect.poll(calls).toBeGreaterThan(before);
    await page.getByText("No errors").waitFor();
    expect(await page.getByText(/with errors$/).count()).toBe(0);
    await page.getByRole("button", { name: "Open outbox" }).click();
    await page.getByRole("heading", { name: "Outbox", level: 1 }).waitFor();
  });

  test("shows the problems of a script in German", async () => {
    const { page, backend } = await open({
      at: table,
      language: "de",
      seedApplication: (application, files) =>
        seedTables(application, [someRow(1, { script: path.join(files, "ep1.csv") })]),
    });
    const script = "ID,Character,Text_EN-GB,Text_DE-DE,Emotion\n1,Anna,Line 1,Zeile 1,moonrise";
    await backend.file("ep1.csv", script);
    await page.getByRole("grid", { name: "Batches von „Season 2“" }).waitFor();
    await page.getByRole("button", { name: "Alles prüfen" }).click();
    await page
      .getByRole("rowheader", {
        name: /^Zeile 1: Zeile 2, Emotion: Diese Emotion ist unbekannt: „moonrise“\./,
      })
      .waitFor();
  });
});
