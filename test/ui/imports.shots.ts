/** Screenshots of the dialogs and panels that show what was assumed of a file. */
import { test } from "vitest";
import { describeWindow } from "./window";

const nameScript = "Anna\nHello there.\nBruno\nHow are you?\nClara\nFine.\nDora\nLet us go.\n";

describeWindow("Imports of files", (open) => {
  for (const [name, options] of [
    ["imports-light", { theme: "light" }],
    ["imports-dark", { theme: "dark" }],
    ["imports-narrow-de", { language: "de", width: 900, height: 600 }],
  ] as const) {
    test(`${name}-glossary`, async () => {
      const { page, backend, screenshot } = await open({
        at: "#/project/home/glossary",
        workspace: "local",
        ...options,
      });
      const text = Buffer.from(
        "My Show,,\nTerm,Language,Colour\n\xa3\xf3d\x9f,de-de,x\n",
        "latin1",
      );
      backend.dialogs.chooseFile = () => backend.file("words.csv", text);
      await page.getByRole("button", { name: /^(Import table|Tabelle importieren)…$/ }).click();
      await page.getByRole("dialog").getByRole("listitem").first().waitFor();
      await screenshot(`${name}-glossary`);
    });

    test(`${name}-casting`, async () => {
      const { page, backend, screenshot } = await open({
        at: "#/project/home/casting",
        ...options,
      });
      const [kind, languageId, oldVoice] = ["new" as const, null, ""];
      backend.overrideCall("casting.readSheet", () => ({
        path: "/casting.csv",
        name: "casting of the second season, approved by the client.csv",
        encoding: { name: "windows-1252" as const, isChosen: false, words: ["Łódź"] },
        changes: [
          { characterId: "anna", name: "Anna", languageId, oldVoice, newVoice: "Freja", kind },
        ],
        problems: [
          { row: 1, code: "casting-character-changed", message: "" },
          { row: 4, code: "casting-character-unknown", message: "" },
          { row: 5, code: "casting-language-several", message: "" },
        ],
        moreProblems: 7,
      }));
      await page.getByRole("button", { name: /^(Casting sheet|Besetzungsliste)$/ }).click();
      await page
        .getByRole("menuitem", { name: /(Read casting sheet|Besetzungsliste lesen)…$/ })
        .click();
      await page.getByRole("dialog").getByRole("tab").first().waitFor();
      await screenshot(`${name}-casting`);
    });

    test(`${name}-names`, async () => {
      const { page, backend, screenshot } = await open({
        at: "#/new-batch/home",
        workspace: "local",
        ...options,
      });
      const file = await backend.file("names.txt", nameScript);
      backend.dialogs.chooseFile = () => Promise.resolve(file);
      await page
        .getByRole("button", { name: /^(Choose file|Datei wählen)…$/ })
        .last()
        .click();
      const readNames = page.getByRole("button", {
        name: /^(Read them as names|Als Namen lesen)$/,
      });
      await readNames.scrollIntoViewIfNeeded();
      await screenshot(`${name}-names`);
      await readNames.click();
      await readNames.waitFor({ state: "detached" });
      await screenshot(`${name}-names-read`);
    });
  }
});
