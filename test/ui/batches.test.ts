import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { isCutOff } from "./cut-off";
import { addBatch, addLines } from "./seed";
import type { WindowBackend } from "./test-backend";
import { describeWindow } from "./window";
import { long } from "../long";

const at = "#/project/home/batches";
/** Changes the batches of the service and syncs the list. */
async function changeBatches(backend: WindowBackend, sql: string): Promise<void> {
  backend.change((service) => service.run(sql));
  await backend.syncList({ kind: "batches", projectId: "home" });
}

describeWindow("Batches screen", (open) => {
  test("shows the status texts of the service, filters, sorts and searches", async () => {
    const { page, backend } = await open({ at });
    const list = page.getByRole("grid", { name: "Batches" });
    await list.getByText("Ep 4").waitFor();
    await list.getByText("casting · needs attention").waitFor();
    await list.getByText("row 214, column Text_DE-DE: there is no text").waitFor();
    await list.getByText("Incomplete").first().waitFor();
    const progressOf = (language: string) =>
      list
        .getByRole("row", { name: /Ep 4/ })
        .getByRole("progressbar", { name: `Progress of ${language}` })
        .getAttribute("aria-valuenow");
    expect(await progressOf("French (France)")).toBe("100");
    expect(await progressOf("German (Germany)")).toBe("0");
    await page.getByRole("radio", { name: "Failed 1" }).click();
    await list.getByText("Ep 4").waitFor({ state: "detached" });
    await list.getByText("Ep 6").waitFor();
    await page.getByRole("radio", { name: "Done 1" }).click();
    await list.getByText("Ep 3").waitFor();
    await page.getByRole("radio", { name: "All 5" }).click();
    await list.getByRole("button", { name: "Languages" }).click();
    await expect.poll(() => backend.lastInput("batches.list")).toMatchObject({ sort: "progress" });
    await page.keyboard.press("Control+f");
    await page.keyboard.type("harbour");
    // Without waiting for the matches: they are opened when they are there.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Ep 3 · Harbour" }).waitFor();
    expect(backend.lastInput("lists.show")).toMatchObject({
      lists: expect.arrayContaining([{ kind: "batch", projectId: "home", batchId: "ep3" }]) as [],
    });
    await page.goBack();
    await list.getByText("Ep 4").waitFor();
  });

  test("Enter in the search field and again opens the first match when it is loaded", async () => {
    const { page, backend } = await open({ at });
    await page.getByRole("grid", { name: "Batches" }).getByText("Ep 4").waitFor();
    let respond: () => void = () => undefined;
    const response = new Promise<void>((resolve) => (respond = resolve));
    const requested = new Promise<void>((resolve) =>
      backend.overrideCall("batches.list", async (input, real) => {
        resolve();
        await response;
        return real(input);
      }),
    );
    await page.keyboard.press("Control+f");
    await page.keyboard.type("harbour");
    await requested;
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    respond();
    await page.getByRole("heading", { name: "Ep 3 · Harbour" }).waitFor();
  });

  test("shows the whole status of a batch in a narrow window", async () => {
    for (const [language, status] of [
      ["en", "Casting · needs attention"],
      ["de", "Besetzung · Handlungsbedarf"],
    ] as const) {
      const { page } = await open({ at, language, width: 900, height: 600 });
      const text = page.getByRole("grid").getByText(status, { exact: true });
      expect(await isCutOff(text), language).toBe(false);
    }
  });

  test("deletes batches after a confirmation that lists what is deleted", async () => {
    const { page, backend } = await open({ at });
    const list = page.getByRole("grid", { name: "Batches" });
    await list.getByText("Ep 4").click();
    await list.getByText("Ep 6").click({ modifiers: ["Shift"] });
    await page.getByRole("toolbar").getByRole("button", { name: "Delete…" }).click();
    const confirmation = page.getByRole("alertdialog", { name: "Delete 3 batches?" });

    await confirmation.getByText(/Ep 6.*Ep 5.*Ep 4.*with all languages, lines and takes/).waitFor();
    await confirmation.getByRole("button", { name: "Delete 3 batches" }).click();
    await page.getByText("3 batches deleted").waitFor();
    await list.getByText("Ep 4").waitFor({ state: "detached" });
    expect(backend.lastInput("batches.delete")).toMatchObject({ batchIds: ["ep6", "ep5", "ep4"] });
    // One batch is deleted on its own screen, and the other one elsewhere.
    await list.getByText("Ep 3").dblclick();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete batch" }).click();
    await list.getByText("Ep 7").dblclick();
    await page.getByRole("heading", { name: "Ep 7" }).waitFor();
    await changeBatches(backend, "DELETE FROM batches");
    await page.getByText("This batch no longer exists").waitFor();
    await page.getByRole("button", { name: "Back to batches" }).click();
    await page.getByText("No batches yet").waitFor();
  });

  test("keeps the order of rows while the pointer is over the list", async () => {
    const { page, backend } = await open({
      at,
      preferences: { views: { batches: '{"sort":"-updated"}' } },
    });
    const list = page.getByRole("grid", { name: "Batches" });
    const first = list.getByRole("row").nth(1);
    await first.getByText("Ep 7").waitFor();
    await first.hover();
    await changeBatches(
      backend,
      `UPDATE batches SET status = 'inferring 2', updated_at = ${Date.now()} WHERE id = 'ep4'`,
    );
    await list.getByText("inferring 2").waitFor();
    expect(await first.getByText("Ep 7").count()).toBe(1);
    // The list is sorted again when it was idle for some time.
    await first.getByText("Ep 4").waitFor();
  });

  test("shows an unknown status, many languages and 2,000 rows", long, async () => {
    const { page } = await open({
      at,
      cacheAge: 0,
      preferences: { views: { batches: '{"sort":"name"}' } },
      seed(service) {
        service.run("DELETE FROM batches");
        addBatch(service, {
          id: "b0",
          name: "Batch 00000",
          status: "AWAITING_MOONRISE",
          translations: ["fr-fr", "de-de", "xx-private", "ja-jp"].map((id) => [id, "PONDERING"]),
        });
        service.transaction(() => {
          for (let index = 1; index < 2_000; index++)
            addBatch(service, {
              id: `b${index}`,
              name: `Batch ${String(index).padStart(5, "0")}`,
              characters: [],
            });
        });
      },
    });
    const list = page.getByRole("grid", { name: "Batches" });
    await list.getByText("AWAITING_MOONRISE").waitFor();
    await list.getByText("+2 more").waitFor();
    await list.focus();
    await page.keyboard.press("End");
    await list.getByText("Batch 01999").waitFor();
    expect(await list.getByRole("row").count()).toBeLessThan(40);
  });

  test(
    "shows an empty list, stale data, a list that was never synced, and a failed call",
    long,
    async () => {
      const none = await open({ at, seed: (service) => service.run("DELETE FROM batches") });
      await none.page.getByText("No batches yet").waitFor();
      await none.page.getByRole("button", { name: "New batch" }).last().click();
      await none.page.getByRole("heading", { name: "New batch" }).waitFor();
      const stale = await open({ at, isOnline: false, cacheAge: 120 });
      await stale.page.getByText("Showing data from 2 hours ago.").waitFor();
      await stale.page.getByRole("grid").getByText("Ep 4").click();
      await stale.page.keyboard.press("Delete");
      expect(await stale.page.getByRole("alertdialog").count()).toBe(0);
      const never = await open({
        at,
        isOnline: false,
        seedApplication: (application) =>
          application.run("DELETE FROM lists WHERE kind = 'batches'"),
      });
      await never.page.getByText("Not available offline").waitFor();
      const failed = await open({ at });
      failed.backend.failCall("batches.list", "internal", "SQLITE_CORRUPT");
      failed.backend.changed("batches");
      await failed.page.getByText("Something unexpected went wrong").waitFor();
      await failed.page.getByRole("grid").getByText("Ep 4").waitFor();
    },
  );
});

