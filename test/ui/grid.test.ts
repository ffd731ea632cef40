/** Editing with the grid component, on the screen of a bulk table. */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { long } from "../long";
import { addTable, rowsOf, seedTables, someRow } from "./bulk-seed";
import { describeWindow, type OpenOptions, type Window } from "./window";

const at = "#/bulk/home/1";
const cellAt = (page: Page, row: number, column: number) =>
  page.locator(`[role=grid] [aria-rowindex="${row + 1}"] [aria-colindex="${column + 1}"]`);
/** The texts of the cells of a row, without its number. */
async function rowTexts(page: Page, row: number): Promise<string[]> {
  const cells = page.locator(`[role=grid] [aria-rowindex="${row + 1}"] [role=gridcell]`);
  return (await cells.allTextContents()).map((text) => text.trim());
}
const names = async (page: Page, count: number) => {
  const texts: string[] = [];
  for (let row = 1; row <= count; row++) texts.push((await rowTexts(page, row))[0] ?? "");
  return texts;
};
/** The accessible name of the active cell. */
const activeCell = (page: Page) =>
  page.evaluate(() => {
    const id = document.querySelector("[role=grid]")?.getAttribute("aria-activedescendant");
    return document.getElementById(id ?? "")?.getAttribute("aria-label") ?? "";
  });
/**
 * Dispatches a clipboard event to the focused element; returns the contents of the clipboard
 * afterwards.
 */
function dispatchClipboard(
  page: Page,
  type: "copy" | "cut" | "paste",
  data: Record<string, string> = {},
) {
  return page.evaluate(
    ([kind, texts]) => {
      const clipboardData = new DataTransfer();
      for (const [format, text] of Object.entries(texts)) clipboardData.setData(format, text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true }),
      );
      return {
        text: clipboardData.getData("text/plain"),
        html: clipboardData.getData("text/html"),
      };
    },
    [type, data] as const,
  );
}

