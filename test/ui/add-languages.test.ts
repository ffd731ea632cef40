import path from "node:path";
import { expect, test } from "vitest";
import { csvScript } from "../helpers/outbox-harness";
import { axeViolations } from "./axe";
import { addBatch, addLines } from "./seed";
import { withoutScriptStore } from "./test-backend";
import { describeWindow, type Window } from "./window";

/** A script with the separator " - " between speaker and text. */
const srtScript = [
  "1\n00:00:01,000 --> 00:00:02,500\nAnna - Hola\n",
  "2\n00:00:03,000 --> 00:00:04,500\nBen - Buenos días\n",
].join("\n");
/** Opens the dialog and selects one language. */
const selectLanguage = async (page: Window["page"], language: RegExp) => {
  await page.getByRole("button", { name: "Add languages…" }).click();
  await page.getByRole("combobox", { name: "Languages" }).click();
  await page.getByRole("option", { name: language }).click();
  await page.keyboard.press("Escape");
};

describeWindow("Add languages dialog of a batch", (open) => {
  test("accepts a target script from disk, checks it and suggests its speaker separator", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      ...withoutScriptStore,
    });
    const srt = await backend.file("ep4.es.srt", srtScript);
    backend.dialogs.chooseFile = () => Promise.resolve(srt);
    await selectLanguage(page, /Spanish \(Spain\)/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Choose file…" }).click();
    await dialog.getByText("ep4.es.srt").waitFor();
    await dialog.getByText("1 warning").waitFor();
    await dialog.getByRole("button", { name: "Use this separator" }).click();
    const separator = dialog.getByRole("textbox", { name: /^Speaker separator/ });
    await expect.poll(() => separator.inputValue()).toBe(" - ");
    await dialog.getByText("Sent automatically once the script is stored").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 1 language" }).click();
    await page.getByText("1 language will be added automatically").waitFor();
    expect(backend.lastInput("scripts.check")).toMatchObject({ path: srt, languageCode: "es-es" });
    expect(backend.lastInput("outbox.addLanguages")).toEqual({
      workspaceId: "northlight",
      projectId: "home",
      request: {
        batchId: "ep4",
        batchName: expect.any(String) as string,
        languages: [
          { languageId: "es-es", script: { kind: "file", path: srt }, speakerSeparator: " - " },
        ],
      },
      replaces: null,
    });
    // The screen of the batch shows the pending request, which can be edited there.
    await page.getByText("Languages are not added yet.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("main").getByRole("button", { name: "Edit…" }).click();
    await dialog.getByText("ep4.es.srt").waitFor();
    await dialog.getByText("No problems found").waitFor();
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(backend.lastInput("outbox.addLanguages")).toMatchObject({
      replaces: expect.any(Number) as number,
    });
  });

  test("adds a script for a language of the batch that has no text", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep9",
      workspace: "local",
      seed: (service) => {
        addBatch(service, {
          id: "ep9",
          name: "Ep 9",
          status: "ready",
          translations: [
            ["fr-fr", "ready"],
            ["de-de", "pending"],
          ],
        });
        addLines(service, "ep9", 2);
      },
    });
    const csv = await backend.file("ep9.de.csv", "ID,Text_DE-DE\n1,Eins\n2,Zwei\n");
    backend.dialogs.chooseFile = () => Promise.resolve(csv);
    const german = page.getByRole("row", { name: /German \(Germany\)/ });
    await german.getByText("No text", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Add a script…" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Choose file…" }).press("Enter");
    await dialog.getByText("ep9.de.csv").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Add 1 language" }).click();
    await expect
      .poll(() => backend.lastInput("outbox.addLanguages"))
      .toMatchObject({ request: { batchId: "ep9", languages: [{ languageId: "de-de" }] } });
  });

  test("a language without a text is translated, or starts from the source", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep9",
      announced: { extensions: ["dubs", "scripts"], capabilities: { translation: true } },
      width: 900,
      height: 600,
      overrides: { "dubs.beginTexts": () => undefined },
      seed: (service) => {
        addBatch(service, {
          id: "ep9",
          name: "Ep 9",
          status: "ready",
          translations: [
            ["fr-fr", "ready"],
            ["de-de", "pending"],
          ],
        });
        addLines(service, "ep9", 2);
      },
    });
    await page.getByRole("button", { name: "Start from the source" }).press("Enter");
    const input = { batchId: "ep9", languageId: "de-de" };
    await expect
      .poll(() => backend.lastInput("dubs.beginTexts"))
      .toMatchObject({ ...input, from: "source" });
    await page.getByRole("button", { name: "Translate", exact: true }).press("Enter");
    await expect
      .poll(() => backend.lastInput("dubs.beginTexts"))
      .toMatchObject({ ...input, from: "translation" });
    expect(await axeViolations(page)).toEqual([]);
  });

  test("shows which lines get the texts of a script with one wrong ID, by keyboard", async () => {
    const count = 1_000;
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      workspace: "local",
      seed: (service) => addLines(service, "ep4", count),
    });
    const idOf = (number: number) => (number === 2 ? "X-1" : number === 3 ? "003" : `${number}`);
    const rows = Array.from({ length: count }, (_row, index) => [
      idOf(index + 1),
      `Línea ${index + 1}`,
    ]);
    const csv = ["ID,Text_ES-ES", ...rows.map((cells) => cells.join(","))].join("\n");
    backend.dialogs.chooseFile = () => backend.file("ep4.csv", csv);
    await selectLanguage(page, /Spanish \(Spain\)/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Choose file…" }).press("Enter");
    await dialog
      .getByText("999 of 1,000 rows have a line · 1 line of the batch gets no text")
      .waitFor();
    const grid = dialog.getByRole("grid", { name: "Lines that get a text in Spanish (Spain)" });
    const cellsOf = async (text: string) => {
      const row = grid.getByRole("row").filter({ has: page.getByText(text, { exact: true }) });
      return (await row.getByRole("gridcell").allInnerTexts()).map((cell) => cell.split("\n"));
    };
    expect((await cellsOf("Línea 1")).slice(0, 2)).toEqual([["2"], ["1", "By ID"]]);
    expect((await cellsOf("Línea 2")).slice(0, 2)).toEqual([["3"], ["No line"]]);
    expect((await cellsOf("Línea 3")).slice(0, 2)).toEqual([["4"], ["3", "By changed ID"]]);
    await dialog.getByText("No line of the batch has the ID X-1").waitFor();
    await dialog.getByText("The ID 003 was read as 3").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await grid.focus();
    await page.keyboard.press("End");
    await grid.getByText("Línea 1000", { exact: true }).waitFor();
  });

  test("rejects a script that has no text in the language", async () => {
    const { page, backend } = await open({ at: "#/batch/home/ep4", workspace: "local" });
    backend.dialogs.chooseFile = () => backend.file("ep4.csv", csvScript(3, "FR-FR"));
    await selectLanguage(page, /Spanish \(Spain\)/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Choose file…" }).click();
    await dialog.getByText("No problems found").waitFor();
    await dialog.getByRole("button", { name: "Add 1 language" }).click();
    await dialog.getByText("The script has no text in this language").waitFor();
    expect(backend.calledNames()).not.toContain("outbox.addLanguages");
  });

  test("adds a pending request while offline; a rejected one can be edited from the outbox", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      isOnline: false,
    });
    await selectLanguage(page, /Spanish \(Spain\)/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByText("Sent automatically when the network is back").waitFor();
    await dialog.getByRole("button", { name: "Add 1 language" }).click();
    await dialog.waitFor({ state: "detached" });
    backend.change((_service, application) =>
      application.run(
        "UPDATE outbox SET state = 'refused', error_code = 'invalid-input', error_message = '', fields = ?",
        JSON.stringify([{ field: "languages[0].scriptPath", message: "no-text-in-language" }]),
      ),
    );
    backend.changed("outbox");
    await page
      .getByText("Target script: The script has no text in this language", { exact: false })
      .waitFor();
    await page.evaluate(() => (location.hash = "#/outbox"));
    const row = page.getByRole("grid", { name: "Outbox" }).getByText("Languages of a batch");
    await row.dblclick();
    await dialog.getByText("The script has no text in this language").waitFor();
    expect(await page.evaluate(() => location.hash)).toBe("#/batch/home/ep4");
  });
});

describeWindow("Files dropped on the bulk tables screen", (open) => {
  test("create a table with the name of the folder, and open the dialog of matched files", async () => {
    const { page, backend } = await open({ at: "#/bulk/home" });
    const folder = path.dirname(await backend.file("season-3/S03E01.mov"));
    await page
      .getByRole("grid", { name: "Tables" })
      .or(page.getByText("No tables"))
      .first()
      .waitFor();
    const drag = (types: readonly string[]) =>
      page.evaluate((kinds) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["x"], "season-3"));
        for (const kind of kinds)
          document
            .querySelector("main h1")
            ?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      }, types);
    await drag(["dragenter", "dragover"]);
    await page.getByText("Drop to create a table").waitFor();
    await drag(["drop"]);
    await page.getByRole("dialog").waitFor();
    expect(backend.lastInput("bulk.createDraft")).toMatchObject({
      projectId: "home",
      name: "season-3",
    });
    expect(backend.lastInput("bulk.match")).toMatchObject({ paths: [folder] });
    expect(backend.calledNames()).not.toContain("plans.create");
  });
});
