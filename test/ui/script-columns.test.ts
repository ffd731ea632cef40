/** The columns of tables and the encoding of text files, which the user says in the window. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { seedTables } from "./bulk-seed";
import type { WindowBackend } from "./test-backend";
import { describeWindow, type Window } from "./window";
import { documentOf, paragraph, tableOf } from "../helpers/script-files";
import { long } from "../long";

const dialogueList = [
  "The Lamp;;;",
  "",
  "Speaker;Fassung A;Fassung B;Notiz",
  "Mara;Is anybody there?;Ist da jemand?;leise",
  "Wirt;Only the wind.;Nur der Wind.;",
].join("\n");
const polish = Buffer.from("Character,Text_EN-GB\nAnna,\xb3\xf3d\x9f\n", "latin1");

async function choose(backend: WindowBackend, name: string, content: string | Uint8Array) {
  const file = await backend.file(name, content);
  backend.dialogs.chooseFile = () => Promise.resolve(file);
  return file;
}
const panel = (page: Window["page"]) =>
  page.getByRole("region", { name: "Contents of the script" });
const contentOf = (root: ReturnType<typeof panel>, column: string) =>
  root.getByRole("combobox", { name: `Content of the column “${column}”` });
/** Chooses an option by the arrow keys: typing its title would depend on the time between keys. */
async function pressTo(select: ReturnType<typeof contentOf>, value: string): Promise<void> {
  await select.press("Home");
  for (let presses = 0; presses < 100 && (await select.inputValue()) !== value; presses += 1)
    await select.press("ArrowDown");
  expect(await select.inputValue()).toBe(value);
}

