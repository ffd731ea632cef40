/** Screenshots of projects and batches. */
import { expect, test } from "vitest";
import { addBatch, addLines } from "./seed";
import { describeWindow, type OpenOptions } from "./window";

const longName =
  "The Extraordinarily Long and Winding Road to the Harbour of Saint-Jean-Cap-Ferrat: director’s cut";

describeWindow("Projects", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`the project list, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/projects" });
      await page.getByRole("grid").getByText("Trailers").click();
      await screenshot(`projects-${theme}`);
      await page.getByRole("grid").getByText("Trailers").click({ button: "right" });
      await page.getByRole("menu").waitFor();
      await screenshot(`projects-menu-${theme}`);
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      await page.getByRole("dialog").waitFor();
      await screenshot(`projects-delete-${theme}`);
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    test(`a new project, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/projects", height: 900 });
      await page.getByRole("button", { name: "New project…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: /Media dubbing/ }).check();
      const targets = dialog.getByRole("combobox", { name: "Target languages" });
      await targets.fill("fre");
      await page.keyboard.press("Enter");
      await targets.fill("ger");
      await page.keyboard.press("Enter");
      await screenshot(`project-new-${theme}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
      await dialog.getByText("Required").first().waitFor();
      await screenshot(`project-new-errors-${theme}`);
      expect(await dialog.getByText("Required").count()).toBe(2);
    });
  }

  test("projects: narrow, long, empty, offline", async () => {
    const narrow = await open({ width: 900, height: 600, at: "#/projects" });
    await narrow.page.getByRole("grid").getByText("Trailers").waitFor();
    await narrow.page.keyboard.press("Control+f");
    await narrow.page.keyboard.press("Enter");
    await narrow.page.keyboard.press("Control+a");
    await narrow.screenshot("projects-narrow");
    await narrow.page.keyboard.press("Escape");
    await narrow.page.keyboard.press("Control+n");
    await narrow.page.getByRole("dialog").getByLabel("Name").waitFor();
    await narrow.screenshot("project-new-narrow");
    const long = await open({
      width: 900,
      height: 600,
      at: "#/project/home/batches",
      cacheAge: 0,
      seed: (service) =>
        service.run(
          "UPDATE projects SET name = ?, status = 'archived' WHERE id = 'home'",
          longName,
        ),
    });
    await long.page.getByText("Ep 4").first().waitFor();
    await long.screenshot("project-narrow-long");
    const none = await open({
      at: "#/projects",
      seed: (service) => service.run("DELETE FROM projects"),
    });
    await none.page.getByText("No projects yet").waitFor();
    await none.screenshot("projects-empty");
    const deleted = await open({ at: "#/project/nowhere/batches" });
    await deleted.page.getByText("no longer exists").waitFor();
    await deleted.screenshot("project-deleted");
    const stale = await open({
      at: "#/projects",
      isOnline: false,
      cacheAge: 120,
    });
    await stale.page.getByText("Showing data from").waitFor();
    await stale.screenshot("projects-stale");
    expect(await stale.page.getByRole("row").count()).toBe(4);
  });
});

/**
 * Two batches: one with a long name and six languages and with lines, and one without a language.
 */
const unusualBatches: OpenOptions = {
  cacheAge: 0,
  seed(service) {
    service.run("DELETE FROM batches");
    addBatch(service, {
      id: "many",
      name: longName,
      status: "WAITING_FOR_HUMAN_REVIEW_OF_SOURCE_TRANSCRIPTION",
      note: "row 214, column Text_DE-DE: there is no text, and neither in the 17 rows below it",
      translations: [
        ["fr-fr", "completed"],
        ["de-de", "completed"],
        ["es-es", "failed"],
        ["ja-jp", "inferring"],
        ["en-us", "pending"],
        ["en-gb", "pending"],
      ],
    });
    addLines(service, "many", 240);
    addBatch(service, { id: "none", name: "No languages", translations: [], status: "" });
  },
};

describeWindow("Batches", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`the batch list and a batch, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/project/home/batches" });
      await page.getByRole("grid").getByText("Ep 4").click();
      await screenshot(`batches-${theme}`);
      await page.getByRole("grid").getByText("Ep 6").dblclick();
      await page.getByRole("heading", { name: "Ep 6 · Conform" }).waitFor();
      await screenshot(`batch-${theme}`);
      await page.getByRole("button", { name: "Add languages…" }).click();
      const languages = page.getByRole("combobox", { name: "Languages" });
      await languages.fill("Spanish (Spain)");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Escape");
      await page.getByLabel("Target script in Spanish (Spain)").fill("https://x.example/es.srt");
      await screenshot(`batch-languages-${theme}`);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Assign members to German (Germany)" }).click();
      await page.getByRole("combobox", { name: "Members" }).click();
      await page.getByRole("option").first().waitFor();
      await screenshot(`batch-assign-${theme}`);
      expect(await page.getByRole("option").count()).toBeGreaterThan(2);
    });

    test(`a new batch, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/new-batch/home" });
      await page.getByLabel("Name").fill("Ep 8 · Nachtfahrt");
      const video = page.getByRole("combobox", { name: "Video" });
      await video.fill("S02E08");
      await page.getByRole("option").first().waitFor();
      await screenshot(`new-batch-${theme}`);
      await page.keyboard.press("Escape");
      await video.fill("season-2/nowhere.mov");
      await page
        .getByRole("textbox", { name: "Script (optional)", exact: true })
        .fill("https://x.example/ep8.srt");
      await page.getByText("Not in the media gallery").waitFor();
      await page.getByRole("button", { name: "Create batch" }).click();
      await page.getByText("Required", { exact: true }).first().waitFor();
      await screenshot(`new-batch-errors-${theme}`);
      expect(await page.getByText("Still missing").count()).toBe(1);
    });
  }

  test("batches: narrow, long, many languages, lines", async () => {
    const size = { width: 900, height: 600 };
    const narrow = await open({ ...size, at: "#/project/home/batches", ...unusualBatches });
    await narrow.page.getByText("+4 more").waitFor();
    await narrow.screenshot("batches-narrow");
    const one = await open({
      ...size,
      at: "#/batch/home/many",
      workspace: "local",
      ...unusualBatches,
    });
    await one.page.getByRole("rowheader").first().waitFor();
    await one.screenshot("batch-narrow");
    await one.page.getByRole("tab", { name: "Lines" }).click();
    await one.page.getByText("Ligne 3", { exact: true }).waitFor();
    await one.screenshot("batch-lines-narrow");
    const wide = await open({
      at: "#/batch/home/ep4",
      workspace: "local",
      seed: (service) => addLines(service, "ep4", 240),
      cacheAge: 0,
    });
    await wide.page.getByRole("tab", { name: "Lines" }).click();
    await wide.page.getByText("Ligne 3", { exact: true }).waitFor();
    await wide.screenshot("batch-lines");
    const form = await open({ ...size, at: "#/new-batch/home" });
    await form.page.getByLabel("Name").waitFor();
    await form.screenshot("new-batch-narrow");
    const empty = await open({
      at: "#/project/home/batches",
      seed: (service) => service.run("DELETE FROM batches"),
    });
    await empty.page.getByText("No batches yet").waitFor();
    await empty.screenshot("batches-empty");
    expect(await empty.page.getByRole("row").count()).toBe(0);
  });

  test("batches: in German, right to left, in forced colours", async () => {
    const size = { width: 900, height: 600 };
    const list = await open({ ...size, language: "de", at: "#/project/home/batches" });
    await list.page.getByText("Ep 4").first().waitFor();
    await list.screenshot("batches-german");
    await list.page.evaluate(() => (location.hash = "#/projects"));
    await list.page.getByText("Trailers").first().waitFor();
    await list.screenshot("projects-german");
    await list.page.evaluate(() => (location.hash = "#/batch/home/ep5"));
    await list.page.getByRole("rowheader").first().waitFor();
    await list.screenshot("batch-german");
    const form = await open({ height: 1100, language: "de", at: "#/new-batch/home" });
    await form.page.getByRole("checkbox").nth(3).click();
    await form.screenshot("new-batch-german");
    const rtl = await open({ direction: "rtl", at: "#/project/home/batches" });
    await rtl.page.getByText("Ep 4").first().waitFor();
    await rtl.screenshot("batches-rtl");
    const forced = await open({ forcedColors: true, at: "#/project/home/batches" });
    await forced.page.getByText("Ep 4").first().click();
    await forced.screenshot("batches-forced");
    expect(await forced.page.getByRole("row").count()).toBe(6);
  });
});
