/** Actions that many stories share, through the window. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright";
import { expect } from "vitest";
import type { LocalClient } from "../../helpers/local-service";
import { dataDirOf } from "../workspace";
import { signInToDataFolder } from "./local-service-client";
import type { AppDriver } from "./app-driver";

/** Creates the default local workspace; returns its id. */
export async function startLocalWorkspace(app: AppDriver): Promise<string> {
  const { page } = app;
  await page.getByRole("button", { name: "Start here" }).click();
  await page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  await page.getByText("Running on this computer").waitFor();
  const [workspace] = await app.call<{ id: string }[]>("workspaces.list");
  return workspace?.id ?? "";
}

/** A client of the service of the local workspace. */
export const localService = (app: AppDriver): Promise<LocalClient> =>
  signInToDataFolder(dataDirOf(app.profile));

/** Opens a screen of the sidebar. */
export async function goTo(page: Page, title: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: title }).click();
  await page.getByRole("heading", { name: headings[title] ?? title, level: 1 }).waitFor();
}
const headings: Readonly<Record<string, string>> = { Media: "Media gallery" };

/** Opens a page of the current project. */
export async function goToTab(page: Page, title: string): Promise<void> {
  const tabs = page.getByRole("navigation", { name: "Pages of the project" });
  const tab = tabs.getByRole("link", { name: title });
  await tab.click();
  await expect.poll(() => tab.getAttribute("aria-current")).toBe("page");
}

/** Selects options of a field with a search by typing a text for each, and leaves the field. */
export async function selectOptions(
  page: Page,
  label: string,
  ...options: readonly string[]
): Promise<void> {
  const field = page.getByRole("combobox", { name: label, exact: true });
  for (const option of options) {
    await field.fill(option);
    const list = page.getByRole("listbox", { name: label, exact: true });
    await list.getByRole("option", { name: option }).click();
  }
  await field.press("Tab");
}

/** The reason why an action is disabled, as assistive technology reads it. */
export async function disabledReason(item: Locator): Promise<string> {
  await expect.poll(() => item.getAttribute("aria-disabled")).toBe("true");
  const id = await item.getAttribute("aria-describedby");
  if (id === null) return (await item.getAttribute("title")) ?? "";
  return (await item.page().locator(`[id="${id}"]`).textContent()) ?? "";
}

export interface NewProject {
  name: string;
  type: "Line dubbing" | "Media dubbing" | "Audio production";
  source?: string;
  targets: readonly string[];
}

/** Fills in and submits the form of a new project; ends on its page. */
export async function createProject(page: Page, project: NewProject): Promise<void> {
  await goTo(page, "Projects");
  await page.getByRole("button", { name: "New project…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New project" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(project.name);
  await dialog.getByRole("radio", { name: project.type }).check();
  await expect
    .poll(() => dialog.getByRole("combobox", { name: "Model" }).inputValue())
    .toBe("local-basic");
  if (project.source !== undefined) await selectOptions(page, "Source language", project.source);
  await selectOptions(page, "Target languages", ...project.targets);
  await dialog.getByRole("button", { name: "Create project" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: project.name, level: 1 }).waitFor();
}

/** The id of the current project. */
export function openProjectId(page: Page): string {
  const id = /#\/project\/([^/]+)/.exec(page.url())?.[1];
  if (id === undefined) throw new Error(`no project is open: ${page.url()}`);
  return decodeURIComponent(id);
}

/** Writes files on this computer; returns their paths. */
export function writeFiles(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): string[] {
  return Object.entries(files).map(([name, content]) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  });
}

/**
 * Uploads files with "Add files…" to a folder of the gallery, and waits until they are uploaded.
 */
export async function upload(
  app: AppDriver,
  files: readonly string[],
  folder: string,
): Promise<void> {
  const { page } = app;
  const words = files.length === 1 ? "1 file" : `${files.length} files`;
  await goTo(page, "Uploads");
  await app.stubDialogs({ open: files });
  await page.getByRole("button", { name: "Add files…" }).first().click();
  const plan = page.getByRole("dialog");
  await plan.getByRole("combobox", { name: "Upload to" }).fill(folder);
  await plan.getByRole("button", { name: new RegExp(`^Upload ${words}`) }).click();
  await page.getByText(`${words} uploaded`).waitFor();
}

/** Waits for a toast with this text. */
export const expectToast = (page: Page, words: string | RegExp) =>
  page.getByRole("list", { name: "Notifications" }).getByText(words).last().waitFor();
