/** Rows from files: matched videos and scripts, spreadsheets, and files of the media gallery. */
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { rowsOf, seedTables, unnamedSrt } from "./bulk-seed";
import type { WindowBackend } from "./test-backend";
import { describeWindow, type OpenOptions } from "./window";

const emptyTable: OpenOptions = {
  at: "#/bulk/home/2",
  seedApplication: (application) => seedTables(application),
};
const grid = (page: Page) => page.getByRole("grid", { name: /^Batches/ });
const fill = async (page: Page, item: string) => {
  await grid(page).waitFor();
  await page.getByRole("button", { name: "Fill", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

/** Writes files to a folder, which the native dialog then returns. */
async function writeChosenFolder(backend: WindowBackend, ...names: string[]): Promise<string> {
  for (const name of names) await backend.file(`deliveries/${name}`, unnamedSrt);
  const folder = path.join(backend.filesFolder, "deliveries");
  backend.dialogs.chooseFolder = () => Promise.resolve(folder);
  return folder;
}

describeWindow("Dialog of matched files", (open) => {
  test("names the files that cannot be used, also if nothing matches", async () => {
    const { page, backend } = await open(emptyTable);
    const folder = await writeChosenFolder(backend, "S02E01.mxf", "notes.md");
    await fill(page, "From a folder…");
    const dialog = page.getByRole("dialog", { name: "Match files" });
    await dialog.getByText("1 file or folder cannot be used").waitFor();
    await dialog.getByText("Files that cannot be used").click();
    const named = `${path.join(folder, "S02E01.mxf")}: Format not accepted. Convert it to .mp4`;
    await dialog.getByText(named).waitFor();
    await dialog.getByText("Skipped: 1 other file").waitFor();
  });

  test("shows why files match, and changes the matches by keyboard", async () => {
    const { page, backend } = await open(emptyTable);
    const folder = await writeChosenFolder(
      backend,
      "S02E01.mov",
      "S02E01.de.srt",
      "S02E03.mov",
      "S02E03.docx",
      "S02E04.mov",
      "notes.txt",
      "S02E02_final.mov",
      "episode 202 old.xlsx",
      "episode 202 script.xlsx",
      "poster.png",
      "cover.jpg",
    );
    await fill(page, "From a folder…");
    const dialog = page.getByRole("dialog", { name: "Match files" });
    const pairs = dialog.getByRole("grid", { name: "Matched files" });
    await pairs.getByText("Same name with a language").waitFor();
    await pairs.getByText("Same episode number").waitFor();
    await pairs.getByText("Same name", { exact: true }).waitFor();
    await pairs.getByText("No script found").waitFor();
    await pairs.getByText("German (Germany)?").waitFor();
    await dialog.getByText("Skipped: 1 script and 2 other files").click();
    await dialog.getByText(path.join(folder, "poster.png")).waitFor();
    const add = dialog.getByRole("button", { name: "Add 4 rows" });
    expect(await add.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByText("Confirm the languages first.").first().waitFor();
    // Another script for the second row, and the unmatched one for the fourth.
    await pairs.focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await pairs.getByText("episode 202 script.xlsx").waitFor();
    await pairs.getByText("Chosen by you").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.type("notes");
    await page.keyboard.press("Enter");
    await dialog.getByText("Skipped: 2 other files").waitFor();
    // The video of a row cannot be changed.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.type("x");
    expect(await pairs.getByRole("textbox").count()).toBe(0);
    // After Escape, Tab leaves the table.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe("summary");
    await dialog.getByRole("radio", { name: /Yes, use it/ }).check();
    await pairs.getByText("German (Germany)", { exact: true }).waitFor();
    await add.click();
    await page.getByText("4 rows added").waitFor();
    await expect
      .poll(async () =>
        (await rowsOf(backend, 2)).map((row) => [row.language, path.relative(folder, row.script)]),
      )
      .toEqual([
        ["de-de", "S02E01.de.srt"],
        ["", "episode 202 script.xlsx"],
        ["", "S02E03.docx"],
        ["", "notes.txt"],
      ]);
    // One undo step removes all added rows.
    await grid(page).focus();
    await page.keyboard.press("Control+z");
    await expect.poll(() => rowsOf(backend, 2)).toEqual([]);
  });

  test("opens for files that are dropped on the table, and distinguishes scripts with the same name", async () => {
    const { page, backend } = await open(emptyTable);
    const folder = await writeChosenFolder(
      backend,
      "S02E01.mov",
      "draft/S02E01.srt",
      "final/S02E01.srt",
    );
    await grid(page).waitFor();
    const drag = (types: readonly string[]) =>
      grid(page).evaluate((target, kinds) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["x"], "deliveries"));
        for (const kind of kinds)
          target.dispatchEvent(
            new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
          );
      }, types);
    await drag(["dragenter", "dragover"]);
    await page.getByText("Drop to fill the table").waitFor();
    await drag(["drop"]);
    const pairs = page.getByRole("grid", { name: "Matched files" });
    await pairs.waitFor();
    expect(await page.getByText("Drop to").count()).toBe(0);
    await pairs.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("F2");
    const option = (name: string) => page.getByRole("option", { name, exact: true });
    await option("S02E01.srt deliveries/final").waitFor();
    const first = option("S02E01.srt deliveries/draft");
    expect(await first.getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await pairs.getByText("Chosen by you").waitFor();
    await page.getByRole("button", { name: "Add 1 row" }).click();
    await expect
      .poll(async () => (await rowsOf(backend, 2))[0]?.script)
      .toBe(path.join(folder, "final/S02E01.srt"));
    // The shell would upload files that are dropped on other screens.
    expect(backend.calledNames()).not.toContain("plans.create");
  });

  test("fits a small window in German", async () => {
    const { page, backend } = await open({
      ...emptyTable,
      language: "de",
      width: 900,
      height: 600,
    });
    await writeChosenFolder(backend, "S02E02_final.mov", "episode 202 script.xlsx", "poster.png");
    await page.getByRole("button", { name: "Füllen" }).click();
    await page.getByRole("menuitem", { name: "Aus einem Ordner…" }).click();
    await page.getByText("Gleiche Folgennummer").waitFor();
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWider).toBe(false);
  });
});

describeWindow("Import and export of spreadsheets", (open) => {
  test("shows the problems of a file and the columns that it uses, recognizes names, and exports the rows", async () => {
    const { page, backend } = await open(emptyTable);
    backend.dialogs.chooseFile = () =>
      backend.file(
        "season-2.csv",
        [
          "BATCH_NAME,VIDEO_PATH,LANGUAGE_CODE,autoCasting,noOfAlternativeTakes",
          "Ep 1,season-2/episode-01/S02E01_conform.mov,französisch,Ja,",
          "Ep 2,season-2/episode-02/S02E02_conform.mov,Klingon,,5",
        ].join("\n"),
      );
    await fill(page, "From a spreadsheet…");
    const dialog = page.getByRole("dialog", { name: "Not everything could be read" });
    await dialog.getByText("2 rows read. 3 problems found in the file.").waitFor();
    await dialog.getByText("Row 3, LANGUAGE_CODE").waitFor();
    await dialog.getByText("“Klingon” is not a known language code.").waitFor();
    await dialog.getByRole("button", { name: "Add 2 rows" }).click();
    await page.getByRole("columnheader", { name: "Cast characters automatically" }).waitFor();
    await expect
      .poll(async () =>
        (await rowsOf(backend, 2)).map(({ language, settings }) => ({ language, settings })),
      )
      .toEqual([
        { language: "fr-fr", settings: { autoCasting: "true" } },
        { language: "Klingon", settings: { noOfAlternativeTakes: "5" } },
      ]);
    await page
      .getByRole("rowheader", { name: /^Row 2: .*Not a language of the service.*Out of range/ })
      .waitFor();
    const file = path.join(backend.filesFolder, "exported.csv");
    backend.dialogs.saveFile = () => Promise.resolve(file);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Export as .csv…" }).click();
    await page.getByText(`Saved as ${file}`).waitFor();
  });
});

describeWindow("The encoding of an imported table", (open) => {
  test("can be chosen before its rows are added", async () => {
    const { page, backend } = await open(emptyTable);
    const text = "BATCH_NAME,VIDEO_PATH\n\xa3\xf3d\x9f,a.mp4\n";
    backend.dialogs.chooseFile = () => backend.file("table.csv", Buffer.from(text, "latin1"));
    await fill(page, "From a spreadsheet…");
    const encoding = page.getByRole("dialog").getByRole("combobox", { name: "Encoding" });
    await encoding.selectOption("windows-1250");
    const dialog = page.getByRole("dialog", { name: "Check the encoding" });
    await dialog.getByText("Check these words: “Łódź”").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 1 row" }).click();
    await expect
      .poll(async () => (await rowsOf(backend, 2)).map(({ name }) => name))
      .toEqual(["Łódź"]);
  });
});

describeWindow("Folder of the media gallery", (open) => {
  test("becomes the rows of a table: one for each file", async () => {
    const { page, backend } = await open({ ...emptyTable, at: "#/media" });
    const list = page.getByRole("grid", { name: "Files and folders" });
    await list.getByText("season-2").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Create batches from its files…" }).click();
    const dialog = page.getByRole("dialog", { name: /Create batches/ });
    const confirm = dialog.getByRole("button", { name: "Continue" });
    expect(await confirm.getAttribute("aria-disabled")).toBe("true");
    await dialog.getByRole("combobox", { name: "Project" }).fill("long way");
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Table").selectOption({ label: "Trailers for all markets" });
    await confirm.click();
    await page.getByText("30 rows added").waitFor();
    await grid(page).getByText("S02E01_conform", { exact: true }).waitFor();
    await expect
      .poll(async () => (await rowsOf(backend, 2)).map(({ video }) => video))
      .toContain("season-2/episode-01/S02E01_conform.mov");
  });
});
