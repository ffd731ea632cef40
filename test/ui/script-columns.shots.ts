/** Screenshots of the columns and the encoding of scripts. */
import { test } from "vitest";
import { seedTables } from "./bulk-seed";
import { describeWindow } from "./window";

const dialogueList = [
  "Die Lampe;;;;;;",
  "Fassung 3 vom 12. M\xe4rz;;;;;;",
  "",
  "Loop;TC In;TC Out;Speaker;Dialogue;Fassung;Notiz",
  "101;1,5;2,75;Mara;Is anybody there?;Ist da jemand, der mich h\xf6ren kann?;leise",
  "102;3,0;4,25;Wirt;Only the wind.;Nur der Wind.;",
  "103;5,25;6,5;Mara;Good night.;Gute Nacht.;",
].join("\n");
const bytes = Buffer.from(dialogueList, "latin1");

describeWindow("Columns of scripts", (open) => {
  for (const [name, options] of [
    ["light", { theme: "light" }],
    ["dark", { theme: "dark" }],
    ["small", { theme: "light", width: 900, height: 600 }],
    ["german", { theme: "light", language: "de" }],
    ["small-german", { theme: "dark", language: "de", width: 900, height: 600 }],
  ] as const) {
    test(`a new batch, ${name}`, async () => {
      const { page, backend, screenshot } = await open({ at: "#/new-batch/home", ...options });
      const file = await backend.file("Dialogliste.csv", bytes);
      backend.dialogs.chooseFile = () => Promise.resolve(file);
      const isGerman = "language" in options;
      const choose = isGerman ? "Datei wählen…" : "Choose file…";
      await page.getByRole("button", { name: choose }).last().click();
      const table = isGerman ? "Erste Zeilen der Tabelle" : "First rows of the table";
      await page.getByRole("group", { name: table }).scrollIntoViewIfNeeded();
      await screenshot(`script-columns-${name}`);
    });
  }
  for (const [name, options] of [
    ["light", { theme: "light" }],
    ["small-german", { theme: "dark", language: "de", width: 900, height: 600 }],
  ] as const) {
    test(`a row of a bulk table, ${name}`, async () => {
      const { page, backend, screenshot } = await open({
        at: "#/bulk/home/1",
        seedApplication: (application) => seedTables(application),
        ...options,
      });
      const file = await backend.file("Dialogliste.csv", bytes);
      backend.dialogs.chooseFile = () => Promise.resolve(file);
      const isGerman = "language" in options;
      const fill = isGerman ? "Füllen" : "Fill";
      const choose = isGerman ? "Skript für diese Zeile wählen…" : "Choose a script for this row…";
      await page.getByRole("button", { name: fill, exact: true }).click();
      await page.getByRole("menuitem", { name: choose }).click();
      await page.getByText("Dialogliste.csv").first().waitFor();
      await page.getByRole("button", { name: fill, exact: true }).click();
      const title = isGerman
        ? "Spalten und Kodierung des Skripts…"
        : "Columns and encoding of the script…";
      await page.getByRole("menuitem", { name: title }).click();
      const table = isGerman ? "Erste Zeilen der Tabelle" : "First rows of the table";
      await page.getByRole("group", { name: table }).waitFor();
      await screenshot(`script-columns-bulk-${name}`);
    });
  }
});
