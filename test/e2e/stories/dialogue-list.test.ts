/**
 * A dialogue list as other programs write it becomes a batch with the columns that the user
 * assigns, and its target script with one wrong id shows which lines get a text; by keyboard.
 */
import type { Locator } from "playwright";
import { expect } from "vitest";
import { bodyOf } from "../../helpers/local-workspace";
import { batchesOf, expectAccessible } from "./bulk-actions";
import {
  createProject,
  localService,
  openProjectId,
  startLocalWorkspace,
  writeFiles,
} from "./user-actions";
import { longStory } from "./story";

/** Title rows, times with decimal commas, and two languages that the header does not name. */
const dialogueList = [
  "Die Lampe;;;;;",
  "Fassung 3 vom 12. März;;;;;",
  "",
  "Loop;TC In;TC Out;Speaker;Dialogue;Fassung",
  "101;1,5;2,75;Mara;Is anybody there?;Ist da jemand?",
  "102;3,0;4,25;Wirt;Only the wind.;Nur der Wind.",
  "103;5,25;6,5;Mara;Good night.;Gute Nacht.",
].join("\r\n");
const targetScript = [
  "ID,Character,Text_FR-FR",
  "101,Mara,Il y a quelqu’un ?",
  "1O2,Wirt,Rien que le vent.",
  "103,Mara,Bonne nuit.",
].join("\n");

async function press(control: Locator, key = "Enter"): Promise<void> {
  await control.focus();
  await control.press(key);
}
/** Chooses an option of a select by the arrow keys. */
async function pressTo(select: Locator, value: string): Promise<void> {
  await select.press("Home");
  for (let presses = 0; presses < 100 && (await select.inputValue()) !== value; presses += 1)
    await select.press("ArrowDown");
  expect(await select.inputValue()).toBe(value);
}

longStory("assigns the columns of a dialogue list, and previews its target script", async (app) => {
  const { page, stubDialogs } = app;
  await startLocalWorkspace(app);
  const service = await localService(app);
  const [list = "", french = ""] = writeFiles(app.profile, {
    "Dialogliste.csv": dialogueList,
    "lampe.fr.csv": targetScript,
  });
  await createProject(page, {
    name: "The Lamp",
    type: "Audio production",
    targets: ["English (United States)", "German"],
  });
  const projectId = openProjectId(page);

  await press(page.getByRole("button", { name: "New batch" }).first());
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.type("The Lamp");
  await stubDialogs({ open: [list] });
  await press(form.getByRole("button", { name: "Choose file…" }).first());
  const panel = page.getByRole("region", { name: "Contents of the script" });
  await panel.getByText("What do the columns contain?").waitFor();
  const header = panel.getByRole("combobox", { name: "Row with the names of the columns" });
  await expect.poll(() => header.inputValue()).toBe("4");
  const contentOf = (column: string) =>
    panel.getByRole("combobox", { name: `Content of the column “${column}”` });
  const proposed = ["Loop", "TC In", "TC Out", "Speaker"].map((name) =>
    contentOf(name).inputValue(),
  );
  expect(await Promise.all(proposed)).toEqual(["id", "start", "end", "character"]);
  await expectAccessible(page, "a table whose columns are uncertain");
  await pressTo(contentOf("Dialogue"), "text:en-us");
  await pressTo(contentOf("Fassung"), "text:de-de");
  await press(panel.getByRole("button", { name: "Use these columns" }));
  await panel.getByText("Columns assigned by you").waitFor();
  await panel.getByText("3 lines · 2 characters", { exact: false }).waitFor();
  await press(form, "Control+Enter");
  await page.getByRole("complementary", { name: "Details" }).waitFor();
  const [batch] = await batchesOf(service, projectId, 1);
  const batchId = String(batch?.["id"]);
  const linesOf = async () =>
    bodyOf<{
      lines: { character: string; startMs: number; texts: Record<string, string> }[];
    }>(await service.get(`/local/batches/${batchId}/lines?limit=100`)).lines;
  await expect
    .poll(async () =>
      (await linesOf()).map(({ character, startMs, texts }) => [character, startMs, texts]),
    )
    .toEqual([
      ["Mara", 1500, { "en-us": "Is anybody there?", "de-de": "Ist da jemand?" }],
      ["Wirt", 3000, { "en-us": "Only the wind.", "de-de": "Nur der Wind." }],
      ["Mara", 5250, { "en-us": "Good night.", "de-de": "Gute Nacht." }],
    ]);

  await press(page.getByRole("button", { name: "Add languages…" }));
  const dialog = page.getByRole("dialog", { name: /^Add languages to/ });
  const languages = dialog.getByRole("combobox", { name: "Languages" });
  await languages.focus();
  await page.keyboard.type("French (France)");
  await page.getByRole("option", { name: "French (France)" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await stubDialogs({ open: [french] });
  await press(dialog.getByRole("button", { name: "Choose file…" }).first());
  const preview = dialog.getByRole("region", {
    name: "Lines that get a text in French (France)",
  });
  await preview.getByText("2 of 3 rows have a line · 1 line of the batch gets no text").waitFor();
  await preview.getByText("Row 3", { exact: true }).waitFor();
  await preview.getByText("No line of the batch has the ID 1O2", { exact: false }).waitFor();
  await expectAccessible(page, "the preview of a target script");
  await press(dialog.getByRole("button", { name: "Add 1 language" }));
  await dialog.waitFor({ state: "detached" });
  await expect
    .poll(async () => (await linesOf()).map(({ texts }) => texts["fr-fr"] ?? null))
    .toEqual(["Il y a quelqu’un ?", null, "Bonne nuit."]);
});
