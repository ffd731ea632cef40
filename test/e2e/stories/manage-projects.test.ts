/** Organising projects: archive, unarchive, rename, delete; also several at once, with undo. */
import { expect } from "vitest";
import { longStory } from "./story";
import { goTo, disabledReason, startLocalWorkspace, expectToast } from "./user-actions";

const names = ["Anchor", "Beacon", "Compass", "Drift", "Ebb"];

longStory("archives, renames and deletes several projects", async (app) => {
  const { page } = app;
  const workspaceId = await startLocalWorkspace(app);
  for (const name of names) {
    await app.call("projects.create", {
      workspaceId,
      name,
      type: "audio-production",
      model: "local-basic",
      sourceLanguage: null,
      targetLanguages: ["de-de"],
    });
  }
  await goTo(page, "Projects");
  const list = page.getByRole("grid", { name: "Projects" });
  const row = (name: string) => list.getByRole("row", { name });
  const select = async (...chosen: string[]) => {
    const [first = "", ...more] = chosen;
    await row(first).click();
    for (const name of more) await row(name).click({ modifiers: ["Control"] });
  };
  const bar = page.getByRole("toolbar");
  const archived = page.getByRole("radio", { name: /^Archived/ });
  const active = page.getByRole("radio", { name: /^Active/ });
  const undo = page.getByRole("button", { name: "Undo" }).last();

  // Two are archived, restored, and archived again.
  await select("Anchor", "Beacon");
  await bar.getByRole("button", { name: "Archive", exact: true }).click();
  await expectToast(page, "2 projects archived");
  await row("Anchor").waitFor({ state: "detached" });
  await undo.click();
  await row("Anchor").waitFor();
  await row("Beacon").waitFor();
  await select("Anchor", "Beacon");
  await bar.getByRole("button", { name: "Archive", exact: true }).click();
  await row("Beacon").waitFor({ state: "detached" });
  await page.getByRole("radio", { name: "Archived 2" }).waitFor();
  await archived.click();
  await row("Anchor").waitFor();

  // One is unarchived in the list of archived projects.
  await row("Anchor").click({ button: "right" });
  expect(await disabledReason(page.getByRole("menuitem", { name: "Archive", exact: true }))).toBe(
    "Nothing selected is active",
  );
  await page.getByRole("menuitem", { name: "Unarchive" }).click();
  await expectToast(page, "1 project is active again");
  await row("Anchor").waitFor({ state: "detached" });
  await active.click();
  await row("Anchor").waitFor();

  // One is renamed by keyboard.
  await row("Compass").click();
  await page.keyboard.press("F2");
  const rename = page.getByRole("dialog", { name: "Rename project" });
  const name = rename.getByRole("textbox", { name: "Name" });
  expect(await name.inputValue()).toBe("Compass");
  await name.fill("  ");
  await page.keyboard.press("Enter");
  await rename.getByText("Required").waitFor();
  await name.fill("Compass Rose");
  await page.keyboard.press("Enter");
  await expectToast(page, "Project renamed to “Compass Rose”");
  await row("Compass Rose").waitFor();

  // One is deleted after its name was typed.
  await row("Compass Rose").click();
  await page.keyboard.press("Delete");
  const one = page.getByRole("dialog", { name: "Delete “Compass Rose”?" });
  await one.getByText("This cannot be undone").waitFor();
  const confirmOne = one.getByRole("button", { name: "Delete project" });
  expect(await disabledReason(confirmOne)).toBe("Type “Compass Rose” to confirm");
  await one.getByRole("textbox").fill("compass rose");
  await page.keyboard.press("Enter");
  await one.getByText("Type it exactly as shown.").waitFor();
  await one.getByRole("textbox").fill("Compass Rose");
  await confirmOne.click();
  await expectToast(page, "“Compass Rose” was deleted");
  await row("Compass Rose").waitFor({ state: "detached" });

  // Several are deleted after their number was typed, or the deletion is cancelled.
  await select("Drift", "Ebb");
  await page.keyboard.press("Delete");
  const two = page.getByRole("dialog", { name: "Delete 2 projects?" });
  await two.getByRole("button", { name: "Cancel" }).click();
  await two.waitFor({ state: "detached" });
  await bar.getByRole("button", { name: "Delete…" }).click();
  await two.getByText("Drift and Ebb").waitFor();
  await two.getByRole("textbox", { name: "Type “2 projects” to confirm" }).fill("2 projects");
  await page.keyboard.press("Enter");
  await expectToast(page, "2 projects deleted");
  await row("Drift").waitFor({ state: "detached" });

  await app.restart();
  await goTo(app.page, "Projects");
  const after = app.page.getByRole("grid", { name: "Projects" });
  await after.getByRole("row", { name: "Anchor" }).waitFor();
  await app.page.getByRole("radio", { name: "Active 1" }).waitFor();
  await app.page.getByRole("radio", { name: "Archived 1" }).waitFor();
});
