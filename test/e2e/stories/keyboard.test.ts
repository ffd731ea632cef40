/**
 * Every screen by keyboard alone: the focus is always on an element, dialogs restore it when they
 * close, and every button has a name.
 */
import { expect } from "vitest";
import {
  createBatch,
  createProject,
  createUser,
  uploadScript,
} from "../../helpers/local-workspace";
import { axeViolations } from "../../ui/axe";
import { longStory } from "./story";
import type { AppDriver } from "./app-driver";
import { localService } from "./user-actions";

async function fill(app: AppDriver): Promise<void> {
  const client = await localService(app);
  const projectId = await createProject(client, {
    name: "Night Ferry",
    type: "audio-production",
    targetLanguages: ["de-de", "it-it"],
  });
  for (const name of ["Anchor", "Beacon"])
    await createProject(client, { name, type: "audio-production" });
  const script = "Character,Text_DE-DE\nPilot,Leinen los\nStoker,Jawohl\n";
  const scriptPath = await uploadScript(client, "ferry.csv", script);
  await createBatch(client, projectId, { name: "Departure", scriptPath });
  const userId = await createUser(client, "Ingrid");
  await createUser(client, "Mateo");
  const teamMembers = [{ userId, role: "project-owner" }];
  await client.post(`/projects/${projectId}/team`, { teamMembers });
  const line = { word: "Kattegat", languageId: "de-de", pronounceAs: "Kattegatt" };
  await client.post(`/local/projects/${projectId}/glossary`, line);
  await client.upload("ferry/horn.mp4", new Uint8Array(100));
}

