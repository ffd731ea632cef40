/** The columns of tables and the encoding of text files, which the user says in the window. */
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { seedTables } from "./bulk-seed";
import type { WindowBackend } from "./test-backend";
import { describeWindow, type Window } from "./window";

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
/** Chooses an option by typing its title. */
async function type(page: Window["page"], select: ReturnType<typeof contentOf>, title: string) {
  await select.focus();
  await page.keyboard.type(title);
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
    await type(page, header, "None");
    await contentOf(columns, "A").waitFor();
    await header.selectOption("3");
    await expect.poll(() => contentOf(columns, "Speaker").inputValue()).toBe("character");
    await columns.getByRole("button", { name: "Use these columns" }).focus();
    await page.keyboard.press("Enter");
    await columns.getByRole("alert").getByText("Choose the column with the text.").waitFor();
    await type(page, contentOf(columns, "Fassung A"), "English (United K");
    await type(page, contentOf(columns, "Fassung B"), "German");
    await type(page, contentOf(columns, "Notiz"), "German");
    await columns.getByRole("button", { name: "Use these columns" }).focus();
    await page.keyboard.press("Enter");
    await columns.getByRole("alert").getByText("Two columns have the same content.").waitFor();
    await type(page, contentOf(columns, "Notiz"), "Ignore");
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

  test("are asked for in a row of a bulk table, with the encoding", async () => {
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
    await type(page, encoding, "Windows-1250");
    await dialog.getByText("Check these words: “łódź”").waitFor();
    await expect
      .poll(() => backend.lastInput("scripts.setEncoding"))
      .toEqual({ path: script, encoding: "windows-1250" });
    await dialog.getByText("Columns", { exact: true }).click();
    await contentOf(dialog, "Text_EN-GB").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => backend.calledNames()).toContain("bulk.dryRun");
  });
});
