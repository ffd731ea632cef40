/** A season of 25 pairs: two are invalid and are corrected, and each becomes one batch. */
import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { workbook } from "../../helpers/script-files";
import { longStory } from "./story";
import {
  batchesOf,
  episodes,
  expectAccessible,
  expectBatches,
  fillTableFromFolder,
  sampleVideo,
  goToBulk,
  createTable,
  startTable,
  openTable,
  writePairs,
} from "./bulk-actions";
import { createProject, localService, openProjectId, startLocalWorkspace } from "./user-actions";

const names = episodes(25);
const [badScript, badVideo] = ["S01E09", "S01E17"];

longStory(
  "starts a season in bulk: 23 valid pairs, two that are corrected, each once",
  async (app) => {
    const { page } = app;
    const folder = writePairs(app.profile, names);
    // One script lacks the text column; one video has an unsupported type.
    rmSync(path.join(folder, `${badScript}.en.srt`));
    const script = path.join(folder, `${badScript}.xlsx`);
    const rows = [
      ["1", "MARA", "Is anybody there?"],
      ["2", "KEEPER", "Only the wind."],
    ];
    const withoutText = rows.map(([id = "", character = ""]) => [id, character]);
    writeFileSync(script, await workbook([["ID", "Character"], ...withoutText]));
    const video = path.join(folder, `${badVideo}.wmv`);
    renameSync(path.join(folder, `${badVideo}.mp4`), video);

    await startLocalWorkspace(app);
    await createProject(page, {
      name: "The Lighthouse",
      type: "Media dubbing",
      source: "English (United States)",
      targets: ["German"],
    });
    const projectId = openProjectId(page);
    await goToBulk(page);
    await expectAccessible(page, "bulk");
    await createTable(page, "Season 1");
    await expectAccessible(page, "an empty table");

    // The match dialog names the video in another format, and the script that is left over.
    const match = await fillTableFromFolder(app, folder);
    const pairs = match.getByRole("grid", { name: "Matched files" });
    await match.getByText("24 rows found.").waitFor();
    await pairs.getByText("Same name with a language").first().waitFor();
    await match.getByText("Files that cannot be used").click();
    await match.getByText(video).waitFor();
    await match.getByText("Skipped: 1 script").click();
    await match.getByText(path.join(folder, `${badVideo}.en.srt`)).waitFor();
    await match.getByRole("radio", { name: /Yes, use it/ }).check();
    await expectAccessible(page, "matched pairs");
    await match.getByRole("button", { name: "Add 24 rows" }).click();
    await match.waitFor({ state: "detached" });

    // The user adds a row for it.
    const grid = openTable(page);
    await grid.focus();
    await page.keyboard.press("Control+ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    for (const text of [badVideo, video, path.join(folder, `${badVideo}.en.srt`)]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.type("English (United");
    await page.keyboard.press("Enter");
    await page.getByText("25 rows", { exact: true }).waitFor();

    // Both are marked invalid, at their cells.
    const problems = page.getByRole("tooltip");
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByText("2 rows with errors", { exact: true }).waitFor();
    await grid.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("F8");
    await problems.getByText(/Text_/).waitFor();
    await page.keyboard.press("F8");
    await problems.getByText("The service does not accept this type of media file").waitFor();
    await expectAccessible(page, "a table with errors");

    // The other rows are started.
    await startTable(page, "Start 23 rows without errors", async (dialog) => {
      await dialog.getByText("2 rows have errors.").waitFor();
      await dialog.getByText("23 batches will be created in “The Lighthouse”.").waitFor();
      await expectAccessible(page, "the start dialog");
    });
    const service = await localService(app);
    const valid = names.filter((name) => name !== badScript && name !== badVideo);
    expectBatches(await batchesOf(service, projectId, valid.length), valid);

    // The remaining rows are a separate table: the script is corrected in its file, the video in
    // its cell.
    await page.getByRole("heading", { name: "Season 1, rest", level: 1 }).waitFor();
    await page.getByText("2 rows", { exact: true }).waitFor();
    writeFileSync(script, await workbook([["ID", "Character", "Text_EN-US"], ...rows]));
    const exported = path.join(folder, `${badVideo}.mp4`);
    copyFileSync(sampleVideo, exported);
    await grid.focus();
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type(exported);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Check all" }).click();
    await page.getByText("Everything was checked, with 2 scripts").last().waitFor();
    await page.getByText("No errors").waitFor();
    await startTable(page, "Start 2 batches");
    expectBatches(await batchesOf(service, projectId, names.length), names);

    // Both requests are listed and complete.
    await page.getByRole("radio", { name: /^Requests/ }).click();
    const requests = page.getByRole("grid", { name: "Bulk requests of this project" });
    await requests.getByText("23 done").waitFor();
    await requests.getByText("2 done", { exact: true }).waitFor();
    await expectAccessible(page, "requests");
    await requests.getByText("Season 1", { exact: true }).dblclick();
    const ofRequest = page.getByRole("grid", { name: "Rows of “Season 1”" });
    await ofRequest.getByText("S01E01").waitFor();
    expect(await ofRequest.getByText(badVideo).count()).toBe(0);
    await expectAccessible(page, "a request");

    // Starting them again warns of the existing batches.
    await page.getByRole("link", { name: "Bulk", exact: true }).click();
    await page.getByRole("radio", { name: /^Tables/ }).click();
    await page
      .getByRole("grid", { name: "Tables of this project" })
      .getByText("Season 1", { exact: true })
      .dblclick();
    await page.getByRole("heading", { name: "Season 1", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Start…" }).click();
    const again = page.getByRole("dialog", { name: "Start “Season 1”" });
    await again.getByText("23 rows have warnings.").waitFor();
    await again.getByRole("button", { name: "Cancel" }).click();
    await again.waitFor({ state: "detached" });
    await grid.focus();
    await page.keyboard.press("F8");
    await problems.getByText("A batch with this name already exists").waitFor();
    const files = names.map((name) => `${name}.mp4`);
    expect((await service.files()).sort()).toEqual(files);
  },
);
