/**
 * A batch is dubbed in the application under Electron by the engine of this computer, without a
 * network.
 */
import { expect, test } from "vitest";
import { takePath } from "../../preload/facts/review";
import { samplePath } from "../../preload/facts/voice-samples";
import { twoLanguages, waitForDub } from "../helpers/dub-material";
import { bodyOf, createBatch, createProject, uploadScript } from "../helpers/local-workspace";
import { long } from "../long";
import { launch, temporaryFolder } from "./harness";
import { signInToDataFolder } from "./stories/local-service-client";
import {
  callMain,
  createLocalWorkspace,
  dataDirOf,
  homeOf,
  localServiceProcess,
} from "./workspace";

interface Dub {
  made: number;
}

const name =
  "a workbook in two languages becomes 40 takes, with the service killed on the way, with";
test(`${name} the programs of the application`, () => dub("own"));
test(`${name} installed programs, if there are any`, long, () => dub("on"));

/** `engine`: see engine/create-engine.ts. */
async function dub(engine: "own" | "on"): Promise<void> {
  const profile = temporaryFolder("profile");
  const dubyard = await launch({
    profile,
    env: { ...homeOf(profile), DUBYARD_ENGINE: engine },
  });
  const { page } = dubyard;
  const workspaceId = await createLocalWorkspace(page, profile);
  const signIn = () => signInToDataFolder(dataDirOf(profile));
  let client = await signIn();
  const project = await createProject(client, {
    type: "audio-production",
    targetLanguages: ["en-us", "es-es"],
    sourceLanguage: undefined,
  });
  const scriptPath = await uploadScript(client, "harbour.xlsx", await twoLanguages());
  const batch = String((await createBatch(client, project, { name: "Harbour", scriptPath })).id);
  const characters = bodyOf<{ id: string; name: string }[]>(
    await client.get(`/projects/${project}/characters`),
  );
  const assignments = characters.map(({ id, name }) => ({
    characterId: id,
    voice: name === "ANNA" ? "Ashley" : "Brandon",
  }));
  await callMain(page, "casting.assign", { workspaceId, projectId: project, assignments });
  await page.evaluate((hash) => (location.hash = hash), `#/batch/${project}/${batch}`);
  await page.getByRole("heading", { name: "Harbour", level: 1 }).waitFor();
  const made = async () =>
    bodyOf<{ dubs: Dub[] }>(await client.get(`/local/batches/${batch}/dubs`)).dubs.reduce(
      (sum, dub) => sum + dub.made,
      0,
    );
  await expect.poll(made, { timeout: 60_000, interval: 5 }).toBeGreaterThan(5);
  process.kill(localServiceProcess(dubyard), "SIGKILL");
  // The application starts the service again.
  await expect
    .poll(
      async () => {
        client = await signIn();
        return (await client.get("/models")).status;
      },
      { timeout: 30_000 },
    )
    .toBe(200);
  await waitForDub(() => client, batch);
  const languages = page.getByRole("region", { name: "Languages" });
  const shown = languages.getByText("20 of 20 takes");
  await expect.poll(() => shown.count(), { timeout: 30_000 }).toBe(2);
  for (const language of [/English \(United States\)/, /Spanish \(Spain\)/])
    await languages.getByRole("row", { name: language }).getByText("completed").waitFor();
  await page.getByText("All lines are synthesised: 40 of 40 takes").waitFor();
  /** The length of a sound in the window; 0 if it cannot be played. */
  const secondsOf = (sound: string) =>
    page.evaluate(
      (url) =>
        new Promise<number>((resolve) => {
          const audio = new Audio(url);
          audio.addEventListener("loadedmetadata", () => resolve(audio.duration));
          audio.addEventListener("error", () => resolve(0));
        }),
      sound,
    );
  expect(await secondsOf(samplePath({ workspaceId, voice: "Ashley" }))).toBeGreaterThan(1);
  await page.getByRole("button", { name: /^Review Spanish .* to review$/ }).click();
  const lines = page.getByRole("grid", { name: "Lines" });
  await lines.getByText("Undecided").first().waitFor();
  await lines.focus();
  await page.keyboard.press("Home");
  const takes = bodyOf<{ takes: { id: number }[] }>(
    await client.get(`/local/batches/${batch}/takes/es-es`),
  ).takes;
  expect(await secondsOf(takePath({ workspaceId, takeId: takes[0]?.id ?? 0 }))).toBeGreaterThan(
    0.3,
  );
  await page.keyboard.press("a");
  // The first decision asks for the name of the reviewer.
  await page.getByRole("dialog", { name: "Who decides?" }).waitFor();
  await page.keyboard.type("Rosa");
  await page.keyboard.press("Enter");
  await page.getByText("19 to review").waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Media" }).click();
  await page.getByRole("grid", { name: "Files and folders" }).getByText("Dubs").waitFor();
}
