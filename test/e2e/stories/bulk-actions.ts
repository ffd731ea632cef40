/** Videos and scripts of a season, and actions on the bulk page. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import { axeViolations } from "../../ui/axe";
import type { LocalClient } from "../../helpers/local-service";
import { bodyOf, type Json } from "../../helpers/local-workspace";
import { root } from "../harness";
import type { AppDriver } from "./app-driver";

/** A video of one second. */
export const sampleVideo = path.join(root, "test/fixtures/sample-video.mp4");

const subtitles = (episode: string) =>
  `1\n00:00:00,000 --> 00:00:00,400\nThis is ${episode}.\n\n` +
  `2\n00:00:00,400 --> 00:00:00,900\nSo it is.\n`;

/** "S01E01" and so on. */
export const episodes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `S01E${String(index + 1).padStart(2, "0")}`);

/** Writes a video and its English subtitles for each name; returns the folder of the season. */
export function writePairs(parent: string, names: readonly string[]): string {
  const folder = path.join(parent, "Season 1");
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    copyFileSync(sampleVideo, path.join(folder, `${name}.mp4`));
    writeFileSync(path.join(folder, `${name}.en.srt`), subtitles(name));
  }
  return folder;
}

/** The open table. */
export const openTable = (page: Page): Locator => page.getByRole("grid", { name: /^Batches of/ });

/** Expects no accessibility violations on the current screen. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  expect(await axeViolations(page), screen).toEqual([]);
}

/** Opens the bulk page from a page of its project. */
export async function goToBulk(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await page.keyboard.type("Bulk…");
  await page.getByRole("option", { name: /^Bulk…/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Bulk", level: 1 }).waitFor();
}

/** Creates a table on the bulk page and names it. */
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
 * Adds a folder to the open table: dropped in Electron, chosen in a dialog in Chromium. Returns the
 * dialog with the matched pairs.
 */
export async function fillTableFromFolder(app: AppDriver, folder: string): Promise<Locator> {
  const { page } = app;
  if (app.drop) await app.drop([folder]);
  else {
    await app.stubDialogs({ open: [folder] });
    await page.getByRole("button", { name: "Fill", exact: true }).click();
    await page.getByRole("menuitem", { name: "From a folder…" }).click();
  }
  const dialog = page.getByRole("dialog", { name: "Match files" });
  await dialog.getByRole("grid", { name: "Matched files" }).waitFor();
  return dialog;
}

/** Opens the start dialog, which validates the table, and starts the request. */
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

/** Waits until all batches of a project were read; returns them by name. */
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

/** Expects each name to be a batch once, and all batches to have this status. */
export function expectBatches(
  batches: readonly Json[],
  names: readonly string[],
  status = "ready",
): void {
  expect(batches.map(({ name }) => name)).toEqual([...names].sort());
  expect(new Set(batches.map((batch) => batch["status"]))).toEqual(new Set([status]));
}
