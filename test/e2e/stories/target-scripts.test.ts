/**
 * Target scripts from disk for languages of a batch, a language for the project, and a casting
 * copied from another.
 */
import { expect } from "vitest";
import { bodyOf, type Json } from "../../helpers/local-workspace";
import { batchesOf, expectAccessible } from "./bulk-actions";
import {
  createProject,
  goToTab,
  localService,
  openProjectId,
  selectOptions,
  startLocalWorkspace,
  expectToast,
  writeFiles,
} from "./user-actions";
import { longStory } from "./story";
import type { AppDriver } from "./app-driver";

const script = (language: string, ...texts: readonly string[]) =>
  [
    `ID,Character,Text_${language}`,
    ...texts.map((text, at) => `${at + 1},${at === 0 ? "Mara" : "Keeper"},${text}`),
  ].join("\n");
const subtitles = (...texts: readonly string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`).join("\n");

/** Creates a batch from a script on this computer; ends on its screen. */
async function createBatch({ page, stubDialogs }: AppDriver, name: string, file: string) {
  await page.getByRole("button", { name: "New batch" }).first().click();
  const form = page.getByRole("form", { name: "The batch" });
  await form.getByRole("textbox", { name: "Name" }).fill(name);
  await stubDialogs({ open: [file] });
  await form.getByRole("button", { name: "Choose file…" }).first().click();
  await page.getByText("No problems found").waitFor();
  await page.getByText("Sent automatically once the script is stored").waitFor();
  await page.getByRole("button", { name: "Create batch" }).click();
  // The screen of the pending request is replaced by that of the batch.
  await page.getByRole("complementary", { name: "Details" }).waitFor();
  expect(page.url()).toMatch(/#\/batch\//);
}

longStory("adds languages with target scripts from disk, and copies a casting", async (app) => {
  const { page } = app;
  await startLocalWorkspace(app);
  const service = await localService(app);
  const [source = "", german = "", spanish = ""] = writeFiles(app.profile, {
    "lamp.csv": script("EN-US", "Is anybody there?", "Only the wind."),
    "lamp.de.csv": script("DE-DE", "Ist da jemand?", "Nur der Wind."),
    "lamp.es.srt": subtitles("Mara: ¿Hay alguien?", "Keeper: Solo el viento."),
  });
  await createProject(page, {
    name: "The Lamp",
    type: "Audio production",
    targets: ["English (United States)"],
  });
  const projectId = openProjectId(page);

  // A language for the project: later batches have it.
  await goToTab(page, "Languages");
  await page.getByRole("button", { name: "Add languages…" }).first().click();
  const toProject = page.getByRole("dialog", { name: "Add languages to the project" });
  await toProject.getByRole("combobox").fill("Italian");
  await page.getByRole("option", { name: /Italian/ }).click();
  await toProject.getByRole("button", { name: /^Add 1 language/ }).click();
  await expectToast(page, "1 language added to the project");
  await page.getByRole("row", { name: /Italian/ }).waitFor();
  await goToTab(page, "Batches");
  await createBatch(app, "The Lamp", source);
  await page.getByRole("region", { name: "Languages" }).getByText("Italian").waitFor();
  const details = page.getByRole("complementary", { name: "Details" });
  await details.getByText("lamp.csv").waitFor();
  await expectAccessible(page, "a batch with its origin");

  // Two languages for the batch, each with a script.
  await page.getByRole("button", { name: "Add languages…" }).click();
  const dialog = page.getByRole("dialog", { name: /^Add languages to/ });
  await selectOptions(page, "Languages", "German", "Spanish (Spain)");
  for (const file of [german, spanish]) {
    await app.stubDialogs({ open: [file] });
    await dialog.getByRole("button", { name: "Choose file…" }).first().click();
    await dialog.getByText(file.slice(app.profile.length + 1)).waitFor();
  }
  await dialog.getByText("separated by “:”", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Use this separator" }).click();
  await expect
    .poll(() => dialog.getByRole("textbox", { name: /^Speaker separator/ }).inputValue())
    .toBe(":");
  await expectAccessible(page, "target scripts from disk");
  await dialog.getByRole("button", { name: "Add 2 languages" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Languages" }).getByText("Spanish").waitFor();
  const [batch] = await batchesOf(service, projectId, 1);
  const at = `/local/batches/${String(batch?.["id"])}/lines?limit=100`;
  await expect
    .poll(async () => {
      const { lines } = bodyOf<{ lines: { texts: Record<string, string> }[] }>(
        await service.get(at),
      );
      return lines.map(({ texts }) => [texts["de-de"], texts["es-es"]]);
    })
    .toEqual([
      ["Ist da jemand?", "¿Hay alguien?"],
      ["Nur der Wind.", "Solo el viento."],
    ]);

  // The casting of this project is copied to another with the same characters.
  const castOf = async (id: string) =>
    bodyOf<Json[]>(await service.get(`/projects/${id}/characters`))
      .map(({ name, voice }) => [name, (voice as { name: string } | null)?.name ?? ""])
      .sort();
  const voices = bodyOf<{ name: string }[]>(await service.get("/voices?model=local-basic"));
  const characters = bodyOf<Json[]>(await service.get(`/projects/${projectId}/characters`));
  for (const [index, { id }] of characters.entries())
    await service.call("POST", `/projects/${projectId}/characters/${String(id)}`, {
      voice: voices[index]?.name,
    });
  await createProject(page, {
    name: "The Lamp II",
    type: "Audio production",
    targets: ["English (United States)"],
  });
  const secondId = openProjectId(page);
  await createBatch(app, "The Lamp returns", source);
  await page.getByRole("link", { name: "The Lamp II" }).click();
  await goToTab(page, "Casting");
  await page.getByText("Keeper").first().waitFor();
  await page.getByRole("button", { name: "Copy from another project…" }).first().click();
  const copying = page.getByRole("dialog", { name: "Copy casting from another project" });
  await copying.getByText("The Lamp", { exact: true }).click();
  await copying.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy 2 voices" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => castOf(secondId)).toEqual(await castOf(projectId));
  expect((await castOf(secondId)).map(([name]) => name)).toEqual(["Keeper", "Mara"]);
  for (const [, voice] of await castOf(secondId)) expect(voice).not.toBe("");
});
