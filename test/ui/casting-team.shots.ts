/** Screenshots of casting, glossary, team, languages, voices and users. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { glossaryFieldNames } from "../../preload/model/glossary-fields";
import { describeWindow } from "./window";

/** Shows only the voices with this name, and returns the cell of the first. */
async function findVoice(page: Page, name: string) {
  await page.getByRole("textbox", { name: "Search voices" }).fill(name);
  return page.getByRole("grid", { name: "Voices" }).getByText(name, { exact: true });
}

/** A glossary with an unknown language in row 7, and no word in row 8. */
const glossaryFile = [
  glossaryFieldNames.join(),
  ...["Harbour", "Lighthouse", "Undertow", "Low Tide", "Spyglass"].map(
    (word) => `${word},en-gb,,,en-gb,${word.toLowerCase()},false`,
  ),
  "Halyard,klingon,,,en-gb,hal-yard,false",
  ",en-gb,,,en-gb,low tide,false",
].join("\n");

describeWindow("Casting and team", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`voices, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/voices" });
      await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
      await page.getByRole("row", { name: /Alasdair/ }).click();
      await screenshot(`voices-${theme}`);
      expect(await page.getByRole("row").count()).toBeGreaterThan(2);
    });
    test(`users, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/users", workspace: "local" });
      await page.getByRole("grid", { name: "Users" }).getByText("Aiko Tanaka").click();
      await screenshot(`users-${theme}`);
      await page.keyboard.press("F2");
      await page.getByRole("dialog").getByLabel("E-mail").fill("aiko");
      await page.keyboard.press("Enter");
      await page.getByText("Not an e-mail address").waitFor();
      await screenshot(`users-edit-${theme}`);
    });
  }
  for (const theme of ["light", "dark"] as const) {
    test(`casting, ${theme}`, async () => {
      const at = "#/project/home/casting";
      const { page, backend, screenshot } = await open({ theme, at, workspace: "local" });
      const rows = page.getByRole("grid", { name: "Characters" });
      await rows.getByText("Bruno").click();
      backend.failCall("casting.assign", "not-found", "there is no such voice");
      await (await findVoice(page, "Oliver")).dblclick();
      await page.getByText("Not saved").waitFor();
      backend.restoreCall("casting.assign");
      await page.getByRole("button", { name: "Dismiss" }).click();
      backend.blockCall("casting.assign");
      await (await findVoice(page, "Lucía")).dblclick();
      await page.getByText("Lucía · saving…").waitFor();
      await page.getByRole("textbox", { name: "Search voices" }).fill("");
      await rows.getByText("Anna").click();
      await screenshot(`casting-${theme}`);
      await page.getByRole("button", { name: "Copy from another project…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Trailers").click();
      await screenshot(`casting-copy-${theme}`);
      await dialog.getByText("Trailers").dblclick();
      await dialog.getByRole("tab").first().waitFor();
      await screenshot(`casting-compare-${theme}`);
    });
  }
  test("casting, narrow", async () => {
    const at = "#/project/home/casting";
    const { page, screenshot } = await open({ width: 900, height: 600, at, workspace: "local" });
    const rows = page.getByRole("grid", { name: "Characters" });
    await rows.getByText("Anna").click();
    await screenshot("casting-narrow");
    await rows.getByText("Child 1").click({ modifiers: ["Shift"] });
    await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
    await screenshot("casting-several");
    await rows.getByText("Child 1").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Merge into…" }).waitFor();
    await screenshot("casting-menu");
    await page.keyboard.press("Escape");
    await rows.getByText("Child 1").click();
    await rows.getByText("Child 1").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Merge into…" }).click();
    await page.getByRole("dialog").getByText("Anna").click();
    await screenshot("casting-merge");
    const empty = await open({
      at,
      seed(service) {
        service.run("DELETE FROM batch_characters");
        service.run("DELETE FROM characters");
      },
    });
    await empty.page.getByText("No characters yet").waitFor();
    await empty.screenshot("casting-empty");
  });
  for (const theme of ["light", "dark"] as const) {
    test(`team, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/project/home/team" });
      await page.getByRole("button", { name: "Role of Aiko Tanaka: Editor" }).click();
      await page.getByRole("menu").waitFor();
      await screenshot(`team-${theme}`);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Add members…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Jean-Baptiste").click();
      await dialog.getByText("Tomás Herrera").click();
      await dialog.getByRole("radio", { name: "Editor" }).check();
      await dialog.getByText("1 new and 1 with another role").waitFor();
      await screenshot(`team-add-${theme}`);
    });
  }
  test("team, narrow", async () => {
    const at = "#/project/home/team";
    const { page, screenshot } = await open({ width: 900, height: 600, at });
    await page.getByRole("grid").getByText("Tomás Herrera").click();
    await page
      .getByRole("grid")
      .getByText("Aiko Tanaka")
      .click({ modifiers: ["Shift"] });
    await screenshot("team-several");
    await page.getByRole("button", { name: "Clear selection" }).click();
    await page.getByRole("button", { name: "Show or hide roles" }).click();
    await screenshot("team-narrow");
  });
  for (const theme of ["light", "dark"] as const) {
    test(`glossary and languages, ${theme}`, async () => {
      const at = "#/project/home/glossary";
      const { page, screenshot } = await open({ theme, at, workspace: "local" });
      await page.getByText("NATO").click();
      await screenshot(`glossary-${theme}`);
      await page.keyboard.press("F2");
      await page.getByRole("dialog").waitFor();
      await screenshot(`glossary-edit-${theme}`);
      const languages = await open({ theme, at: "#/project/home/languages" });
      await languages.page.getByRole("grid").getByText("German (Germany)").waitFor();
      await languages.screenshot(`languages-${theme}`);
      await languages.page.getByRole("button", { name: "Add languages…" }).click();
      await languages.page.keyboard.type("spa");
      await languages.page.keyboard.press("Enter");
      await languages.screenshot(`languages-add-${theme}`);
    });
  }
  test("glossary and languages, narrow", async () => {
    const narrow = { width: 900, height: 600 };
    const at = "#/project/home/glossary";
    const glossary = await open({ ...narrow, at, workspace: "local" });
    await glossary.page.getByText("NATO").waitFor();
    await glossary.screenshot("glossary-narrow");
    glossary.backend.dialogs.chooseFile = () => glossary.backend.file("glossary.csv", glossaryFile);
    await glossary.page.getByRole("button", { name: "Import table…" }).click();
    await glossary.page.getByText("Row 7").waitFor();
    await glossary.screenshot("glossary-import");
    const hosted = await open({
      at,
      seed: (service) => service.run("DELETE FROM glossary"),
    });
    await hosted.page.getByText("The glossary is empty").waitFor();
    await hosted.screenshot("glossary-empty");
    const languages = await open({ ...narrow, at: "#/project/home/languages" });
    await languages.page.getByRole("grid").getByText("German (Germany)").waitFor();
    await languages.screenshot("languages-narrow");
  });
  test("voices and users, narrow", async () => {
    const narrow = { width: 900, height: 600 };
    const voices = await open({ ...narrow, at: "#/voices" });
    await voices.page.getByRole("row", { name: /Abebe/ }).click();
    await voices.screenshot("voices-narrow");
    const users = await open({ ...narrow, at: "#/users" });
    await users.page.getByRole("grid", { name: "Users" }).waitFor();
    await users.screenshot("users-narrow");
    const empty = await open({
      at: "#/users",
      seed(service) {
        for (const table of ["team", "assignments", "users"]) service.run(`DELETE FROM ${table}`);
      },
    });
    await empty.page.getByText("No users yet").waitFor();
    await empty.screenshot("users-empty");
  });

  test("in German, narrow", async () => {
    const narrow = { width: 900, height: 600, language: "de", workspace: "local" } as const;
    for (const tab of ["casting", "glossary", "team", "languages"]) {
      const at = `#/project/home/${tab}`;
      const { page, screenshot } = await open({ ...narrow, at });
      await page.getByRole("grid").first().getByRole("row").nth(1).click();
      await screenshot(`${tab}-german`);
      if (tab !== "glossary") continue;
      await page.keyboard.press("n");
      await page.getByRole("dialog").waitFor();
      await screenshot("glossary-add-german");
    }
    const voices = await open({ ...narrow, at: "#/voices" });
    await voices.page.getByRole("row").nth(1).waitFor();
    await voices.screenshot("voices-german");
  });
});
