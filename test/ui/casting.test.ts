import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { VoiceChange } from "../../preload/contract/casting";
import { axeViolations } from "./axe";
import { addCharacter, addLines } from "./seed";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/project/home/casting";
const characters = (page: Page) => page.getByRole("grid", { name: "Characters" });
const voices = (page: Page) => page.getByRole("grid", { name: "Voices" });
/** Filters the voices by name, so that the row of this voice is visible. */
async function findVoice(page: Page, name: string) {
  await page.getByRole("textbox", { name: "Search voices" }).fill(name);
  return voices(page).getByText(name, { exact: true });
}
const rowOf = (page: Page, name: string) =>
  characters(page).getByRole("row").filter({ hasText: name });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

describeWindow("Casting screen", (open) => {
  test("warns of voices that do not speak a target language, and counts the lines of characters", async () => {
    const { page, backend } = await open({
      at,
      workspace: "local",
      seed: (service) => addLines(service, "ep4", 5),
      cacheAge: 3,
    });
    await backend.syncList({ kind: "voices", model: "local-basic" });
    await characters(page).getByRole("columnheader", { name: "Lines" }).waitFor();
    await rowOf(page, "Anna").getByText("2", { exact: true }).waitFor();
    await rowOf(page, "Child 1").click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("en-us");
    const voice = await findVoice(page, "Savannah");
    const row = voices(page).getByRole("row").filter({ hasText: "Savannah" });
    await row.getByText("Does not speak German (Germany)").waitFor();
    await row.getByText("adult · natural · English (United States) · Flite").waitFor();
    await voice.dblclick();
    await rowOf(page, "Child 1").getByText("Does not speak German (Germany)").waitFor();
  });

  test("assigns a voice in one language, which undo and an action remove", async () => {
    const { page, backend, screenshot } = await open({
      at,
      workspace: "local",
      seed(service) {
        addLines(service, "ep4", 5);
        service.run("INSERT INTO project_languages VALUES ('home', 1, 'en-us')");
      },
      cacheAge: 3,
    });
    await backend.syncList({ kind: "voices", model: "local-basic" });
    await page.getByRole("combobox", { name: "Voices for" }).selectOption("de-de");
    await page.getByRole("columnheader", { name: "Voice in German (Germany)" }).waitFor();
    // Of five characters; two have no voice.
    await page.getByText("All 3 assigned voices speak German (Germany)").first().waitFor();
    // The voices of the language are offered.
    await expect
      .poll(() => page.getByRole("combobox", { name: "Language", exact: true }).inputValue())
      .toBe("de-de");
    await rowOf(page, "Child 1").click();
    const reason = page.getByText("Choose a voice for all languages first").first();
    await reason.waitFor({ state: "attached" });
    await rowOf(page, "Anna").click();
    await page.getByRole("heading", { name: "Voice for Anna in German (Germany)" }).waitFor();
    await rowOf(page, "Anna").getByText("As in all languages").waitFor();
    await (await findVoice(page, "Dieter")).dblclick();
    await rowOf(page, "Anna").getByText("Only in German (Germany)").waitFor();
    await expect
      .poll(() => backend.lastInput("casting.assign"))
      .toMatchObject({
        assignments: [{ characterId: "anna", languageId: "de-de", voice: "Dieter" }],
      });
    await rowOf(page, "Anna").click();
    await screenshot("casting-language");
    await page.getByRole("combobox", { name: "Voices for" }).selectOption("");
    await rowOf(page, "Anna").getByText("German (Germany): Dieter").waitFor();
    await rowOf(page, "Anna").getByText("Annika").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Anna has the voice for all languages").waitFor();
    await expect.poll(() => rowOf(page, "Anna").getByText("Dieter").count()).toBe(0);
  });

  test("assigns voices to the uncast characters by keyboard only", async () => {
    const { page, backend } = await open({ at });
    await page.getByText("Still without a voice: 2").first().waitFor();
    await characters(page).focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "Voice for Child 1" }).waitFor();
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("Search voices");
    await page.keyboard.type("luc");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => voices(page).getByRole("row", { selected: true }).count()).toBe(1);
    await page.keyboard.press("Enter");
    await expect
      .poll(() => backend.lastInput("casting.assign"))
      .toMatchObject({ assignments: [{ characterId: "child", voice: "Lucía" }] });
    // The focus is on the next character without a voice, and the voices are no longer filtered.
    await page.getByRole("heading", { name: "Voice for The Harbour Master" }).waitFor();
    expect(await focused(page)).toBe("Characters");
    await rowOf(page, "Child 1").getByText("Lucía").waitFor();
    await page.getByText("Still without a voice: 1").first().waitFor();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => focused(page)).toBe("Search voices");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Characters");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focused(page)).toBe("Voices");
    // Text that is typed in the list is entered into the search field.
    await page.keyboard.type("oliver");
    await expect.poll(() => voices(page).getByRole("row").count()).toBe(1);
    await page.keyboard.press("Enter");
    await expect.poll(() => voices(page).getByRole("row", { selected: true }).count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByText("Every character has a voice").first().waitFor();
    await rowOf(page, "Harbour Master").getByText("Oliver").waitFor();
  });

  test("replaces a voice, and undo restores the previous one", long, async () => {
    const { page, backend } = await open({ at });
    await rowOf(page, "Anna").click();
    await findVoice(page, "Annika");
    await voices(page).getByText("current voice").waitFor();
    await findVoice(page, "Dieter");
    await voices(page).getByText("used by Bruno").waitFor();
    await (await findVoice(page, "Freja")).dblclick();
    await page.getByText("Anna now has the voice Freja").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Anna has the voice Annika again").waitFor();
    await rowOf(page, "Anna").getByText("Annika").waitFor();
    // The interface cannot remove a voice: a first assignment cannot be undone, and a message
    // reports it.
    await rowOf(page, "Child 1").click();
    await (await findVoice(page, "Wolfgang")).click();
    await page.getByRole("button", { name: "Assign" }).click();
    await rowOf(page, "Child 1").getByText("Wolfgang").waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Child 1 had no voice before").waitFor();
    expect(backend.calledNames().filter((name) => name === "casting.assign").length).toBe(3);
  });

  test(
    "undoes an assignment that was made during another undo, and one whose first undo failed",
    long,
    async () => {
      const { page, backend } = await open({ at });
      const waitForVoice = (name: string, text: string) =>
        rowOf(page, name).getByText(text).waitFor();
      await rowOf(page, "Anna").click();
      await (await findVoice(page, "Freja")).dblclick();
      await page.getByText("Anna now has the voice Freja").waitFor();
      const unblock = backend.blockCall("casting.assign");
      await page.keyboard.press("Control+z");
      await waitForVoice("Anna", "Annika · saving…");
      await rowOf(page, "Bruno").click();
      await (await findVoice(page, "Oliver")).dblclick();
      await waitForVoice("Bruno", "Oliver · saving…");
      unblock();
      await page.getByText("Anna has the voice Annika again").waitFor();
      await page.getByText("Bruno now has the voice Oliver").waitFor();
      // An undo that the service rejected can be repeated.
      backend.failCall("casting.assign", "service-error");
      await page.keyboard.press("Control+z");
      await rowOf(page, "Bruno").getByText("Not saved").waitFor();
      backend.restoreCall("casting.assign");
      await page.keyboard.press("Control+z");
      await page.getByText("Bruno has the voice Dieter again").waitFor();
      await waitForVoice("Bruno", "Dieter");
      expect(backend.lastInput("casting.assign")).toMatchObject({
        assignments: [{ characterId: "bruno", voice: "Dieter" }],
      });
    },
  );

  test("assigns one voice to several characters", long, async () => {
    const { page, backend } = await open({ at });
    await rowOf(page, "Anna").click();
    await rowOf(page, "Child 1").click({ modifiers: ["Shift"] });
    await page.getByRole("heading", { name: "One voice for 3 characters" }).waitFor();
    await page.getByRole("toolbar").getByRole("button", { name: "Find a voice" }).click();
    await page.keyboard.type("amélie");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => voices(page).getByRole("row", { selected: true }).count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByText("3 characters now have the voice Amélie").waitFor();
    expect(backend.lastInput("casting.assign")).toMatchObject({
      assignments: [{ voice: "Amélie" }, { voice: "Amélie" }, { voice: "Amélie" }],
    });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Child 1 had no voice before").waitFor();
    await page.getByText("2 characters have their previous voices again").waitFor();
  });

  test("shows a new voice immediately, and restores the previous one with the error if the call fails", async () => {
    const { page, backend } = await open({ at });
    await rowOf(page, "Bruno").click();
    const unblock = backend.blockCall("casting.assign");
    await (await findVoice(page, "Oliver")).dblclick();
    await rowOf(page, "Bruno").getByText("Oliver · saving…").waitFor();
    backend.failCall("casting.assign", "not-found", "there is no such voice");
    unblock();
    await rowOf(page, "Bruno").getByText("Not saved. Not found: there is no such voice").waitFor();
    await rowOf(page, "Bruno").getByText("Dieter").waitFor();
    backend.restoreCall("casting.assign");
    await page.getByRole("button", { name: "Retry" }).click();
    await rowOf(page, "Bruno").getByText("Oliver").waitFor();
    expect(await rowOf(page, "Bruno").getByText("Not saved").count()).toBe(0);
  });

  test("filters characters and voices", long, async () => {
    const { page, backend } = await open({ at });
    await page.getByRole("radio", { name: "Without a voice 2" }).click();
    await rowOf(page, "Anna").waitFor({ state: "detached" });
    await rowOf(page, "Child 1").click();
    await page.getByRole("combobox", { name: "Gender" }).selectOption("male");
    await voices(page).getByText("Amélie").waitFor({ state: "detached" });
    await page.getByRole("combobox", { name: "Timbre" }).selectOption("deep");
    await (await findVoice(page, "Wolfgang")).dblclick();
    // One row is removed from the filtered list, and the cursor is on the remaining row.
    await rowOf(page, "Child 1").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Voice for The Harbour Master" }).waitFor();
    await expect
      .poll(() => Object.keys(backend.preferences.get("views") ?? {}).sort())
      .toEqual(["casting", "casting-voices"]);
    await page.keyboard.press("Control+f");
    await page.keyboard.type("nobody");
    await page.getByText("Nothing matches “nobody”").waitFor();
  });

  test(
    "copies the selected voices from another project, and retries failed assignments",
    long,
    async () => {
      const { page, backend } = await open({
        at,
        seed(service) {
          service.run("UPDATE characters SET voice = 'Freja' WHERE id = 'trailer-anna'");
          const harbourMaster = "The Harbour Master of Saint-Jean-Cap-Ferrat";
          addCharacter(service, "trailers", "trailer-master", harbourMaster, "Oliver");
          addCharacter(service, "trailers", "trailer-child", "Child 1", "Oliver");
        },
      });
      await page.getByRole("button", { name: "Copy from another project…" }).click();
      const choose = page.getByRole("dialog", { name: "Copy casting from another project" });
      await choose.getByRole("textbox", { name: "Search projects" }).waitFor();
      await page.keyboard.type("trail");
      await page.keyboard.press("ArrowDown");
      await choose.getByRole("row", { name: "Trailers" }).waitFor();
      await choose.getByText("Trailers").dblclick();
      const preview = page.getByRole("dialog", { name: "Copy casting from “Trailers”" });
      await preview.getByRole("tab", { name: /^New\s*2/ }).waitFor();
      await preview.getByRole("tab", { name: /^Unchanged\s*1/ }).waitFor();
      await preview.getByRole("tab", { name: /^No match\s*1/ }).waitFor();
      await preview.getByRole("button", { name: "Copy 2 voices" }).waitFor();
      await preview.getByRole("tab", { name: /^Changed\s*1/ }).click();
      await preview.getByText("Anna").click();
      backend.overrideCall("casting.assign", async ({ assignments, ...input }, real) => {
        const others = assignments.filter(({ characterId }) => characterId !== "child");
        const done = await real({ ...input, assignments: others });
        const refused = { id: "child", problem: { code: "not-found" as const, message: "" } };
        // In the order of the assignments.
        return assignments.map(
          ({ characterId }) => done.find(({ id }) => id === characterId) ?? refused,
        );
      });
      await preview.getByRole("button", { name: "Copy 3 voices" }).click();
      const failed = page.getByRole("dialog", {
        name: "The voice could not be assigned to 1 character",
      });
      await failed.getByText("Child 1").waitFor();
      backend.restoreCall("casting.assign");
      await failed.getByRole("button", { name: "Retry failed" }).click();
      await rowOf(page, "Child 1").getByText("Oliver").waitFor();
      await rowOf(page, "Anna").getByText("Freja").waitFor();
      await page.getByText("Every character has a voice").first().waitFor();
    },
  );

  test("shows what a casting sheet changes, and assigns its voices", async () => {
    const { page, backend } = await open({ at });
    await rowOf(page, "Anna").waitFor();
    const changeOf = (characterId: string, name: string, newVoice: string): VoiceChange => ({
      characterId,
      name,
      languageId: null,
      oldVoice: "",
      newVoice,
      kind: "new",
    });
    const file = "/casting.csv";
    const anna = changeOf("anna", "Anna", "Freja");
    backend.overrideCall("scripts.setEncoding", () => undefined);
    backend.overrideCall("casting.readSheet", ({ path }) => ({
      path: file,
      name: "casting.csv",
      encoding: {
        name: path === undefined ? ("windows-1252" as const) : ("windows-1250" as const),
        isChosen: path !== undefined,
        words: [],
      },
      changes: path === undefined ? [anna] : [anna, changeOf("child", "Child 1", "Oliver")],
      problems: [{ row: 4, code: "casting-character-unknown", message: "" }],
      moreProblems: 7,
    }));

    await page.getByRole("button", { name: "Casting sheet" }).click();
    await page.getByRole("menuitem", { name: "Read casting sheet…" }).click();
    const preview = page.getByRole("dialog", { name: "Casting from “casting.csv”" });
    await preview.getByText("The project has no such character").waitFor();
    await preview.getByRole("button", { name: "Copy 1 voice" }).waitFor();
    await preview.getByRole("combobox", { name: "Encoding" }).selectOption("windows-1250");
    await preview.getByText("Chosen by you").waitFor();
    await preview.getByText("Notes and problems of the file: 8").first().waitFor();
    await preview.getByText("and 7 more").waitFor();

    expect(await axeViolations(page)).toEqual([]);
    await preview.getByRole("button", { name: "Copy 2 voices" }).click();
    await rowOf(page, "Child 1").getByText("Oliver").waitFor();
  });

  test("renames and merges characters if the service supports it", long, async () => {
    const hosted = await open({ at });
    await rowOf(hosted.page, "Anna").click({ button: "right" });
    await hosted.page.getByRole("menuitem", { name: "Find a voice" }).waitFor();
    expect(await hosted.page.getByRole("menuitem", { name: "Rename…" }).count()).toBe(0);
    const { page, backend } = await open({ at, workspace: "local" });
    await rowOf(page, "Child 1").click();
    await page.keyboard.press("F2");
    const rename = page.getByRole("dialog", { name: "Rename character" });
    backend.failCall("casting.rename", "invalid-input", "", [
      { field: "name", message: "another character has this name" },
    ]);
    await rename.getByLabel("Name").fill("Anna");
    await page.keyboard.press("Enter");
    await rename.getByText("another character has this name").waitFor();
    backend.restoreCall("casting.rename");
    await rename.getByLabel("Name").fill("Elias");
    await page.keyboard.press("Enter");
    await rowOf(page, "Elias").waitFor();
    await rowOf(page, "Elias").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Merge into…" }).click();
    const merge = page.getByRole("dialog", { name: "Merge “Elias” into another character" });
    await merge.getByRole("row", { name: "Bruno" }).click();
    await merge.getByText("The lines of “Elias” move to “Bruno”").waitFor();
    await merge.getByRole("button", { name: "Merge" }).click();
    await page.getByText("“Elias” was merged into “Bruno”").waitFor();
    await rowOf(page, "Elias").waitFor({ state: "detached" });
    expect(backend.lastInput("casting.merge")).toMatchObject({
      characterId: "child",
      intoCharacterId: "bruno",
    });
  });

  test(
    "shows an empty list, a failed sync and stale data; disables actions while offline",
    long,
    async () => {
      const empty = await open({
        at,
        seed: (service) => service.run("DELETE FROM characters"),
      });
      await empty.page.getByText("No characters yet").waitFor();
      const failed = await open({
        at,
        cacheAge: null,
        faults: [
          { path: /\/characters/, fault: { kind: "respond", status: 503 }, times: Infinity },
        ],
      });
      await failed.page.getByText("This could not be read").first().waitFor();
      const { page, backend } = await open({
        at,
        isOnline: false,
        cacheAge: 120,
      });
      await page.getByText("Showing data from 2 hours ago.").waitFor();
      await rowOf(page, "Anna").click();
      await (await findVoice(page, "Oliver")).dblclick();
      const assign = page.getByRole("button", { name: "Assign" });
      expect(await assign.getAttribute("aria-disabled")).toBe("true");
      expect(backend.calledNames()).not.toContain("casting.assign");
    },
  );

  test("selects the next uncast character among 2,000", long, async () => {
    const { page } = await open({
      at,
      width: 900,
      height: 600,
      cacheAge: 0,
      seed(service) {
        service.run("DELETE FROM characters");
        service.transaction(() => {
          for (let index = 0; index < 2_000; index++) {
            const name = `Character ${String(index).padStart(5, "0")} of the chorus of the drowned sailors`;
            addCharacter(service, "home", `c${index}`, name, index === 1800 ? null : "Annika");
          }
        });
      },
    });
    await page.getByText("Still without a voice: 1").first().waitFor();
    await characters(page).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("heading", { name: "Voice for Character 01800" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
  });

  test("axe reports no violations", async () => {
    const { page } = await open({ at, workspace: "local" });
    await rowOf(page, "Anna").click();
    await (await findVoice(page, "Oliver")).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy from another project…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Trailers").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByText("Trailers").dblclick();
    await dialog.getByRole("tab", { name: "No match" }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
