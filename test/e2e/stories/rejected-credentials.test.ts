/** Credentials that the service no longer accepts, and their replacement. */
import path from "node:path";
import { expect } from "vitest";
import { bytesOf } from "../../helpers/local-service";
import { addHostedWorkspace, startHostedService, switchTo } from "./hosted-service";
import { longStory } from "./story";
import { expectNotOnPage, filesContaining } from "./leak-checks";
import {
  createProject,
  goTo,
  startLocalWorkspace,
  expectToast,
  upload,
  writeFiles,
} from "./user-actions";

longStory("replaces rejected credentials", async (app) => {
  const { page } = app;
  const studio = await startHostedService();
  const { clientSecret: oldSecret } = studio;
  await startLocalWorkspace(app);
  await addHostedWorkspace(page, studio, "Studio");
  await goTo(page, "Projects");
  await page.getByText("No projects yet").waitFor();

  // The key of the service changes.
  await studio.stop();
  await studio.start({ isKeyNew: true });
  expect(studio.clientSecret).not.toBe(oldSecret);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("The service refuses the credentials of this workspace").waitFor();
  await page.locator("footer").getByText("The credentials are refused").waitFor();

  // Files that are dropped now wait.
  const files = path.join(app.profile, "files");
  await goTo(page, "Uploads");
  await app.stubDialogs({ open: writeFiles(files, { "waiting.wav": bytesOf(3000, 1) }) });
  await page.getByRole("button", { name: "Add files…" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Upload 1 file/ })
    .click();
  await page.getByRole("grid", { name: "Uploads" }).getByText("waiting.wav").waitFor();

  // The other workspace continues.
  await switchTo(page, "This computer");
  await upload(app, writeFiles(files, { "home.wav": bytesOf(3000, 2) }), "");
  await createProject(page, { name: "Home Movie", type: "Audio production", targets: ["German"] });

  // The banner opens the credentials.
  await switchTo(page, "Studio");
  await page.getByRole("button", { name: "Replace credentials…" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace credentials of “Studio”" });
  const secret = dialog.getByLabel("Client secret", { exact: true });
  expect(await secret.inputValue()).toBe("");
  expect(await secret.getAttribute("type")).toBe("password");
  await secret.fill(oldSecret);
  await dialog.getByRole("button", { name: "Test and replace" }).click();
  await dialog.getByText("The service refuses these credentials").waitFor();
  await dialog.getByRole("textbox", { name: "Client ID" }).fill(studio.clientId);
  await secret.fill(studio.clientSecret);
  await dialog.getByRole("button", { name: "Test and replace" }).click();
  await expectToast(page, "The credentials were replaced");
  await dialog.waitFor({ state: "detached" });

  // The workspace is online, and the waiting files are uploaded.
  const rejections = page.getByText("The service refuses the credentials");
  await expect.poll(() => rejections.count()).toBe(0);
  await page.locator("footer").getByText("Online").waitFor();
  await goTo(page, "Uploads");
  await page.getByText("1 file uploaded").waitFor();
  expect(await studio.client.files()).toEqual(["waiting.wav"]);
  await app.restart();
  await app.page.locator("footer").getByText("Online").waitFor();

  // No secret is on the page or on disk.
  const secrets = [oldSecret, studio.clientSecret];
  for (const screen of ["Settings", "Uploads"]) {
    await goTo(app.page, screen);
    await expectNotOnPage(app.page, secrets);
  }
  const report = await app.call<{ text: string }>("diagnostics.report");
  for (const one of secrets) expect(report.text).not.toContain(one);
  expect(filesContaining(app.profile, secrets)).toEqual([]);
});
