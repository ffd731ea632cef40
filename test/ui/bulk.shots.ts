/** Screenshots of bulk tables and requests. */
import { expect, test } from "vitest";
import { someEntries, someEntry, someRow, someOutbox } from "./fake-outbox-data";
import { describeWindow } from "./harness";

const longName =
  "S02E09 Die außerordentlich lange Überschrift der vorletzten Folge mit allen Korrekturen";
const rows = [
  someRow(1),
  someRow(2, { settings: { noOfAlternativeTakes: "2" } }),
  someRow(3, { name: "", video: "season-2//S02E03.mov" }),
  someRow(4, {
    name: longName,
    video: `/mnt/raid/deliveries/2026-11-20/${longName}_final_v17.mov`,
  }),
  someRow(5, { language: "", script: "https://store.example/scripts/S02E05.docx?signature=abc" }),
  someRow(6, { name: "Ep 1", language: "ja-jp" }),
  ...Array.from({ length: 30 }, (_, index) => someRow(index + 7)),
];
const sending = { rows: { 1: rows, 2: [] } };

describeWindow("Bulk tables", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`a table, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/bulk/home/1", outbox: sending });
      await page.getByText("rows with errors").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      await screenshot(`bulk-table-${theme}`);
      await page.keyboard.press("Home");
      await page.keyboard.press("F8");
      await page.keyboard.press("F8");
      await page.getByRole("tooltip").waitFor();
      await screenshot(`bulk-problem-${theme}`);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("F2");
      await page.getByRole("listbox").waitFor();
      await screenshot(`bulk-typing-${theme}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menu").waitFor();
      await screenshot(`bulk-menu-${theme}`);
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Start…" }).click();
      await page.getByRole("button", { name: /rows without errors/ }).waitFor();
      await screenshot(`bulk-start-${theme}`);
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    test(`matched files, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/bulk/home/2" });
      await page.getByRole("grid").waitFor();
      await screenshot(`bulk-empty-table-${theme}`);
      await page.keyboard.press("Control+o");
      await page.getByText("Same episode number").waitFor();
      await screenshot(`bulk-match-${theme}`);
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    test(`rejected and lost requests, ${theme}`, async () => {
      const issue = (rowId: number, cell: string, rule: string) =>
        ({ rowId, cell, severity: "error", rule, message: "" }) as const;
      const rejection = someEntry({
        ...{ id: 9, name: "Season 2", kind: "bulk", state: "refused" },
        problem: { code: "invalid-input", message: "rows[1].script: file-missing" },
        fields: [
          { field: "rows[1].script", message: "file-missing" },
          { field: "rows[2].script", message: "file-missing" },
        ],
      });
      const issues = [issue(1, "script", "file-missing"), issue(2, "script", "file-missing")];
      const { page, screenshot } = await open({
        theme,
        at: "#/bulk/home/1",
        outbox: {
          rows: { 1: rows.slice(0, 2), 2: [] },
          rejections: { 1: { entry: rejection, issues } },
        },
      });
      await page.getByText("2 rows with errors").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F8");
      await page.getByRole("tooltip").waitFor();
      await screenshot(`bulk-refused-${theme}`);

      const lostResponse = await open({
        theme,
        at: "#/bulk/home?request=r1",
        outbox: {
          requests: someOutbox().requests.map((one) => ({
            ...one,
            ...{ isLost: true, status: "", progress: 100, rowCount: 3 },
            counts: { done: 2, failed: 1, open: 0 },
          })),
          requestRows: {
            r1: [
              { id: "ep3", name: "Ep 1", status: "casting", message: "" },
              { id: "", name: longName, status: "", message: "not-appeared" },
              { id: "ep4", name: "Ep 3", status: "completed", message: "" },
            ],
          },
        },
      });
      await lostResponse.page.getByText("Missing", { exact: true }).waitFor();
      await lostResponse.screenshot(`bulk-lost-${theme}`);
      await page.setViewportSize({ width: 820, height: 560 });
      await screenshot(`bulk-refused-narrow-${theme}`);
      await lostResponse.page.setViewportSize({ width: 820, height: 560 });
      await lostResponse.screenshot(`bulk-lost-narrow-${theme}`);
      expect(await lostResponse.page.getByRole("grid").count()).toBe(1);
    });

    test(`tables and requests, ${theme}`, async () => {
      const { page, screenshot } = await open({
        theme,
        at: "#/bulk/home",
        outbox: { entries: someEntries() },
      });
      await page.getByRole("grid").getByText("Season 2").click();
      await screenshot(`bulk-tables-${theme}`);
      await page.getByRole("radio", { name: /Requests/ }).click();
      await page.getByRole("grid").getByText("Season 1").click();
      await screenshot(`bulk-requests-${theme}`);
      await page.keyboard.press("Enter");
      await page.getByRole("grid").getByText("Ep 4").click();
      await screenshot(`bulk-request-${theme}`);
      expect(await page.getByRole("row").count()).toBe(6);
    });
  }

  test("narrow, German, importing, empty, not saved", async () => {
    const narrow = await open({
      width: 900,
      height: 600,
      language: "de",
      at: "#/bulk/home/1",
      outbox: sending,
    });
    await narrow.page.getByText("Zeilen mit Fehlern").waitFor();
    await narrow.screenshot("bulk-table-narrow");
    await narrow.page.getByRole("button", { name: "Einstellungen für alle Zeilen" }).click();
    await narrow.screenshot("bulk-table-narrow-settings");
    await narrow.page.getByRole("button", { name: "Starten…" }).click();
    await narrow.page.getByRole("button", { name: /fehlerfreie/ }).waitFor();
    await narrow.screenshot("bulk-start-narrow");
    const match = await open({ width: 900, height: 600, language: "de", at: "#/bulk/home/2" });
    await match.page.getByRole("grid").waitFor();
    await match.page.keyboard.press("Control+o");
    await match.page.getByText("Gleiche Folgennummer").waitFor();
    await match.screenshot("bulk-match-narrow");
    const none = await open({ at: "#/bulk/home", outbox: { drafts: [], requests: [] } });
    await none.page.getByText("No tables yet").waitFor();
    await none.screenshot("bulk-empty");
    const failing = await open({ at: "#/bulk/home/1", outbox: sending });
    failing.backend.failCall("bulk.saveRows", "disk-full");
    await failing.page.getByRole("grid").focus();
    await failing.page.keyboard.type("Pilot");
    await failing.page.keyboard.press("Enter");
    await failing.page.getByText("Not saved on this computer.").waitFor();
    await failing.screenshot("bulk-not-saved");
    const reading = await open({
      at: "#/bulk/home/2",
      outbox: {
        imported: {
          rows,
          problems: Array.from({ length: 14 }, (_, index) => ({
            severity: index % 3 === 0 ? ("warning" as const) : ("error" as const),
            row: index + 4,
            column: "LANGUAGE_CODE",
            cell: `D${index + 4}`,
            code: "language-unknown",
            message: "“xx” is no known language code.",
          })),
        },
      },
    });
    await reading.page.getByRole("button", { name: "Fill", exact: true }).click();
    await reading.screenshot("bulk-fill-menu");
    await reading.page.getByRole("menuitem", { name: "From a spreadsheet…" }).click();
    await reading.page.getByText("Row 7, LANGUAGE_CODE").waitFor();
    await reading.screenshot("bulk-import");
    expect(await reading.page.getByRole("dialog").count()).toBe(1);
  });
});