describeWindow("Batch screen", (open) => {
  test(
    "shows the progress and the members of each language, and updates when they change",
    long,
    async () => {
      const { page, backend } = await open({ at: "#/batch/home/ep4", workspace: "local" });
      await page.getByRole("heading", { name: "Ep 4 · The Long Way Home" }).waitFor();
      const german = page.getByRole("row", { name: /German \(Germany\)/ });
      await german.getByText("inferring").waitFor();
      await german.getByText("Aiko Tanaka").waitFor();
      await page
        .getByRole("row", { name: /^French \(France\)/ })
        .getByText("Nobody")
        .waitFor();
      await page.getByText("50% complete").waitFor();
      backend.change((service) =>
        service.run("UPDATE translations SET status = 'completed' WHERE batch_id = 'ep4'"),
      );
      const note =
        "UPDATE batches SET note = 'half way there', status = 'completed' WHERE id = 'ep4'";
      await changeBatches(backend, note);
      await page.getByText("100% complete").waitFor();
      await page.getByText("half way there").waitFor();
      await page.getByRole("link", { name: "Open casting" }).click();
      await expect.poll(() => page.evaluate(() => location.hash)).toBe("#/project/home/casting");
    },
  );

  test("assigns members by keyboard, in a dialog that explains the access of an assigned member", async () => {
    const { page, backend } = await open({ at: "#/batch/home/ep4", workspace: "local" });
    const button = page.getByRole("button", { name: "Assign members to French (France)" });
    await button.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Assign members to “Ep 4/ });
    await dialog.getByText("can access only that language").waitFor();
    await dialog.getByRole("button", { name: "Remove: French (France)" }).waitFor();
    await page.keyboard.type("aiko");
    await page.keyboard.press("Enter");
    await page.keyboard.type("mara@");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("ger");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await page.getByText("2 members assigned to 2 languages").waitFor();
    // Aiko was assigned to German before.
    expect(backend.lastInput("batches.assignMembers")).toMatchObject({
      members: [
        { userId: "u3", languageId: "fr-fr" },
        { userId: "u1", languageId: "fr-fr" },
        { userId: "u1", languageId: "de-de" },
      ],
    });
    const row = page.getByRole("row", { name: /^German \(Germany\)/ });
    await row.getByText("Mara Lindqvist and Aiko Tanaka").waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("adds languages with their scripts; the dialog validates each field", long, async () => {
    const { page, backend } = await open({ at: "#/batch/home/ep4" });
    await page.getByRole("button", { name: "Add languages…" }).click();
    const dialog = page.getByRole("dialog", { name: /Add languages to/ });
    await dialog.getByRole("button", { name: "Add languages" }).click();
    await dialog.getByText("Required").waitFor();
    const languages = dialog.getByRole("combobox", { name: "Languages" });
    await languages.click();
    // Languages of the batch are not among the options.
    expect(await page.getByRole("option", { name: /German/ }).count()).toBe(0);
    await page.getByRole("option", { name: /Spanish \(Spain\)/ }).click();
    await page.getByRole("option", { name: /Japanese/ }).click();
    await page.keyboard.press("Escape");
    const script = dialog.getByLabel("Target script in Spanish (Spain)");
    await script.fill("season-2/es.srt");
    await script.blur();
    await dialog.getByText("Not a URL").waitFor();
    await script.fill("https://scripts.example/es.srt?sig=1");
    await dialog.getByLabel("Speaker separator of Spanish (Spain)").fill(" - ");
    backend.failCall("outbox.addLanguages", "invalid-input", "", [
      { field: "languages[1].scriptPath", message: "is needed here" },
    ]);
    await dialog.getByRole("button", { name: "Add 2 languages" }).click();
    await dialog.getByText("is needed here").waitFor();
    backend.restoreCall("outbox.addLanguages");
    await dialog.getByRole("button", { name: "Add 2 languages" }).click();
    await page.getByText("2 languages were added").waitFor();
    expect(backend.lastInput("outbox.addLanguages")).toMatchObject({
      request: {
        languages: [
          {
            languageId: "es-es",
            script: { kind: "location", location: "https://scripts.example/es.srt?sig=1" },
            speakerSeparator: " - ",
          },
          { languageId: "ja-jp", script: { kind: "none" }, speakerSeparator: "" },
        ],
      },
    });
    await page.getByRole("row", { name: /^Japanese/ }).waitFor();
  });

  test("shows the lines of the script if the service supports them", long, async () => {
    const hosted = await open({ at: "#/batch/home/ep4" });
    await hosted.page.getByRole("row", { name: /^German \(Germany\)/ }).waitFor();
    expect(await hosted.page.getByRole("tab").count()).toBe(0);
    const { page, backend } = await open({
      at: "#/batch/home/ep4",
      workspace: "local",
      cacheAge: 0,
      seed(service) {
        addLines(service, "ep4", 240);
        service.run(
          "INSERT INTO translations VALUES ('ep4', 2, 'es-es', 'target', 'pending', '', NULL, NULL, 0, NULL, '')",
        );
      },
    });
    await page.getByRole("tab", { name: "Lines" }).click();
    const lines = page.getByRole("grid", { name: "Lines of the script" });
    await lines.getByText("Zeile 3").waitFor();
    await lines.focus();
    await page.keyboard.press("End");
    await lines.getByText("Zeile 240").waitFor();
    await page
      .getByRole("combobox", { name: "Languages" })
      .selectOption({ label: "French (France)" });
    await lines.getByRole("columnheader", { name: "fr-FR" }).waitFor();
    backend.failCall("batches.lines", "service-error");
    await page.getByRole("tab", { name: "Languages" }).click();
    await page.getByRole("tab", { name: "Lines" }).click();
    await page.getByText("The lines could not be read").waitFor();
    backend.restoreCall("batches.lines");
    await page.getByRole("button", { name: "Retry" }).click();
    await lines.getByText("Zeile 3").waitFor();
  });
});

