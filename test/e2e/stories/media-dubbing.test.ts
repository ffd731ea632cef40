/** A media-dubbing project: an uploaded video, its subtitles, and an additional language. */
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { uploadScript } from "../../helpers/local-workspace";
import { root } from "../harness";
import { longStory } from "./story";
import {
  createProject,
  goTo,
  localService,
  selectOptions,
  startLocalWorkspace,
  expectToast,
  upload,
} from "./user-actions";

const subtitles = `1
00:00:00,000 --> 00:00:00,400
MARA: Is anybody there?

2
00:00:00,400 --> 00:00:00,700
KEEPER: Only the wind.

3
00:00:00,700 --> 00:00:01,000
MARA: The wind does not knock.
`;

longStory("creates a media-dubbing batch with subtitles, and adds a language", async (app) => {
  const { page } = app;
  await startLocalWorkspace(app);

  const folder = path.join(app.profile, "films");
  mkdirSync(folder);
  const video = path.join(folder, "The Lighthouse – Trailer.mp4");
  copyFileSync(path.join(root, "test/fixtures/sample-video.mp4"), video);
  await upload(app, [video], "trailers/2025");

  await createProject(page, {
    name: "Trailers",
    type: "Media dubbing",
    source: "English (United States)",
    targets: ["German"],
  });
  const scriptUrl = await uploadScript(await localService(app), "trailer.srt", subtitles);
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill("Trailer");
  // The field suggests gallery paths.
  await form.getByRole("combobox", { name: "Video" }).fill("lighthouse");
  await page
    .getByRole("listbox", { name: "In the media gallery" })
    .getByRole("option", { name: "trailers/2025/The Lighthouse – Trailer.mp4" })
    .click();
  await page.getByText("No script: the batch has no lines").waitFor();
  await form.getByRole("textbox", { name: "Script (optional)", exact: true }).fill(scriptUrl);

  // Subtitles do not contain their language, so the batch cannot be created without it.
  const language = form.getByRole("combobox", { name: "Language of the script", exact: true });
  await language.waitFor();
  await page.getByRole("button", { name: "Create batch" }).click();
  await expect.poll(() => language.getAttribute("aria-invalid")).toBe("true");
  expect(await language.evaluate((field) => field === document.activeElement)).toBe(true);
  await selectOptions(page, "Language of the script", "English (United States)");
  await form.getByRole("textbox", { name: "Speaker separator (optional)" }).fill(":");
  // Without transcription the text always comes from the script.
  for (const name of ["Text", "Timing", "Characters"])
    expect(await form.getByRole("checkbox", { name, exact: true }).isDisabled(), name).toBe(true);
  await page.getByRole("button", { name: "Create batch" }).click();

  await page.getByRole("heading", { name: "Trailer", level: 1 }).waitFor();
  const languages = page.getByRole("region", { name: "Languages" });
  await languages.getByRole("row", { name: /English \(United States\)/ }).waitFor();
  await languages.getByRole("row", { name: /German/ }).waitFor();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByText("ready").first().waitFor();
  await details
    .getByRole("definition")
    .filter({ hasText: /^Complete/ })
    .waitFor();
  await page.getByRole("tab", { name: "Lines" }).click();
  const lines = page.getByRole("grid", { name: "Lines of the script" });
  await lines.getByText("The wind does not knock.").waitFor();
  await lines.getByText("KEEPER").waitFor();
  await page.getByRole("tab", { name: "Languages" }).click();

  await page.getByRole("button", { name: "Add languages…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add languages to “Trailer”" });
  await selectOptions(page, "Languages", "Spanish (Spain)", "Japanese");
  await dialog.getByRole("button", { name: "Add 2 languages" }).click();
  await expectToast(page, "2 languages were added");
  await dialog.waitFor({ state: "detached" });
  await languages.getByRole("row", { name: /Spanish/ }).waitFor();
  await languages.getByRole("row", { name: /Japanese/ }).waitFor();

  // The project has the languages too, also after a restart.
  await app.restart();
  await goTo(app.page, "Projects");
  await app.page.getByRole("grid", { name: "Projects" }).getByText("Trailers").dblclick();
  const row = app.page.getByRole("grid", { name: "Batches" }).getByRole("row", {
    name: "Trailer",
  });
  await row.getByText("ready").first().waitFor();
  await row.getByText("+2 more").waitFor();
});