describeWindow("Columns of a script", (open) => {
  test("are asked for once for a header, by keyboard", async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    await choose(backend, "one.csv", dialogueList);
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    const columns = panel(page);
    await columns.getByText("What do the columns contain?").waitFor();
    const header = columns.getByRole("combobox", { name: "Row with the names of the columns" });
    // No name of a text is known: the fullest row is proposed.
    expect(await header.inputValue()).toBe("3");
    await header.press("Home");
    await contentOf(columns, "A").waitFor();
    await header.selectOption("3");
    await expect.poll(() => contentOf(columns, "Speaker").inputValue()).toBe("character");
    await columns.getByRole("button", { name: "Use these columns" }).focus();
    await page.keyboard.press("Enter");
    await columns.getByRole("alert").getByText("Choose the column with the text.").waitFor();
    await pressTo(contentOf(columns, "Fassung A"), "text:en-gb");
    await contentOf(columns, "Fassung B").selectOption("text:de-de");
    await contentOf(columns, "Notiz").selectOption("text:de-de");
    await columns.getByRole("button", { name: "Use these columns" }).focus();
    await page.keyboard.press("Enter");
    await columns.getByRole("alert").getByText("Two columns have the same content.").waitFor();
    await contentOf(columns, "Notiz").press("Home");
    expect(await axeViolations(page)).toEqual([]);
    await columns.getByRole("button", { name: "Use these columns" }).focus();
    await page.keyboard.press("Enter");
    await columns.getByText("Columns assigned by you").waitFor();
    await columns.getByText("2 lines · 2 characters · English", { exact: false }).waitFor();
    await columns.getByText("1 note", { exact: true }).waitFor();

    // Another file with the header: nothing is asked, and the answer can be changed.
    await choose(backend, "two.csv", dialogueList.replace("The Lamp", "The Storm"));
    await columns.waitFor();
    await page.getByRole("button", { name: "Choose another…" }).last().click();
    await page.getByText("two.csv").first().waitFor();
    await columns.getByText("Columns assigned by you").click();
    await expect.poll(() => contentOf(columns, "Fassung B").inputValue()).toBe("text:de-de");
    await columns.getByRole("button", { name: "Recognize again" }).click();
    await columns.getByText("What do the columns contain?").waitFor();
  });

  test("of a table in a .docx are asked for too", long, async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    const rows = [
      ["Fassung A", "Fassung B", "Wer"],
      ["Is anybody there?", "Ist da jemand?", "Mara"],
      ["Only the wind.", "Nur der Wind.", "Wirt"],
    ];
    await choose(backend, "one.docx", documentOf(paragraph("The Lamp") + tableOf(...rows)));
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    const columns = panel(page);
    await columns.getByText("What do the columns contain?").waitFor();
    await pressTo(contentOf(columns, "Fassung A"), "text:en-gb");
    await pressTo(contentOf(columns, "Wer"), "character");
    await columns.getByRole("button", { name: "Use these columns" }).press("Enter");
    await columns.getByText("Columns assigned by you").waitFor();
    await columns.getByText("2 lines · 2 characters · English", { exact: false }).waitFor();
  });

  test("stay with their names when the file is written again meanwhile", long, async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    await choose(backend, "one.csv", dialogueList);
    await page.getByRole("button", { name: "Choose file…" }).last().click();
    const columns = panel(page);
    await pressTo(contentOf(columns, "Fassung A"), "text:en-gb");
    await backend.file("one.csv", dialogueList.replace(/^(.*?);(.*?);(.*?);/gm, "$1;$3;$2;"));
    const names = columns.locator("tr.header td");
    await expect.poll(() => names.nth(1).textContent()).toBe("Fassung B");
    expect(await contentOf(columns, "Fassung A").inputValue()).toBe("text:en-gb");
    expect(await contentOf(columns, "Fassung B").inputValue()).toBe("ignore");
  });

  test("are asked for in the scripts of other languages of a new batch", long, async () => {
    const { page, backend } = await open({ at: "#/new-batch/home" });
    const names = ["film.de.csv", "film.fr.csv"];
    await backend.file("film.de.csv", "ID,Character,Text_DE-DE\n1,Mara,Ja\n");
    await backend.file("film.fr.csv", "Nr,Speaker,Dialogue,Notes\n1,Mara,Oui,Note\n");
    await page.getByRole("form", { name: "The batch" }).evaluate((form, dropped) => {
      const dataTransfer = new DataTransfer();
      for (const name of dropped) dataTransfer.items.add(new File(["x"], name));
      form.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, names);
    const targets = page.getByRole("group", { name: "Scripts of other languages" });
    await targets.getByText("What do the columns contain?").waitFor();
    await expect.poll(() => contentOf(targets, "Dialogue").inputValue()).toBe("text:fr-fr");
    expect(await axeViolations(page)).toEqual([]);
    await targets.getByRole("button", { name: "Use these columns" }).press("Enter");
    await targets.getByText("Columns assigned by you").waitFor();
  });

  test("are asked for in a row of a bulk table, with the encoding", long, async () => {
    const { page, backend } = await open({
      at: "#/bulk/home/1",
      seedApplication: (application) => seedTables(application),
    });
    const script = await choose(backend, "one.csv", polish);
    const grid = page.getByRole("grid", { name: /^Batches of/ });
    await grid.focus();
    const openDialog = async () => {
      await page.getByRole("button", { name: "Fill", exact: true }).click();
      await page.getByRole("menuitem", { name: "Columns and encoding of the script…" }).click();
    };
    await page.getByRole("button", { name: "Fill", exact: true }).click();
    await page.getByRole("menuitem", { name: "Choose a script for this row…" }).click();
    await page.getByText("one.csv").first().waitFor();
    await openDialog();
    const dialog = page.getByRole("dialog", { name: "Columns and encoding of “one.csv”" });
    const encoding = dialog.getByRole("combobox", { name: "Encoding" });
    await dialog.getByText("Check these words:", { exact: false }).waitFor();
    await encoding.selectOption("windows-1250");
    await dialog.getByText("Check these words: “łódź”").waitFor();
    await expect
      .poll(() => backend.lastInput("scripts.setEncoding"))
      .toEqual({ path: script, encoding: "windows-1250" });
    await dialog.getByText("Columns", { exact: true }).click();
    await contentOf(dialog, "Text_EN-GB").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // The section stays open when the file is read again.
    await encoding.selectOption("windows-1252");
    await dialog.getByText("Check these words: “³ódŸ”").waitFor();
    expect(await contentOf(dialog, "Text_EN-GB").isVisible()).toBe(true);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => backend.calledNames()).toContain("bulk.dryRun");
  });
});
