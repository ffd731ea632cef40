import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { hostedWorkspace } from "./fake-data";
import { describeWindow, type Window } from "./harness";

const srt = "/home/sam/ep4.es.srt";
const pick = async (page: Window["page"], language: RegExp) => {
  await page.getByRole("button", { name: "Add languages…" }).click();
  await page.getByRole("combobox", { name: "Languages" }).click();
  await page.getByRole("option", { name: language }).click();
  await page.keyboard.press("Escape");
};

describeWindow("languages added to a batch", (open) => {
  test("take a target script from disk, checked, with its speaker separator", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      outbox: {
        chosenScript: srt,
        reports: {
          [srt]: { languages: ["es-es"], separator: { text: " - ", speakers: ["Anna", "Ben"] } },
        },
      },
    });
    await pick(page, /Spanish/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Choose file…" }).click();
    await dialog.getByText("ep4.es.srt").waitFor();
    await dialog.getByText("No problems found").waitFor();
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
      order: {
        batchId: "ep4",
        batchName: expect.any(String) as string,
        languages: [
          { languageId: "es-es", script: { kind: "file", path: srt }, speakerSeparator: " - " },
        ],
      },
      replaces: null,
    });
    // What waits is on the screen of the batch, and is changed from there.
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

  test("are refused where the script has no text in the language", async () => {
    const csv = "/home/sam/ep4.csv";
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      outbox: { chosenScript: csv, reports: { [csv]: { languages: ["fr-fr"] } } },
    });
    await pick(page, /Spanish/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Choose file…" }).click();
    await dialog.getByText("No problems found").waitFor();
    await dialog.getByRole("button", { name: "Add 1 language" }).click();
    await dialog.getByText("The script has no text in this language").waitFor();
    expect(backend.calledNames()).not.toContain("outbox.addLanguages");
  });

  test("wait in the outbox without a network, and are edited from there when they were refused", async () => {
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline" })],
    });
    await pick(page, /Spanish/);
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByText("Sent automatically when the network is back").waitFor();
    await dialog.getByRole("button", { name: "Add 1 language" }).click();
    await dialog.waitFor({ state: "detached" });
    backend.outbox.entries = backend.outbox.entries.map((one) =>
      one.kind === "languages"
        ? {
            ...one,
            state: "refused",
            problem: { code: "invalid-input", message: "" },
            fields: [{ field: "languages[0].scriptPath", message: "no-text-in-language" }],
          }
        : one,
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

describeWindow("files dropped on the tables of a project", (open) => {
  test("become a new table, named after the folder, whose pairs are shown first", async () => {
    const { page, backend } = await open({ at: "#/bulk/home" });
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
    expect(backend.lastInput("bulk.match")).toMatchObject({ paths: ["/home/sam/season-3"] });
    expect(backend.calledNames()).not.toContain("plans.create");
  });
});
