/** Uploads from a folder on disk to the gallery through the window. */
import { beforeAll, afterAll, expect, test } from "vitest";
import { temporaryFolder as lasting } from "../helpers/backend";
import { writeSeason, type Season } from "../helpers/season";
import { long } from "../long";
import { dropPaths, launch, stubOpenDialog, temporaryFolder } from "./harness";
import { callMain, dataDirOf, expectInGallery, homeOf, waitForUploads } from "./workspace";

let folder: Awaited<ReturnType<typeof lasting>>;
let season: Season;
beforeAll(async () => {
  folder = await lasting();
  season = await writeSeason(folder.path);
});
afterAll(() => folder.remove());

async function firstRun() {
  const profile = temporaryFolder("profile");
  const dubyard = await launch({ profile, env: homeOf(profile) });
  const { page } = dubyard;
  await page.getByRole("button", { name: "Start here" }).click();
  await page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  const [workspace] = await callMain<{ id: string }[]>(page, "workspaces.list");
  return { ...dubyard, profile, workspaceId: workspace?.id ?? "" };
}

test("uploads a dropped folder byte for byte", async () => {
  const { app, page, profile, workspaceId } = await firstRun();
  await dropPaths({ app, page }, [season.folder]);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("38 files").first().waitFor();
  await dialog.getByRole("tab", { name: /Skipped/ }).click();
  await dialog.getByText("notes.txt").waitFor();
  await dialog.getByRole("tab", { name: /Cannot be uploaded/ }).click();
  await dialog.getByText("silence.wav").waitFor();
  await dialog.getByRole("button", { name: /^Upload 38 files/ }).click();
  await waitForUploads(page, workspaceId);
  const locations = page.getByRole("navigation", { name: "Main" });
  await locations.getByRole("link", { name: "Uploads" }).click();
  await page.getByText("38 files uploaded").waitFor();
  await expectInGallery(page, workspaceId, dataDirOf(profile), season);
  // The window lists them.
  await locations.getByRole("link", { name: "Media" }).click();
  await page.getByText("season 2 é").first().waitFor();
});

test("uploads a folder chosen in the native dialog byte for byte", long, async () => {
  const { app, page, profile, workspaceId } = await firstRun();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Uploads" })
    .click();
  await stubOpenDialog({ app }, []);
  await page.getByRole("button", { name: "Add folder…" }).first().click();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await stubOpenDialog({ app }, [season.folder]);
  await page.getByRole("button", { name: "Add folder…" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Upload to" }).fill("from dialog");
  await dialog.getByRole("button", { name: /^Upload 38 files/ }).click();
  await waitForUploads(page, workspaceId);
  await expectInGallery(page, workspaceId, dataDirOf(profile), season, "from dialog/");
});
