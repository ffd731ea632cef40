import type { Page } from "playwright";
import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { hostedWorkspace } from "./fake-data";
import { someLists } from "./fake-resources";
import { describeWindow } from "./harness";

const at = "#/project/home/glossary";
const local = () => [hostedWorkspace({ kind: "local", extensions: ["glossary"] })];
const lines = (page: Page) => page.getByRole("grid", { name: "Glossary lines" });

describeWindow("glossary", (open) => {
  test("is read, filtered, searched, sorted and exported where the service edits it", async () => {
    const { page, backend } = await open({ at });
    await lines(page).getByText("Überfahrt").waitFor();
    await page.getByText("The glossary is edited at the service").waitFor();
    await lines(page).getByText("/ˈyːbɐˌfaːɐ̯t/").waitFor();
    await lines(page).getByText("“nay-toe”").waitFor();
    await lines(page).getByText("French (France)").waitFor();
    await lines(page).getByText("Case sensitive").waitFor();
    expect(await page.getByRole("button", { name: "Add line…" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Import CSV…" }).count()).toBe(0);
    await page.getByRole("combobox", { name: "Language" }).selectOption("de-de");
    await expect.poll(() => lines(page).getByRole("row").count()).toBe(2);
    await page.getByRole("combobox", { name: "Language" }).selectOption("");
    await lines(page).getByRole("button", { name: "Updated" }).click();
    await expect.poll(() => backend.lastInput("glossary.list")).toMatchObject({ sort: "updated" });
    await page.getByRole("button", { name: "Export CSV…" }).click();
    await page.getByText("3 lines written to glossary.csv").waitFor();
    await page.keyboard.press("Control+f");
    await page.keyboard.type("xyz");
    await page.getByText("Nothing matches “xyz”").waitFor();
  });

  test("several lines are added in a row by keyboard", async () => {
    const { page, backend } = await open({ at, workspaces: local() });
    await lines(page).focus();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "Add line" });
    await dialog.getByRole("textbox", { name: "Word" }).waitFor();
    await page.keyboard.type("Nantucket");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Required").waitFor();
    const language = dialog.getByRole("combobox", { name: "Language", exact: true });
    await expect
      .poll(() => language.evaluate((element) => element === document.activeElement))
      .toBe(true);
    await page.keyboard.type("united states");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("nænˈtʌkɪt");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("“Nantucket” was added").waitFor();
    // The language stays, and the next word can be typed at once.
    await page.keyboard.type("Quahog");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await lines(page).getByText("Quahog").waitFor();
    expect(backend.lastInput("glossary.create")).toMatchObject({
      line: { word: "Quahog", languageId: "en-us", phonemization: "", caseSensitive: false },
    });
    await lines(page).getByText("Nantucket").waitFor();
  });

  test("a line is edited, with the reasons of the service under the fields", async () => {
    const { page, backend } = await open({ at, workspaces: local() });
    await lines(page).getByText("NATO").dblclick();
    const dialog = page.getByRole("dialog", { name: "Edit line" });
    expect(await dialog.getByRole("checkbox", { name: "Case sensitive" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("textbox", { name: "Pronounce as" }).inputValue()).toBe(
      "nay-toe",
    );
    await dialog.getByRole("textbox", { name: "Phonemes" }).fill("neɪtoʊ");
    backend.failCall("glossary.change", "invalid-input", "", [
      { field: "phonemization", message: "must hold no control character" },
    ]);
    await page.keyboard.press("Enter");
    await dialog.getByText("must hold no control character").waitFor();
    backend.failCall("glossary.change", null);
    await page.keyboard.press("Enter");
    await page.getByText("“NATO” was changed").waitFor();
    await lines(page).getByText("/neɪtoʊ/").waitFor();
  });

  test("lines are deleted, and undo creates them again; what fails is listed", async () => {
    const { page, backend } = await open({ at, workspaces: local() });
    await lines(page).getByText("NATO").click();
    await lines(page)
      .getByText("Saint-Jean")
      .click({ modifiers: ["Shift"] });
    await page.keyboard.press("Delete");
    await page.getByText("2 lines deleted").waitFor();
    await lines(page).getByText("NATO").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("2 lines restored").waitFor();
    await lines(page).getByText("NATO").waitFor();
    expect(backend.calledNames().filter((name) => name === "glossary.create").length).toBe(2);
    backend.lists.itemProblems = { g0: { code: "not-found", message: "" } };
    await lines(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    const failed = page.getByRole("dialog", { name: "1 line could not be deleted" });
    await failed.getByText("Überfahrt").waitFor();
    backend.lists.itemProblems = {};
    await failed.getByRole("button", { name: "Retry failed" }).click();
    await page.getByText("The glossary is empty").waitFor();
  });

  test("an import tells of every row it left out", async () => {
    const { page } = await open({ at, workspaces: local() });
    await page.getByRole("button", { name: "Import CSV…" }).click();
    const report = page.getByRole("dialog", { name: "CSV imported" });
    await report.getByText("12 lines added, 3 lines changed").waitFor();
    await report.getByText("Row 7").waitFor();
    await report.getByText("word: must not be empty").waitFor();
    await page.keyboard.press("Enter");
    await report.waitFor({ state: "detached" });
  });

  test("nothing, stale, offline, ten thousand", async () => {
    const hosted = await open({ at, lists: { glossary: {} } });
    await hosted.page.getByText("The glossary is empty").waitFor();
    const write = hosted.page.getByRole("button", { name: "Export CSV…" });
    expect(await write.getAttribute("aria-disabled")).toBe("true");
    const spoken = { ...someLists().glossary["home"]![0]!, languageId: "" };
    const unnamed = await open({ at, lists: { glossary: { home: [spoken] } } });
    await lines(unnamed.page).getByText("Überfahrt").waitFor();
    await unnamed.page.getByRole("button", { name: "Export CSV…" }).click();
    await unnamed.page.getByText("1 line written to glossary.csv").waitFor();
    const offline = await open({
      at,
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline", extensions: ["glossary"] })],
      lists: { readAt: Date.now() - 7_200_000, problem: { code: "offline", message: "" } },
    });
    await offline.page.getByText("Showing data from 2 hours ago.").waitFor();
    const add = offline.page.getByRole("button", { name: "Add line…" });
    expect(await add.getAttribute("aria-disabled")).toBe("true");
    const one = someLists().glossary["home"]![0]!;
    const home = Array.from({ length: 10_000 }, (_, index) => ({
      ...one,
      id: `g${index}`,
      word: `Donaudampfschifffahrtsgesellschaftskapitän ${String(index).padStart(5, "0")}`,
      languageId: "tlh-x-unknown",
      pronounceAs: "dohnow ".repeat(30),
    }));
    const { page } = await open({
      at,
      width: 900,
      height: 600,
      workspaces: local(),
      lists: { glossary: { home } },
    });
    await lines(page).getByText("00000").waitFor();
    await lines(page).focus();
    await page.keyboard.press("End");
    await lines(page).getByText("09999").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
    // So many are asked about: they could not be put back.
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.getByRole("alertdialog", { name: "Delete 10,000 lines?" }).waitFor();
  });

  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing, ${theme}`, async () => {
      const { page } = await open({ at, theme, workspaces: local() });
      await lines(page).getByText("NATO").click();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("F2");
      await page.getByRole("dialog").getByRole("textbox", { name: "Word" }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });
  }
});
