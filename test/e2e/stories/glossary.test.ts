/** The glossary of a project: single lines, import and export. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { longStory } from "./story";
import {
  createProject,
  goToTab,
  selectOptions,
  startLocalWorkspace,
  expectToast,
  writeFiles,
} from "./user-actions";

longStory(
  "adds, edits, deletes, restores, imports, exports and searches glossary lines",
  async (app) => {
    const { page } = app;
    await startLocalWorkspace(app);
    await createProject(page, {
      name: "Audio guide",
      type: "Audio production",
      targets: ["German", "French"],
    });
    await goToTab(page, "Glossary");
    await page.getByText("The glossary is empty").waitFor();
    const lines = page.getByRole("grid", { name: "Glossary lines" });
    const row = (word: string) => lines.getByRole("row", { name: word });

    // Two lines in succession.
    await page.getByRole("button", { name: "Add line…" }).first().click();
    const form = page.getByRole("dialog", { name: "Add line" });
    await form.getByRole("textbox", { name: "Word" }).fill("Worcester");
    await selectOptions(page, "Language", "German");
    await form.getByRole("textbox", { name: "Pronounce as" }).fill("Wuster");
    await page.keyboard.press("Control+Enter");
    await form.getByText("“Worcester” was added").waitFor();
    await form.getByRole("textbox", { name: "Word" }).fill("Chișinău");
    await form.getByRole("textbox", { name: "Phonemes", exact: true }).fill("kiʃiˈnəw");
    await form.getByRole("checkbox", { name: "Case sensitive" }).check();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.waitFor({ state: "detached" });
    await row("Worcester").getByText("Wuster").waitFor();
    await row("Chișinău").getByText("kiʃiˈnəw").waitFor();

    // The word is required, and the dialog reports that.
    await page.getByRole("button", { name: "Add line…" }).click();
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.getByText("Required").first().waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });

    // Edited by keyboard.
    await row("Worcester").click();
    await page.keyboard.press("F2");
    const edit = page.getByRole("dialog", { name: "Edit line" });
    await edit.getByRole("textbox", { name: "Pronounce as" }).fill("Wusster");
    await page.keyboard.press("Enter");
    await expectToast(page, "“Worcester” was changed");
    await row("Worcester").getByText("Wusster").waitFor();

    // Deleted and restored.
    await row("Chișinău").click();
    await page.keyboard.press("Delete");
    await expectToast(page, "“Chișinău” was deleted");
    await row("Chișinău").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expectToast(page, "Line restored");
    await row("Chișinău").getByText("kiʃiˈnəw").waitFor();

    // Import: one line is new, one changes, one is invalid.
    const header =
      "word,languageId,phonemization,phonemizationLanguageId,pronunciationLanguageId,pronounceAs,caseSensitive";
    const [csv = ""] = writeFiles(path.join(app.profile, "files"), {
      "glossary.csv": [
        header,
        "Worcester,de-de,,,,Wuhster,false",
        "'=HYPERLINK(1),fr-fr,,,,Lien,false",
        ",fr-fr,,,,Rien,false",
      ].join("\r\n"),
    });
    await app.stubDialogs({ open: [csv] });
    await page.getByRole("button", { name: "Import table…" }).click();
    const report = page.getByRole("dialog", { name: "Table imported" });
    await report.getByText("1 line added, 1 line changed").waitFor();
    await report.getByText("Row 4").waitFor();
    await page.keyboard.press("Escape");
    await report.waitFor({ state: "detached" });
    await row("Worcester").getByText("Wuhster").waitFor();
    await row("=HYPERLINK(1)").waitFor();

    // Search, with and without diacritics.
    const search = page.getByRole("textbox", { name: "Search glossary" });
    await search.fill("chisi");
    await row("Worcester").waitFor({ state: "detached" });
    await row("Chișinău").waitFor();
    await search.fill("nobody says this");
    await page.getByText("Nothing matches “nobody says this”").waitFor();
    await page.getByRole("button", { name: "Clear search" }).click();
    await row("Worcester").waitFor();

    // Export: the same lines, and nothing that a spreadsheet evaluates.
    const file = path.join(app.profile, "out.csv");
    await app.stubDialogs({ saveAs: file });
    await page.getByRole("button", { name: "Export CSV…" }).click();
    await expectToast(page, "3 lines written to out.csv");
    const text = readFileSync(file, "utf8");
    const [first, ...rows] = text.trimEnd().split("\r\n");
    expect(first).toBe(`\uFEFF${header}`);
    expect(rows.sort()).toEqual([
      "'=HYPERLINK(1),fr-fr,,,,Lien,false",
      "Chișinău,de-de,kiʃiˈnəw,,,,true",
      "Worcester,de-de,,,,Wuhster,false",
    ]);
  },
);