describeWindow("Accessibility of projects and batches", (open) => {
  test("axe reports no violations on the screens", async () => {
    const { page } = await open({
      at: "#/projects",
      workspace: "local",
      cacheAge: 0,
      seed: (service) => addLines(service, "ep4", 10),
    });
    await page.getByRole("grid").getByText("Trailers").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.evaluate((hash) => (location.hash = hash), at);
    await page.getByRole("grid").getByText("Ep 4").click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name: /^German \(Germany\)/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("tab", { name: "Lines" }).click();
    await page.getByText("Zeile 3").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.evaluate(() => (location.hash = "#/new-batch/home"));
    await page.getByLabel("Name").waitFor();
    await page.getByRole("button", { name: "Create batch" }).click();
    await page.getByText("Required", { exact: true }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test("axe reports no violations in the dialogs", long, async () => {
    const { page } = await open({ at: "#/batch/home/ep4" });
    await page.getByRole("button", { name: "Add languages…" }).click();
    await page.getByRole("combobox", { name: "Languages" }).click();
    await page.getByRole("option", { name: /Spanish \(Spain\)/ }).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Assign members…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Assign" }).click();
    await page.getByText("Required").first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.evaluate(() => (location.hash = "#/projects"));
    await page.getByRole("button", { name: "New project…" }).click();
    await page.getByRole("button", { name: "Create project" }).click();
    await page.getByText("Required").first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("grid").getByText("Trailers").click();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("textbox").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
