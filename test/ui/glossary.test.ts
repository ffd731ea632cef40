import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { Database } from "../../main/common/database/database";
import { axeViolations } from "./axe";
import { addGlossaryLine } from "./seed";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/project/home/glossary";
const lines = (page: Page) => page.getByRole("grid", { name: "Glossary lines" });

describeWindow("Glossary screen", (open) => {
  test("is read-only with a hosted service: filters, sorts, searches and exports", async () => {
    const { page, backend } = await open({ at });
    await lines(page).getByText("Überfahrt").waitFor();
    await page.getByText("The glossary is edited at the service").waitFor();
    await lines(page).getByText("/ˈyːbɐˌfaːɐ̯t/").waitFor();
    await lines(page).getByText("“nay-toe”").waitFor();
    await lines(page).getByText("French (France)").waitFor();
    await lines(page).getByText("Case sensitive").waitFor();
    expect(await page.getByRole("button", { name: "Add line…" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Import table…" }).count()).toBe(0);
    await page.getByRole("combobox", { name: "Language" }).selectOption("de-de");
    await expect.poll(() => lines(page).getByRole("row").count()).toBe(2);
    await page.getByRole("combobox", { name: "Language" }).selectOption("");
    await lines(page).getByRole("button", { name: "Updated" }).click();
    await expect.poll(() => backend.lastInput("glossary.list")).toMatchObject({ sort: "updated" });
    backend.dialogs.saveFile = () => backend.file("glossary.csv");
    await page.getByRole("button", { name: "Export CSV…" }).click();
    await page.getByText("3 lines written to glossary.csv").waitFor();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("xyz");
    await page.getByText("Nothing matches “xyz”").waitFor();
  });

  test("adds several lines in succession by keyboard", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    await lines(page).focus();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add line" });
    await dialog.getByRole("textbox", { name: "Word" }).waitFor();
    await page.keyboard.type("Nantucket");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Required").waitFor();
    const language = dialog.getByRole("combobox", { name: "Language", exact: true });
    await expect
      .poll(() => language.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.keyboard.type("united states");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("nænˈtʌkɪt");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("“Nantucket” was added").waitFor();
    // The language is preserved, and the focus is in the field of the next word.
    await page.keyboard.type("Quahog");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await lines(page).getByText("Quahog").waitFor();
    expect(backend.lastInput("glossary.create")).toMatchObject({
      line: { word: "Quahog", languageId: "en-us", phonemization: "", caseSensitive: false },
    });
    await lines(page).getByText("Nantucket").waitFor();
  });

  test("edits a line, and shows errors of the service below their fields", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    await lines(page).getByText("NATO").dblclick();
    const dialog = page.getByRole("dialog", { name: "Edit line" });
    expect(await dialog.getByRole("checkbox", { name: "Case sensitive" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("textbox", { name: "Pronounce as" }).inputValue()).toBe(
      "nay-toe",
    );
    await dialog.getByRole("textbox", { name: "Phonemes" }).fill("neɪtoʊ");
    backend.failCall("glossary.change", "invalid-input", "", [
      { field: "phonemization", message: "must hold no control character" },
    ]);
    await page.keyboard.press("Enter");
    await dialog.getByText("must hold no control character").waitFor();
    backend.restoreCall("glossary.change");
    await page.keyboard.press("Enter");
    await page.getByText("“NATO” was changed").waitFor();
    await lines(page).getByText("/neɪtoʊ/").waitFor();
  });

  test("deletes lines; undo creates them again, and failed deletions are listed", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    await lines(page).getByText("NATO").click();
    await lines(page)
      .getByText("Saint-Jean")
      .click({ modifiers: ["Shift"] });
    await page.keyboard.press("Delete");
    await page.getByText("2 lines deleted").waitFor();
    await lines(page).getByText("NATO").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("2 lines restored").waitFor();
    await lines(page).getByText("NATO").waitFor();
    expect(backend.calledNames().filter((name) => name === "glossary.create").length).toBe(2);
    backend.overrideCall("glossary.delete", async ({ lineIds, ...input }, real) => {
      const done = await real({ ...input, lineIds: lineIds.filter((id) => id !== "g0") });
      return [...done, { id: "g0", problem: { code: "not-found" as const, message: "" } }];
    });
    await lines(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    const failed = page.getByRole("dialog", { name: "1 line could not be deleted" });
    await failed.getByText("Überfahrt").waitFor();
    backend.restoreCall("glossary.delete");
    await failed.getByRole("button", { name: "Retry failed" }).click();
    await page.getByText("The glossary is empty").waitFor();
  });

  test(
    "lists the rows of a CSV file that were not imported, with the labels of the fields",
    long,
    async () => {
      const csv = [
        "word,languageId,pronunciationLanguageId",
        "Elbe,de-de,",
        "Oder,xx-xx,",
        ",de-de,",
        "Rhein,de-de,yy-yy",
      ];
      const expected = {
        en: ["Row 3 Language: there is no", "Row 4 Word: ", "Row 5 Read in: there is no"],
        de: ["Zeile 3 Sprache: ", "Zeile 4 Wort: ", "Zeile 5 Sprache der Aussprache: "],
      };
      for (const language of ["en", "de"] as const) {
        const { page, backend } = await open({ at, language, workspace: "local" });
        backend.dialogs.chooseFile = () => backend.file("words.csv", csv.join("\n"));
        await page.getByRole("button", { name: /^(Import table|Tabelle importieren)…$/ }).click();
        const items = page.getByRole("dialog").getByRole("listitem");
        await expect.poll(() => items.count()).toBe(3);
        for (const [index, text] of expected[language].entries())
          expect(await items.nth(index).innerText()).toMatch(
            new RegExp(`^${text.replaceAll(" ", "\\s+")}`),
          );
      }
    },
  );

  test("asks for the encoding of a CSV file that is not certain before its import", async () => {
    const { page, backend } = await open({ at, workspace: "local" });
    const text = Buffer.from("My Show,\nTerm,Language\n\xa3\xf3d\x9f,de-de\n", "latin1");
    backend.dialogs.chooseFile = () => backend.file("words.csv", text);
    await page.getByRole("button", { name: "Import table…" }).click();
    const dialog = page.getByRole("dialog", { name: "Import “words.csv”" });
    const encoding = dialog.getByRole("combobox", { name: "Encoding" });
    await encoding.selectOption("utf-16le");
    await dialog.getByText("Chosen by you").waitFor();
    await encoding.selectOption("windows-1250");
    await dialog.getByText("Check these words: “Łódź”").waitFor();
    // The dialog lists what was assumed.
    const notes = dialog.getByRole("list", { name: "Notes on the file" });
    await notes.getByText("Row 2 has the names of the columns").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(backend.calledNames()).not.toContain("glossary.importCsv");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("1 line added, 0 lines changed").waitFor();
    await page.getByRole("row", { name: /Łódź/ }).waitFor();
  });

  test(
    "shows an empty glossary, stale data and 2,000 lines; disables actions while offline",
    long,
    async () => {
      const seedNone = (service: Database) => service.run("DELETE FROM glossary");
      const hosted = await open({ at, seed: seedNone });
      await hosted.page.getByText("The glossary is empty").waitFor();
      const write = hosted.page.getByRole("button", { name: "Export CSV…" });
      expect(await write.getAttribute("aria-disabled")).toBe("true");
      const unnamed = await open({
        at,
        seed(service) {
          seedNone(service);
          addGlossaryLine(service, "home", { id: "g0", word: "Überfahrt", languageId: "" });
        },
      });
      await lines(unnamed.page).getByText("Überfahrt").waitFor();
      unnamed.backend.dialogs.saveFile = () => unnamed.backend.file("glossary.csv");
      await unnamed.page.getByRole("button", { name: "Export CSV…" }).click();
      await unnamed.page.getByText("1 line written to glossary.csv").waitFor();
      const offline = await open({
        at,
        isOnline: false,
        cacheAge: 120,
        announced: { extensions: ["glossary"] },
      });
      await offline.page.getByText("Showing data from 2 hours ago.").waitFor();
      const add = offline.page.getByRole("button", { name: "Add line…" });
      expect(await add.getAttribute("aria-disabled")).toBe("true");
      const { page } = await open({
        at,
        width: 900,
        height: 600,
        workspace: "local",
        cacheAge: 0,
        seed(service) {
          seedNone(service);
          service.transaction(() => {
            for (let index = 0; index < 2_000; index++)
              addGlossaryLine(service, "home", {
                id: `g${index}`,
                word: `Donaudampfschifffahrtsgesellschaftskapitän ${String(index).padStart(5, "0")}`,
                languageId: "tlh-x-unknown",
                pronounceAs: "dohnow ".repeat(30),
              });
          });
        },
      });
      await lines(page).getByText("00000").waitFor();
      await lines(page).focus();
      await page.keyboard.press("End");
      await lines(page).getByText("01999").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
      // A deletion of this many lines has no undo, so it requires a confirmation.
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");
      await page.getByRole("alertdialog", { name: "Delete 2,000 lines?" }).waitFor();
    },
  );

  test("axe reports no violations", async () => {
    const { page } = await open({ at, workspace: "local" });
    await lines(page).getByText("NATO").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("F2");
    await page.getByRole("dialog").getByRole("textbox", { name: "Word" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
