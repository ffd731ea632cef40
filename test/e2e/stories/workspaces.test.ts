/** Two workspaces: a local one, and one of a hosted service. */
import path from "node:path";
import { expect } from "vitest";
import { bytesOf } from "../../helpers/local-service";
import { createProject as createServiceProject } from "../../helpers/local-workspace";
import {
  addHostedWorkspace,
  fillConnectForm,
  openSwitcher,
  startHostedService,
  switchTo,
} from "./hosted-service";
import { longStory } from "./story";
import {
  createProject,
  goTo,
  goToTab,
  startLocalWorkspace,
  expectToast,
  upload,
  writeFiles,
} from "./user-actions";

longStory("keeps the data of two workspaces separate", async (app) => {
  const { page } = app;
  const studio = await startHostedService();
  await createServiceProject(studio.client, { name: "Night Ferry", type: "audio-production" });
  await startLocalWorkspace(app);
  await createProject(page, {
    name: "Home Movie",
    type: "Audio production",
    targets: ["German"],
  });

  // The form reports invalid fields before anything is stored.
  await openSwitcher(page);
  await page.getByRole("menuitem", { name: "Add workspace…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add workspace" });
  await fillConnectForm(page, { ...studio, clientSecret: "not the secret" }, "Studio");
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog.getByText("The service refuses these credentials").waitFor();
  await page.getByLabel("Client secret", { exact: true }).fill(studio.clientSecret);
  await dialog.getByRole("button", { name: "Test connection" }).click();
  await dialog.getByText("The service responds and accepts these credentials").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await app.call<unknown[]>("workspaces.list")).toHaveLength(1);
  await addHostedWorkspace(page, studio, "Studio");

  // The projects of the new workspace.
  const projects = page.getByRole("grid", { name: "Projects" });
  await goTo(page, "Projects");
  await projects.getByText("Night Ferry").waitFor();
  expect(await projects.getByText("Home Movie").count()).toBe(0);
  // Its queue and its gallery.
  const files = path.join(app.profile, "files");
  await upload(app, writeFiles(files, { "studio.wav": bytesOf(3000, 1) }), "from here");
  expect(await studio.client.files()).toEqual(["from here/studio.wav"]);
  await goTo(page, "Projects");
  await projects.getByText("Night Ferry").dblclick();
  await goToTab(page, "Team");

  // The other one is unchanged, on its own screen.
  await switchTo(page, "This computer");
  await page.getByRole("heading", { name: "Home Movie", level: 1 }).waitFor();
  await goTo(page, "Uploads");
  await page.getByText("Nothing to upload yet").waitFor();
  await upload(app, writeFiles(files, { "home.wav": bytesOf(3000, 2) }), "");
  expect(await page.getByText("studio.wav").count()).toBe(0);
  await goTo(page, "Media");
  const gallery = page.getByRole("grid", { name: "Files and folders" });
  await gallery.getByText("home.wav").waitFor();
  expect(await gallery.getByText("from here").count()).toBe(0);

  // Switching returns to the screen on which each workspace was left.
  await switchTo(page, "Studio");
  await page.getByRole("heading", { name: "Night Ferry", level: 1 }).waitFor();
  const team = page.getByRole("navigation", { name: "Pages of the project" }).getByRole("link", {
    name: "Team",
  });
  expect(await team.getAttribute("aria-current")).toBe("page");
  await switchTo(page, "This computer");
  await gallery.getByText("home.wav").waitFor();

  // Rename.
  await switchTo(page, "Studio");
  await openSwitcher(page);
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const rename = page.getByRole("dialog", { name: "Rename workspace" });
  await rename.getByRole("textbox", { name: "Name" }).fill("Harbour Studio");
  await page.keyboard.press("Enter");
  await expectToast(page, "Workspace renamed to “Harbour Studio”");
  await page.getByRole("button", { name: "Workspace: Harbour Studio" }).waitFor();

  // After a restart both exist, and the last one is shown.
  await app.restart();
  const after = app.page;
  await after.getByRole("button", { name: "Workspace: Harbour Studio" }).waitFor();
  await after.getByText("Online").first().waitFor();
  await goTo(after, "Projects");
  await after.getByRole("grid", { name: "Projects" }).getByText("Night Ferry").waitFor();

  // Removed after a confirmation: deleted here, unchanged at the service.
  await openSwitcher(after);
  await after.getByRole("menuitem", { name: "Remove…" }).click();
  const confirmation = after.getByRole("alertdialog", { name: "Remove “Harbour Studio”?" });
  await confirmation.getByText("Nothing is deleted at the service.").waitFor();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await confirmation.waitFor({ state: "detached" });
  await openSwitcher(after);
  await after.getByRole("menuitem", { name: "Remove…" }).click();
  await confirmation.getByRole("button", { name: "Remove" }).click();
  await expectToast(after, "“Harbour Studio” was removed");
  await after.getByRole("button", { name: "Workspace: This computer" }).waitFor();
  await after.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await goTo(after, "Projects");
  await after.getByRole("grid", { name: "Projects" }).getByText("Home Movie").waitFor();
  expect(await studio.client.files()).toEqual(["from here/studio.wav"]);
  await openSwitcher(after);
  expect(await after.getByRole("menuitem", { name: /Harbour Studio/ }).count()).toBe(0);
});
