/**
 * Deleting files, folders and batches: in the window, at the service, on disk and after a restart.
 */
import { statSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { bytesOf, filesBelow, type LocalClient } from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { long } from "../../long";
import { dataDirOf } from "../workspace";
import { storyInElectron } from "./story";
import { goTo, localService, startLocalWorkspace, expectToast } from "./user-actions";

/** Clicks the button with this name in the open confirmation. */
async function confirm(page: Page, confirmation: string, button: string): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: confirmation });
  await dialog.getByRole("button", { name: button }).click();
  await dialog.waitFor({ state: "detached" });
}
const cell = (list: Locator, text: string) => list.getByText(text, { exact: true });

storyInElectron(
  "deletes a file and a folder of the media gallery",
  async (app) => {
    const { page } = app;
    await startLocalWorkspace(app);
    const client = await localService(app);
    // Each has a different size, by which its bytes are found on disk.
    const files = {
      "night/a.wav": 4001,
      "night/b.wav": 4002,
      "night/deep/c.wav": 4003,
      "d.wav": 4004,
    };
    for (const [name, size] of Object.entries(files))
      expect((await client.upload(name, bytesOf(size))).status).toBe(200);
    const sizesOnDisk = async () => {
      const folder = dataDirOf(app.profile);
      const sizes = (await filesBelow(folder)).map(
        (file) => statSync(path.join(folder, file)).size,
      );
      return sizes.filter((size) => Object.values(files).includes(size)).sort();
    };
    expect(await sizesOnDisk()).toEqual([4001, 4002, 4003, 4004]);

    await goTo(page, "Media");
    await page.getByRole("button", { name: "Refresh" }).first().click();
    const list = page.getByRole("grid", { name: "Files and folders" });
    await cell(list, "night").dblclick();
    await cell(list, "a.wav").click();
    await page.keyboard.press("Delete");
    // A cancelled confirmation deletes nothing.
    await page.getByRole("alertdialog", { name: /^Delete 1 file/ }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    expect(await client.files()).toContain("night/a.wav");

    await page.keyboard.press("Delete");
    await confirm(page, "Delete 1 file from the media gallery?", "Delete 1 file");
    await expectToast(page, "1 file deleted");
    await cell(list, "a.wav").waitFor({ state: "detached" });
    await cell(list, "b.wav").waitFor();
    expect((await client.files()).sort()).toEqual(["d.wav", "night/b.wav", "night/deep/c.wav"]);
    await expect.poll(sizesOnDisk).toEqual([4002, 4003, 4004]);

    // A folder is deleted with everything below it, and nothing beside it.
    await page.keyboard.press("Backspace");
    await cell(list, "night").click();
    await page.keyboard.press("Delete");
    await confirm(page, "Delete 2 files from the media gallery?", "Delete 2 files");
    await expectToast(page, "2 files deleted");
    await cell(list, "night").waitFor({ state: "detached" });
    await cell(list, "d.wav").waitFor();
    expect(await client.files()).toEqual(["d.wav"]);
    await expect.poll(sizesOnDisk).toEqual([4004]);

    await app.restart();
    await goTo(app.page, "Media");
    const again = app.page.getByRole("grid", { name: "Files and folders" });
    await cell(again, "d.wav").waitFor();
    expect(await cell(again, "night").count()).toBe(0);
  },
  long,
);

async function threeBatches(client: LocalClient): Promise<{ projectId: string; ids: string[] }> {
  const projectId = await createProject(client, { name: "Night Ferry" });
  const scriptPath = await uploadScript(
    client,
    "lines.csv",
    "ID,Character,Text_EN-US,Text_FR-FR\n1,Anna,Good evening,Bonsoir\n",
  );
  const ids: string[] = [];
  for (const name of ["Scene one", "Scene two", "Scene three"])
    ids.push(String((await createBatch(client, projectId, { name, scriptPath }))["id"]));
  return { projectId, ids };
}

storyInElectron(
  "deletes batches from the list and from the screen of a batch",
  async (app) => {
    const { page } = app;
    await startLocalWorkspace(app);
    const client = await localService(app);
    expect((await client.upload("night/a.wav", bytesOf(4001))).status).toBe(200);
    const { projectId, ids } = await threeBatches(client);
    const namesThere = async () =>
      bodyOf<Json[]>(await client.get(`/projects/${projectId}/batches`)).map(({ name }) => name);

    await goTo(page, "Projects");
    await page.getByRole("button", { name: "Refresh" }).first().click();
    await page.getByRole("grid", { name: "Projects" }).getByText("Night Ferry").dblclick();
    const list = page.getByRole("grid", { name: "Batches" });
    await cell(list, "Scene one").click();
    await page.keyboard.press("Delete");
    await confirm(page, "Delete “Scene one”?", "Delete batch");
    await expectToast(page, "“Scene one” was deleted");
    await cell(list, "Scene one").waitFor({ state: "detached" });
    expect((await namesThere()).sort()).toEqual(["Scene three", "Scene two"]);
    expect((await client.get(`/batches/${ids[0]}`)).status).toBe(404);

    await cell(list, "Scene two").dblclick();
    await page.getByRole("heading", { name: "Scene two", level: 1 }).waitFor();
    await page.getByRole("button", { name: "More actions" }).first().click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await confirm(page, "Delete “Scene two”?", "Delete batch");
    await expectToast(page, "“Scene two” was deleted");
    // The screen of a deleted batch returns to the list.
    await page.getByRole("heading", { name: "Night Ferry", level: 1 }).waitFor();
    await cell(list, "Scene three").waitFor();
    expect(await cell(list, "Scene two").count()).toBe(0);
    expect(await namesThere()).toEqual(["Scene three"]);
    // The gallery is not changed.
    expect(await client.files()).toEqual(["night/a.wav"]);

    await app.restart();
    await goTo(app.page, "Projects");
    await app.page.getByRole("grid", { name: "Projects" }).getByText("Night Ferry").dblclick();
    const again = app.page.getByRole("grid", { name: "Batches" });
    await cell(again, "Scene three").waitFor();
    expect(await again.getByText(/^Scene/).count()).toBe(1);
  },
  long,
);
