/** A line-dubbing project from its creation to a completely cast batch. */
import path from "node:path";
import { expect } from "vitest";
import { bytesOf } from "../../helpers/local-service";
import { uploadScript } from "../../helpers/local-workspace";
import { workbook } from "../../helpers/script-files";
import { longStory } from "./story";
import {
  createProject,
  goTo,
  goToTab,
  localService,
  startLocalWorkspace,
  upload,
  writeFiles,
} from "./user-actions";

longStory("creates a line-dubbing project and casts its batch", async (app) => {
  const { page } = app;
  await startLocalWorkspace(app);
  await createProject(page, {
    name: "The Lighthouse",
    type: "Line dubbing",
    source: "English (United States)",
    targets: ["German", "French"],
  });
  await page.getByText("No batches yet").waitFor();

  // The recordings of the lines.
  const names = ["001.wav", "002.wav", "003.wav", "004.wav"];
  const recordings = writeFiles(
    path.join(app.profile, "takes"),
    Object.fromEntries(names.map((name, index) => [name, bytesOf(4000, index + 1)])),
  );
  await upload(app, recordings, "lighthouse");
  await goTo(page, "Media");
  await page.getByRole("grid", { name: "Files and folders" }).getByText("lighthouse").dblclick();
  for (const name of names) await page.getByRole("grid").getByText(name).waitFor();

  const script = await workbook([
    ["ID", "Character", "Emotion", "Intensity", "Text_EN-US", "Text_DE-DE", "Source_Audio"],
    ["1", "Keeper", "joy", "normal", "The light!", "Das Licht!", "lighthouse/001.wav"],
    ["2", "Mara", "", "", "Who is there?", "Wer ist da?", "lighthouse/002.wav"],
    ["3", "Keeper", "", "", "Only the wind.", "Nur der Wind.", "lighthouse/003.wav"],
    ["4", "Child", "", "", "I saw it.", "Ich sah es.", "lighthouse/004.wav"],
  ]);
  const scriptUrl = await uploadScript(await localService(app), "lighthouse.xlsx", script);

  await goTo(page, "Projects");
  await page.getByRole("grid", { name: "Projects" }).getByText("The Lighthouse").dblclick();
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill("Scene one");
  await form.getByRole("textbox", { name: "Script", exact: true }).fill(scriptUrl);
  await form.getByRole("checkbox", { name: "Cast characters automatically" }).uncheck();
  await page.getByText("You choose every voice", { exact: true }).waitFor();
  await page.getByText("Nothing is missing.").waitFor();
  await page.getByRole("button", { name: "Create batch" }).click();

  // The script was read, and the batch waits for casting.
  await page.getByRole("heading", { name: "Scene one", level: 1 }).waitFor();
  await page.getByText("casting · needs attention").waitFor();
  await page.getByText("3 of 3 characters have no voice yet").waitFor();
  await page.getByRole("tab", { name: "Lines" }).click();
  await page
    .getByRole("grid", { name: "Lines of the script" })
    .getByText("Nur der Wind.")
    .waitFor();

  // From here on by keyboard.
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
  const voices = page.getByRole("grid", { name: "Voices" });
  const characters = page.getByRole("grid", { name: "Characters" });
  await page.getByRole("link", { name: "Open casting" }).focus();
  await keyboard.press("Enter");
  await page.getByText("0 of 3 characters have a voice").waitFor();
  await keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await keyboard.type("next without");
  await page.getByRole("option", { name: /Next without a voice/ }).waitFor();
  await keyboard.press("Enter");
  await expect.poll(focused).toBe("Characters");
  for (const [character, typed, voice] of [
    // The focus was on the first row, the child.
    ["Keeper", "wolfg", "Wolfgang"],
    ["Mara", "ameli", "Amélie"],
    ["Child", "fri", "Frieda"],
  ] as const) {
    await page.getByRole("heading", { name: `Voice for ${character}` }).waitFor();
    await keyboard.press("Enter");
    await expect.poll(focused).toBe("Search voices");
    await keyboard.type(typed);
    await keyboard.press("ArrowDown");
    const chosen = voices.getByRole("row", { selected: true });
    await chosen.getByText(voice).waitFor();
    await keyboard.press("Enter");
    await characters.getByRole("row", { name: character }).getByText(voice).waitFor();
  }
  await page.getByText("Every character has a voice").first().waitFor();

  await goToTab(page, "Batches");
  const row = page.getByRole("grid", { name: "Batches" }).getByRole("row", { name: "Scene one" });
  await row.getByText("ready").first().waitFor();
  await row.getByText("Complete").waitFor();
});