longStory("every screen is usable by keyboard", async (app) => {
  const { page } = app;
  const { keyboard } = page;
  /** A description of the focused element. */
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: element, body } = document;
      if (!element || element === body) return "nothing";
      const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
      return `${element.getAttribute("role") ?? element.tagName.toLowerCase()} ${name}`;
    });
  const expectFocus = (what: string) =>
    expect.poll(focused, { message: `the focus after: ${what}` }).not.toBe("nothing");
  const heading = (name: string) => page.getByRole("heading", { name, level: 1 }).waitFor();
  const expectAccessible = async (screen: string) => {
    await expectFocus(screen);
    expect(await axeViolations(page), screen).toEqual([]);
  };
  /** Opens something over the screen and closes it again: the focus returns to where it was. */
  const openAndClose = async (role: "dialog" | "alertdialog" | "menu", ...keys: string[]) => {
    await expectFocus(`before ${keys.join(" ")}`);
    const before = await focused();
    for (const key of keys) await keyboard.press(key);
    const opened = page.getByRole(role).first();
    await opened.waitFor();
    const isInside = () => opened.evaluate((element) => element.contains(document.activeElement));
    const keysPressed = keys.join(" ");
    await expect
      .poll(isInside, { message: `the focus is in what ${keysPressed} opens` })
      .toBe(true);
    expect(await axeViolations(page), `opened by ${keysPressed}`).toEqual([]);
    await keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await expect.poll(focused, { message: `the focus after ${keysPressed}, Escape` }).toBe(before);
  };
  /** Runs an action of the palette. */
  const run = async (title: string) => {
    await keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").waitFor();
    await keyboard.type(title);
    await page.getByRole("option", { name: title }).first().waitFor();
    await keyboard.press("Enter");
  };
  /** Presses Tab until an element with this name has the focus. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 60; presses++) {
      if (name.test(await focused())) return;
      await keyboard.press("Tab");
    }
    throw new Error(`not reachable with Tab: ${name}`);
  };

  // The first run.
  await page.getByRole("button", { name: "Start here" }).waitFor();
  expect(await axeViolations(page), "the first run").toEqual([]);
  await tabTo(/Start here/);
  await keyboard.press("Enter");
  await page.getByRole("button", { name: /^Workspace: This computer/ }).waitFor();
  await expectFocus("the first workspace");
  await fill(app);

  // The sidebar.
  await keyboard.press("Control+1");
  await heading("Overview");
  await expectAccessible("Overview");
  await openAndClose("dialog", "Control+k");
  await openAndClose("dialog", "?");
  await keyboard.press("Control+3");
  await heading("Media gallery");
  await page.getByRole("grid", { name: "Files and folders" }).getByText("ferry").waitFor();
  await expectAccessible("Media");
  await tabTo(/^grid Files and folders/);
  await keyboard.press("Home");
  await openAndClose("menu", "Shift+F10");
  await openAndClose("alertdialog", "Delete");
  await keyboard.press("Enter");
  await page.getByRole("grid", { name: "Files and folders" }).getByText("horn.mp4").waitFor();
  await expectFocus("an opened folder");
  await keyboard.press("Control+4");
  await heading("Uploads");
  await expectAccessible("Uploads");
  await keyboard.press("Control+5");
  await heading("Outbox");
  await expectAccessible("Outbox");
  await keyboard.press("Control+6");
  await heading("Voices");
  await page.getByRole("grid", { name: "Voices" }).waitFor();
  await expectAccessible("Voices");
  await tabTo(/^grid Voices/);
  await keyboard.press("Home");
  await openAndClose("menu", "Shift+F10");
  await keyboard.press("Control+7");
  await heading("Users");
  await page.getByRole("grid", { name: "Users" }).waitFor();
  await expectAccessible("Users");
  await tabTo(/^grid Users/);
  await keyboard.press("Home");
  await openAndClose("dialog", "n");
  await openAndClose("dialog", "F2");
  await openAndClose("alertdialog", "Delete");
  await keyboard.press("Control+,");
  await heading("Settings");
  await expectAccessible("Settings");

  // The switcher and its menu.
  await tabTo(/Workspace:/);
  await openAndClose("menu", "Enter");

  // Projects: one is archived, another deleted; the focus stays in the list.
  await keyboard.press("Control+2");
  await heading("Projects");
  await tabTo(/^button Refresh/);
  await keyboard.press("Enter");
  await page.getByRole("grid", { name: "Projects" }).getByText("Night Ferry").waitFor();
  await expectAccessible("Projects");
  await tabTo(/^grid Projects/);
  await openAndClose("dialog", "Control+n");
  const rows = page.getByRole("grid", { name: "Projects" });
  await keyboard.press("Home");
  await openAndClose("menu", "Shift+F10");
  await openAndClose("dialog", "F2");
  await openAndClose("dialog", "Delete");
  await run("Archive");
  await expect.poll(() => rows.getByRole("row", { name: /Anchor|Beacon|Night/ }).count()).toBe(2);
  await expectFocus("an archived project");
  // The toast is reached with Tab, and restores the focus when it closes.
  await tabTo(/^button Undo/);
  await keyboard.press("Enter");
  await expect.poll(() => rows.getByRole("row", { name: /Anchor|Beacon|Night/ }).count()).toBe(3);
  await expect.poll(focused).toBe("grid Projects");
  await keyboard.press("Control+f");
  await keyboard.type("ferry");
  await rows.getByText("Beacon").waitFor({ state: "detached" });
  await keyboard.press("ArrowDown");
  await keyboard.press("Home");
  await keyboard.press("Enter");
  await heading("Night Ferry");

  // The pages of a project.
  await page.getByRole("grid", { name: "Batches" }).getByText("Departure").waitFor();
  await expectAccessible("Batches");
  await keyboard.press("Alt+2");
  await page.getByRole("grid", { name: "Characters" }).getByText("Pilot").waitFor();
  await expectAccessible("Casting");
  await tabTo(/^grid Characters/);
  await keyboard.press("Home");
  await openAndClose("menu", "Shift+F10");
  await keyboard.press("Alt+3");
  await page.getByRole("grid", { name: "Glossary lines" }).getByText("Kattegatt").waitFor();
  await expectAccessible("Glossary");
  await tabTo(/^grid Glossary lines/);
  await keyboard.press("Home");
  await openAndClose("dialog", "n");
  await openAndClose("dialog", "F2");
  await keyboard.press("Delete");
  await page.getByText("The glossary is empty").waitFor();
  await expectFocus("the last line was deleted");
  await keyboard.press("Alt+4");
  await page.getByRole("grid", { name: "Members" }).getByText("Ingrid").waitFor();
  await expectAccessible("Team");
  await tabTo(/^grid Members/);
  await keyboard.press("Home");
  await openAndClose("dialog", "n");
  await openAndClose("menu", "Shift+F10");
  await keyboard.press("Alt+5");
  await page.getByRole("grid", { name: "Languages" }).getByText("Italian").waitFor();
  await expectAccessible("Languages");
  await keyboard.press("Alt+1");
  await page.getByRole("grid", { name: "Batches" }).waitFor();
  await tabTo(/^grid Batches/);
  await keyboard.press("Home");
  await openAndClose("menu", "Shift+F10");
  await openAndClose("alertdialog", "Delete");

  // A batch.
  await keyboard.press("Enter");
  await heading("Departure");
  await expectAccessible("Batch");
  await tabTo(/^button Add languages…/);
  await openAndClose("dialog", "Enter");
  await tabTo(/Assign members to Italian|^button Assign…/);
  await openAndClose("dialog", "Enter");
  await keyboard.press("Control+n");
  await heading("New batch");
  await expectAccessible("New batch");
  await tabTo(/Create batch/);
  await keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-invalid")))
    .toBe("true");
  await expectAccessible("New batch with errors");
});
