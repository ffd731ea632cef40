/** A season of videos and scripts on this computer, the bulk page that takes it, and what became of it. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { axeViolations } from "../../ui/axe";
import type { LocalClient } from "../../helpers/local-service";
import { bodyOf, type Json } from "../../helpers/local-workspace";
import { root } from "../harness";
import type { AppDriver } from "./story";

/** A film that lasts a second. */
export const sampleVideo = path.join(root, "test/fixtures/sample-video.mp4");

const subtitles = (episode: string) =>
  `1\n00:00:00,000 --> 00:00:00,400\nMARA: This is ${episode}.\n\n` +
  `2\n00:00:00,400 --> 00:00:00,900\nKEEPER: So it is.\n`;

/** "S01E01" to as many as are wanted. */
export const episodes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `S01E${String(index + 1).padStart(2, "0")}`);

/** Writes a video and its English subtitles for each of these below a folder; gives the folder of the season. */
export function writePairs(parent: string, names: readonly string[]): string {
  const folder = path.join(parent, "Season 1");
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    copyFileSync(sampleVideo, path.join(folder, `${name}.mp4`));
    writeFileSync(path.join(folder, `${name}.en.srt`), subtitles(name));
  }
  return folder;
}

/** The table that is open. */
export const openTable = (page: Page): Locator => page.getByRole("grid", { name: /^Batches of/ });

/** Nothing that axe finds on what is shown now. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  expect(await axeViolations(page), screen).toEqual([]);
}

/** Goes from a page of a project to its bulk page. */
export async function goToBulk(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await page.keyboard.type("Bulk…");
  await page.getByRole("option", { name: /^Bulk…/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Bulk", level: 1 }).waitFor();
}

/** Makes a new table on the bulk page and gives it a name. */
export async function createTable(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "New table" }).first().click();
  await openTable(page).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename table" });
  await dialog.getByLabel("Name").fill(name);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}

/**
 * Gives a folder to the table that is open: dropped on it where files have paths, else chosen. Gives the dialog in which
 * pairs are looked through.
 */
export async function fillTableFromFolder(place: AppDriver, folder: string): Promise<Locator> {
  const { page } = place;
  if (place.drop) await place.drop([folder]);
  else {
    await place.stubDialogs({ open: [folder] });
    await page.getByRole("button", { name: "Fill", exact: true }).click();
    await page.getByRole("menuitem", { name: "From a folder…" }).click();
  }
  const dialog = page.getByRole("dialog", { name: "Match files" });
  await dialog.getByRole("grid", { name: "Matched files" }).waitFor();
  return dialog;
}

/** Asks for everything to be checked, and starts what is good; ends when it was taken. */
export async function startTable(
  page: Page,
  button: string,
  inspect: (dialog: Locator) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.getByRole("button", { name: "Start…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Start/ });
  const startButton = dialog.getByRole("button", { name: button });
  await startButton.waitFor();
  await inspect(dialog);
  await startButton.click();
  await dialog.waitFor({ state: "detached" });
}

/** The batches of a project as the service has them, by name, when they have all been read. */
export async function batchesOf(
  client: LocalClient,
  projectId: string,
  count: number,
): Promise<Json[]> {
  let batches: Json[] = [];
  await expect
    .poll(
      async () => {
        batches = bodyOf<Json[]>(await client.get(`/projects/${projectId}/batches`));
        return batches.filter(({ status }) => status !== "ingesting").length;
      },
      { timeout: 60_000, interval: 200 },
    )
    .toBeGreaterThanOrEqual(count);
  return batches.sort((a, b) => (String(a["name"]) < String(b["name"]) ? -1 : 1));
}

/** Each of these names is a batch once, and all of them have come as far as this. */
export function expectBatches(
  batches: readonly Json[],
  names: readonly string[],
  status = "ready",
): void {
  expect(batches.map(({ name }) => name)).toEqual([...names].sort());
  expect(new Set(batches.map((batch) => batch["status"]))).toEqual(new Set([status]));
}
