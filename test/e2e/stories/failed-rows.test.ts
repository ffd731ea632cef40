/**
 * A bulk request with a row that the service cannot read: the row is corrected and started again
 * alone.
 */
import { expect } from "vitest";
import { uploadScript } from "../../helpers/local-workspace";
import { batchesOf, goToBulk, startTable, openTable } from "./bulk-actions";
import {
  createProject,
  localService,
  openProjectId,
  startLocalWorkspace,
  expectToast,
  writeFiles,
} from "./user-actions";
import { longStory } from "./story";

const script = "ID,Character,Text_EN-US\n1,Mara,Is anybody there?\n";

longStory("starts the failed rows of a bulk request again", async (app) => {
  const { page } = app;
  await startLocalWorkspace(app);
  const service = await localService(app);
  const [valid = ""] = writeFiles(app.profile, { "lamp.csv": script });
  await createProject(page, {
    name: "The Lamp",
    type: "Audio production",
    targets: ["English (United States)"],
  });
  const projectId = openProjectId(page);
  const [workspace] = await app.call<{ id: string }[]>("workspaces.list");
  const workspaceId = workspace?.id ?? "";
  const rowOf = (id: number, name: string, from: string) => ({
    id,
    name,
    video: "",
    script: from,
    language: "",
    settings: {},
  });
  const { id: draftId } = await app.call<{ id: number }>("bulk.createDraft", {
    workspaceId,
    projectId,
    name: "Season 1",
  });
  await app.call("bulk.saveRows", {
    workspaceId,
    draftId,
    rows: [
      rowOf(1, "Lamp 1", await uploadScript(service, "lamp.csv", script)),
      // A port without a service.
      rowOf(2, "Lamp 2", "https://127.0.0.1:9/lamp.csv"),
    ],
    order: null,
  });
  await goToBulk(page);
  const tables = page.getByRole("grid", { name: "Tables of this project" });
  await tables.getByText("Season 1", { exact: true }).dblclick();
  await startTable(page, "Start 2 batches");
  await batchesOf(service, projectId, 2);

  await page.getByRole("radio", { name: /^Requests/ }).click();
  const requests = page.getByRole("grid", { name: "Bulk requests of this project" });
  await requests.getByText(/1 failed/).waitFor({ timeout: 30_000 });
  await requests.getByText("Season 1", { exact: true }).dblclick();
  await page.getByRole("grid", { name: "Rows of “Season 1”" }).getByText("Lamp 2").waitFor();
  await page.getByRole("button", { name: "Retry failed rows" }).click();
  await expectToast(page, "A table with 1 row was created");

  // The table with the failed row: its script is corrected.
  const grid = openTable(page);
  await page.getByText("1 row", { exact: true }).waitFor();
  await grid.focus();
  await page.keyboard.press("Control+Home");
  await app.stubDialogs({ open: [valid] });
  await page.getByRole("button", { name: "Fill", exact: true }).click();
  await page.getByRole("menuitem", { name: "Choose a script for this row…" }).click();
  await grid.getByText("lamp.csv").waitFor();
  await startTable(page, "Start 1 batch");
  await expect
    .poll(
      async () => {
        const batches = await batchesOf(service, projectId, 3);
        return batches.map(({ name, status }) => [name, status]).sort();
      },
      { timeout: 30_000 },
    )
    .toEqual([
      ["Lamp 1", "casting"],
      ["Lamp 2", "casting"],
      ["Lamp 2", "failed"],
    ]);
});
