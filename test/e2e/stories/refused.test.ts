/** Credentials that are refused from one day to the next, and new ones in their place. */
import path from "node:path";
import { expect } from "vitest";
import { bytesOf } from "../../helpers/local-service";
import { addHostedWorkspace, startHostedService, switchTo } from "./hosted-service";
import { story } from "./story";
import { expectNotOnPage, filesContaining } from "./leak-checks";
import {
  createProject,
  goTo,
  startLocalWorkspace,
  expectToast,
  upload,
  writeFiles,
} from "./user-actions";

story("a secret is replaced after a refusal", async (place) => {
  const { page } = place;
  const studio = await startHostedService();
  const { clientSecret: oldSecret } = studio;
  await startLocalWorkspace(place);
  await addHostedWorkspace(page, studio, "Studio");
  await goTo(page, "Projects");
  await page.getByText("No projects yet").waitFor();

  // The key is changed at the service, and nobody told us.
  await studio.stop();
  await studio.start({ isKeyNew: true });
  expect(studio.clientSecret).not.toBe(oldSecret);
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText("The service refuses the credentials of this workspace").waitFor();
  await page.locator("footer").getByText("The credentials are refused").waitFor();

  // What is dropped now waits.
  const files = path.join(place.profile, "files");
  await goTo(page, "Uploads");
  await place.stubDialogs({ open: writeFiles(files, { "waiting.wav": bytesOf(3000, 1) }) });
  await page.getByRole("button", { name: "Add files…" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Upload 1 file/ })
    .click();
  await page.getByRole("grid", { name: "Uploads" }).getByText("waiting.wav").waitFor();

  // The other workspace goes on.
  await switchTo(page, "This computer");
  await upload(place, writeFiles(files, { "home.wav": bytesOf(3000, 2) }), "");
  await createProject(page, { name: "Home Movie", type: "Audio production", targets: ["German"] });

  // The banner leads to the credentials.
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

  // All is well, and what waited has gone.
  const refusals = page.getByText("The service refuses the credentials");
  await expect.poll(() => refusals.count()).toBe(0);
  await page.locator("footer").getByText("Online").waitFor();
  await goTo(page, "Uploads");
  await page.getByText("1 file uploaded").waitFor();
  expect(await studio.client.files()).toEqual(["waiting.wav"]);
  await place.restart();
  await place.page.locator("footer").getByText("Online").waitFor();

  // No secret stands anywhere: not on the page, and not on the disk.
  const secrets = [oldSecret, studio.clientSecret];
  for (const screen of ["Settings", "Uploads"]) {
    await goTo(place.page, screen);
    await expectNotOnPage(place.page, secrets);
  }
  const report = await place.call<{ text: string }>("diagnostics.report");
  for (const one of secrets) expect(report.text).not.toContain(one);
  expect(filesContaining(place.profile, secrets)).toEqual([]);
});