describeWindow("Grid", (open) => {
  async function start(options: OpenOptions = {}): Promise<Window & { undo: () => Promise<void> }> {
    const opened = await open({ at, seedApplication: (db) => seedTables(db), ...options });
    const { page } = opened;
    await page.getByRole("grid").waitFor();
    await page.getByRole("grid").focus();
    return { ...opened, undo: () => page.keyboard.press("Control+z") };
  }

  test("moves the cursor by keyboard and exposes its position to screen readers", async () => {
    const { page } = await start();
    const grid = page.getByRole("grid", { name: "Batches of “Season 2”" });
    expect(await grid.getAttribute("aria-rowcount")).toBe("6");
    expect(await grid.getAttribute("aria-colcount")).toBe("6");
    await expect.poll(() => activeCell(page)).toBe("Batch name, row 1: Ep 1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await expect
      .poll(() => activeCell(page))
      .toBe("Video, row 2: season-2/episode-02/S02E02_conform.mov");
    await page.keyboard.press("End");
    await expect.poll(() => activeCell(page)).toContain("Alternative takes, row 2");
    await page.keyboard.press("Home");
    await page.keyboard.press("Control+ArrowDown");
    await expect.poll(() => activeCell(page)).toBe("Batch name, row 4: Ep 4");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => activeCell(page)).toBe("Batch name, row 5: empty");
    await page.keyboard.press("Control+Home");
    await expect.poll(() => activeCell(page)).toBe("Batch name, row 1: Ep 1");
    await page.keyboard.press("Control+End");
    await expect.poll(() => activeCell(page)).toContain("Alternative takes, row 4");
    await page.keyboard.press("PageUp");
    await expect.poll(() => activeCell(page)).toContain("row 1");
    await page.keyboard.press("Home");
    // Tab moves to the next cell; Enter then moves to the row below the cell where Tab was first
    // pressed.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => activeCell(page)).toBe("Batch name, row 2: Ep 2");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.press("Shift+Tab");
    // Shift+Tab in the first cell moves the focus out of the grid.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("role") ?? ""))
      .not.toBe("grid");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("role") ?? ""))
      .not.toBe("grid");
  });

  test("replaces the text of a cell, edits it, and cancels an edit", async () => {
    const { page, undo } = await start();
    await page.keyboard.type("Pilot");
    await page.getByRole("textbox", { name: "Batch name, row 1" }).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page, 2)).toEqual(["Pilot", "Ep 2"]);
    expect(await activeCell(page)).toBe("Batch name, row 2: Ep 2");
    await page.keyboard.press("F2");
    await page.keyboard.type("b");
    await page.keyboard.press("Tab");
    await expect.poll(() => names(page, 2)).toEqual(["Pilot", "Ep 2b"]);
    await page.keyboard.press("Home");
    await page.keyboard.type("never");
    await page.keyboard.press("Escape");
    expect(await names(page, 2)).toEqual(["Pilot", "Ep 2b"]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
    await page.keyboard.press("Delete");
    await expect.poll(() => names(page, 2)).toEqual(["Pilot", ""]);
    await undo();
    await undo();
    await undo();
    await expect.poll(() => names(page, 2)).toEqual(["Ep 1", "Ep 2"]);
    await page.keyboard.press("Control+y");
    await expect.poll(() => names(page, 2)).toEqual(["Pilot", "Ep 2"]);
    // A click on another cell commits the edit; a double click begins one.
    await cellAt(page, 3, 1).dblclick();
    await page.keyboard.type(" x");
    await cellAt(page, 1, 1).click();
    await expect.poll(() => names(page, 3)).toEqual(["Pilot", "Ep 2", "Ep 3 x"]);
    // Typing in the empty row at the end appends a row.
    await page.keyboard.press("Control+ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("Ep 5");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page, 5)).toContain("Ep 5");
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("7");
  });

  test("suggests languages and accepts their names and ids", long, async () => {
    const { page, backend } = await start({
      seedApplication: (db) => seedTables(db, [someRow(1)]),
    });
    await cellAt(page, 1, 4).click();
    await page.keyboard.type("jap");
    const field = page.getByRole("combobox", { name: "Language, row 1" });
    await page.getByRole("option", { name: /Japanese/, selected: true }).waitFor();
    expect(await field.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Enter");
    await expect.poll(() => rowTexts(page, 1)).toContain("Japanese (Japan)");
    await expect.poll(async () => (await rowsOf(backend, 1))[0]?.language).toBe("ja-jp");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await dispatchClipboard(page, "paste", { "text/plain": "FR-FR" });
    await expect.poll(() => rowTexts(page, 1)).toContain("French (France)");
    await page.keyboard.press("F2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await rowsOf(backend, 1))[0]?.language).not.toBe("fr-fr");
    // An unknown language is preserved as typed and marked as an error.
    await page.keyboard.press("ArrowUp");
    await dispatchClipboard(page, "paste", { "text/plain": "Klingon" });
    await expect.poll(() => rowTexts(page, 1)).toContain("Klingon");
    await page.getByText("Not a language of the service").first().waitFor();
    // Videos are suggested from the gallery.
    await cellAt(page, 1, 2).click();
    await page.keyboard.type("S01E02");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: /S01E02_conform/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await rowTexts(page, 1))[1])
      .toContain("season-1/episode-02/S01E02_conform.mov");
  });

  test("copies, cuts and pastes blocks, including tables of spreadsheet applications", async () => {
    const { page, undo } = await start();
    const sample = (name: string) =>
      readFileSync(path.join(import.meta.dirname, "clipboard", `${name}.txt`), "utf8");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowRight");
    const copied = await dispatchClipboard(page, "copy");
    expect(copied.text).toBe(
      "Ep 1\tseason-2/episode-01/S02E01_conform.mov\r\nEp 2\tseason-2/episode-02/S02E02_conform.mov",
    );
    expect(copied.html).toContain(">Ep 1</td>");
    await page.getByText("Copied 2 rows, 2 columns").waitFor({ state: "attached" });
    // Pasting below the last row appends rows.
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+ArrowDown");
    await page.keyboard.press("ArrowDown");
    await dispatchClipboard(page, "paste", { "text/plain": copied.text, "text/html": copied.html });
    await expect
      .poll(() => names(page, 6))
      .toEqual(["Ep 1", "Ep 2", "Ep 3", "Ep 4", "Ep 1", "Ep 2"]);
    await undo();
    await expect.poll(() => page.getByRole("grid").getAttribute("aria-rowcount")).toBe("6");
    for (const name of ["excel", "sheets"]) {
      await page.keyboard.press("Control+Home");
      await dispatchClipboard(page, "paste", {
        "text/html": sample(`${name}-html`),
        "text/plain": "other",
      });
      // The row of titles selects the columns of the other rows and is not pasted.
      await expect.poll(() => names(page, 1)).toEqual(["Ep 1"]);
      await expect.poll(async () => (await rowTexts(page, 1))[1]).toContain("season-2/a.mov");
      await undo();
      await expect.poll(() => names(page, 2)).toEqual(["Ep 1", "Ep 2"]);
    }
    await page.keyboard.press("Control+Home");
    await dispatchClipboard(page, "paste", {
      "text/html": sample("calc-html"),
      "text/plain": sample("calc-plain"),
    });
    await expect.poll(() => names(page, 2)).toEqual(["two\nlines", 'say "hi"']);
    await page.getByText("1 column did not fit and was skipped.").last().waitFor();
    expect(await names(page, 7)).not.toContain("hidden by hand");
    const language = "French (France)";
    expect((await rowTexts(page, 1)).slice(0, 4)).toEqual([
      "two\nlines",
      "Überfahrt/größe_ß.mov",
      "tab here",
      language,
    ]);
    expect((await rowTexts(page, 6)).slice(0, 4)).toEqual(["two  spaces", "around", "", "abc"]);
    await undo();
    await page.keyboard.press("Control+Home");
    await dispatchClipboard(page, "paste", { "text/plain": sample("calc-plain") });
    await expect.poll(() => names(page, 1)).toEqual(["two lines"]);
    await undo();
    await expect.poll(() => names(page, 1)).toEqual(["Ep 1"]);
    // An exported workbook has the column of the script before that of the video.
    await page.keyboard.press("Control+Home");
    for (const titles of [
      ["BATCH_NAME", "SCRIPT_PATH", "VIDEO_PATH", "LANGUAGE_CODE", "Comment"],
      ["Name des Batches", "Skript", "Video", "Sprache", "Kommentar"],
    ]) {
      const ours = [titles, ["Pilot", "https://e.org/a.srt", "season-2/a.mov", "FR-FR", "ours"]];
      await page.keyboard.press("Control+Home");
      await dispatchClipboard(page, "paste", {
        "text/plain": ours.map((row) => row.join("\t")).join("\n"),
      });
      await expect.poll(() => names(page, 2)).toEqual(["Pilot", "Ep 2"]);
      expect((await rowTexts(page, 1)).slice(0, 4)).toEqual([
        "Pilot",
        "season-2/a.mov",
        "https://e.org/a.srt",
        language,
      ]);
      await undo();
      await expect.poll(() => names(page, 1)).toEqual(["Ep 1"]);
    }
    // A paste of two columns at the last column is cut to one.
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("End");
    await dispatchClipboard(page, "paste", { "text/plain": "1\t2" });
    await page.getByText("Pasted 1 row, 1 column. 1 column did not fit").waitFor({
      state: "attached",
    });
    await undo();
    await expect.poll(() => names(page, 2)).toEqual(["Ep 1", "Ep 2"]);
    // A single value is pasted into every selected cell.
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+Shift+ArrowDown");
    await dispatchClipboard(page, "paste", { "text/plain": "All" });
    await expect.poll(() => names(page, 4)).toEqual(["All", "All", "All", "All"]);
    await undo();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+Space");
    const row = await dispatchClipboard(page, "cut");
    expect(row.text.split("\t")).toHaveLength(5);
    await expect.poll(() => rowTexts(page, 1)).toEqual(["", "", "", "", "1"]);
    await undo();
    await expect.poll(() => names(page, 1)).toEqual(["Ep 1"]);
  });

  test("uses the clipboard keys of the system", async () => {
    const { page } = await start();
    await page.keyboard.press("Control+c");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Control+v");
    await expect.poll(() => names(page, 2)).toEqual(["Ep 1", "Ep 1"]);
    await page.keyboard.press("Control+x");
    await expect.poll(() => names(page, 2)).toEqual(["Ep 1", ""]);
  });

  test("fills down, fills a block, and continues series with keys and with the fill handle", async () => {
    const { page, undo } = await start();
    await page.keyboard.press("Control+Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    await expect.poll(() => names(page, 4)).toEqual(["Ep 1", "Ep 1", "Ep 1", "Ep 1"]);
    await undo();
    await page.keyboard.type("Trailer");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => names(page, 4)).toEqual(["Trailer", "Trailer", "Trailer", "Trailer"]);
    await undo();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+Space");
    await page.keyboard.press("Delete");
    await page.keyboard.type("Part 07");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+Shift+Enter");
    await expect.poll(() => names(page, 3)).toEqual(["Part 07", "Part 08", "Part 09"]);
    await cellAt(page, 1, 1).click();
    const handle = await page.locator("[data-handle=fill]").boundingBox();
    const target = await cellAt(page, 5, 1).boundingBox();
    if (!handle || !target) throw new Error("no fill handle");
    await page.mouse.move(handle.x + 4, handle.y + 4);
    await page.mouse.down();
    await page.mouse.move(target.x + 20, target.y + 10, { steps: 6 });
    await page.mouse.up();
    await expect
      .poll(() => names(page, 5))
      .toEqual(["Part 07", "Part 08", "Part 09", "Part 10", "Part 11"]);
  });

  test("inserts, duplicates, moves and deletes rows; selects by mouse", async () => {
    const { page, undo } = await start();
    await page.keyboard.press("Alt+Enter");
    await expect.poll(() => names(page, 3)).toEqual(["Ep 1", "", "Ep 2"]);
    await undo();
    await page.keyboard.press("Alt+Shift+Enter");
    await expect.poll(() => names(page, 2)).toEqual(["", "Ep 1"]);
    await undo();
    await page.keyboard.press("Control+Shift+D");
    await expect.poll(() => names(page, 3)).toEqual(["Ep 1", "Ep 1", "Ep 2"]);
    await undo();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Alt+Shift+ArrowDown");
    await expect.poll(() => names(page, 3)).toEqual(["Ep 2", "Ep 1", "Ep 3"]);
    await page.keyboard.press("Alt+Shift+ArrowUp");
    await expect.poll(() => names(page, 3)).toEqual(["Ep 1", "Ep 2", "Ep 3"]);
    const numbers = page.locator("[role=rowheader]");
    await numbers.nth(1).click();
    await numbers.nth(2).click({ modifiers: ["Shift"] });
    await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(10);
    await numbers.nth(2).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete 2 rows" }).click();
    await expect.poll(() => names(page, 2)).toEqual(["Ep 1", "Ep 4"]);
    await page.getByText("Deleted 2 rows").waitFor({ state: "attached" });
    await undo();
    await expect.poll(() => names(page, 4)).toEqual(["Ep 1", "Ep 2", "Ep 3", "Ep 4"]);
    // A drag selects a block; a click on a title selects its column.
    const from = await cellAt(page, 1, 1).boundingBox();
    const to = await cellAt(page, 3, 2).boundingBox();
    if (!from || !to) throw new Error("no cells");
    await page.mouse.move(from.x + 30, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 30, to.y + 10, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(6);
    await page.getByRole("columnheader", { name: "Script" }).click();
    await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(4);
    await page.keyboard.press("Control+a");
    await expect.poll(() => page.locator("[role=gridcell][aria-selected=true]").count()).toBe(20);
  });

  test("resizes columns with the mouse and with keys; the titles and the first column remain visible", async () => {
    const { page } = await start({ width: 900, height: 600 });
    const head = page.getByRole("columnheader", { name: "Batch name" });
    const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
    const before = await width();
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await expect.poll(width).not.toBe(before);
    const box = await head.boundingBox();
    if (!box) throw new Error("no title");
    await page.mouse.move(box.x + box.width, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 330, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(330);
    await page.keyboard.press("End");
    await expect.poll(async () => (await head.boundingBox())?.x).toBe(box.x);
    const last = await cellAt(page, 1, 5).boundingBox();
    expect(last && last.x + last.width).toBeLessThanOrEqual(900);
  });

  test("marks problems while typing, with an icon and a message; F8 moves to the next one", async () => {
    const bad = [someRow(1), someRow(2, { name: "" }), someRow(3), someRow(4, { video: "a//b" })];
    const { page } = await start({ seedApplication: (db) => seedTables(db, bad) });
    await page.getByText("2 rows with errors").waitFor();
    await page.keyboard.press("F8");
    await expect.poll(() => activeCell(page)).toBe("Batch name, row 2: empty. Problem: Required");
    await page.getByRole("tooltip").getByText("Required").waitFor();
    expect(await cellAt(page, 2, 1).getAttribute("aria-invalid")).toBe("true");
    expect(await cellAt(page, 2, 1).locator("svg").count()).toBe(1);
    expect(await page.locator("[role=rowheader]").nth(1).getAttribute("aria-label")).toBe(
      "Row 2: Required",
    );
    await page.keyboard.press("F8");
    await expect
      .poll(() => activeCell(page))
      .toContain("Video, row 4: a//b. Problem: Neither a URL");
    await page.keyboard.press("F8");
    await expect.poll(() => activeCell(page)).toContain("row 2");
    await page.keyboard.press("Shift+F8");
    await expect.poll(() => activeCell(page)).toContain("row 4");
    // Validation runs while typing, before the edit is committed.
    await page.keyboard.type("https://media.example/a.mov");
    await expect.poll(() => cellAt(page, 4, 2).getAttribute("aria-invalid")).toBeNull();
    await page.keyboard.type(" ftp");
    await page.keyboard.press("Escape");
    await page.keyboard.press("F2");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("ftp://nas/a.mov");
    await page.getByRole("tooltip").getByText("Only http and https").waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("season-2/S02E04.mov");
    await page.keyboard.press("Enter");
    await page.getByText("1 row with errors").waitFor();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("Ep 1");
    await page.keyboard.press("Enter");
    await page.getByText("No errors").waitFor();
    await page.getByText("2 rows with warnings").waitFor();
    await page.keyboard.press("F8");
    await expect.poll(() => activeCell(page)).toContain("Warning: Another row has the same name");
  });

  test("scrolls and accepts input in 10,000 rows without long delays", long, async () => {
    const many = Array.from({ length: 9_990 }, (_, index) => someRow(index + 1));
    const columns = [
      "automaticInference",
      "noOfAlternativeTakes",
      "autoCasting",
      "removeBackgroud",
      "automaticSpeakerDetection",
      "noOfSpeakers",
      "sourceSpeakerSeparator",
      "importText",
      "importTiming",
    ];
    const { page } = await start({
      seedApplication: (db) => addTable(db, { id: 1, name: "Everything", columns, rows: many }),
    });
    await page.getByText("No errors").waitFor();
    await page.getByRole("grid").focus();
    await page.evaluate(() => {
      const own = window as unknown as { longTasks: number[] };
      own.longTasks = [];
      new PerformanceObserver((list) =>
        own.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({ type: "longtask" });
    });
    const typed = await page.evaluate(async () => {
      const grid = document.querySelector<HTMLElement>("[role=grid]");
      if (!grid) throw new Error("no grid");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      for (let turn = 0; turn < 30; turn++) {
        const begun = performance.now();
        grid.dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }),
        );
        await Promise.resolve();
        times.push(performance.now() - begun);
        await frame();
      }
      for (let turn = 0; turn < 60; turn++) {
        grid.scrollTop += 700;
        await frame();
      }
      return times.sort((a, b) => a - b);
    });
    // The limits are generous, because other processes may load the machine.
    expect(typed[Math.floor(typed.length / 2)]).toBeLessThan(100);
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await page.keyboard.type("Finale");
    await page.keyboard.press("Enter");
    await page.getByRole("grid").getByText("Finale").waitFor();
    const longest = await page.evaluate(() =>
      Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
    );
    expect(longest).toBeLessThan(1500);
    // Pasting stops at the maximum number of rows.
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await dispatchClipboard(page, "paste", {
      "text/plain": Array.from({ length: 30 }, (_, index) => `More ${index}`).join("\n"),
    });
    await page.getByText("20 rows did not fit: the table is full.", { exact: true }).waitFor();
    await page.getByText("10,000 rows").first().waitFor();
  });
});
