/** A media-dubbing project: a video that is uploaded, its subtitles, and a language more. */
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { uploadScript } from "../../helpers/local-workspace";
import { root } from "../harness";
import { story } from "./story";
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

story("media dubbing: a video with its subtitles, and a language more", async (place) => {
  const { page } = place;
  await startLocalWorkspace(place);

  const folder = path.join(place.profile, "films");
  mkdirSync(folder);
  const film = path.join(folder, "The Lighthouse – Trailer.mp4");
  copyFileSync(path.join(root, "test/fixtures/sample-video.mp4"), film);
  await upload(place, [film], "trailers/2025");

  await createProject(page, {
    name: "Trailers",
    type: "Media dubbing",
    source: "English (United States)",
    targets: ["German"],
  });
  const scriptUrl = await uploadScript(await localService(place), "trailer.srt", subtitles);
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill("Trailer");
  // The gallery suggests the path.
  await form.getByRole("combobox", { name: "Video" }).fill("lighthouse");
  await page
    .getByRole("listbox", { name: "In the media gallery" })
    .getByRole("option", { name: "trailers/2025/The Lighthouse – Trailer.mp4" })
    .click();
  await page.getByText("No script: the batch has no lines").waitFor();
  await form.getByRole("textbox", { name: "Script (optional)", exact: true }).fill(scriptUrl);

  // Subtitles do not say their language: without it nothing is sent.
  const language = form.getByRole("combobox", { name: "Language of the script", exact: true });
  await language.waitFor();
  await page.getByRole("button", { name: "Create batch" }).click();
  await expect.poll(() => language.getAttribute("aria-invalid")).toBe("true");
  expect(await language.evaluate((field) => field === document.activeElement)).toBe(true);
  await selectOptions(page, "Language of the script", "English (United States)");
  await form.getByRole("textbox", { name: "Speaker separator (optional)" }).fill(":");
  // Without transcription they always come from the script.
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

  // They are the project's as well, and there after a restart.
  await place.restart();
  await goTo(place.page, "Projects");
  await place.page.getByRole("grid", { name: "Projects" }).getByText("Trailers").dblclick();
  const row = place.page.getByRole("grid", { name: "Batches" }).getByRole("row", {
    name: "Trailer",
  });
  await row.getByText("ready").first().waitFor();
  await row.getByText("+2 more").waitFor();
});
