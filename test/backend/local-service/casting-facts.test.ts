/**
 * The extension "casting": languages and providers of voices, and numbers of lines of characters.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile });
});
afterAll(async () => {
  await local.remove();
});

it("voices are listed with their languages and providers", async () => {
  const voices = bodyOf<{ name: string }[]>(await local.client.get("/local/voices"));
  const find = (name: string) => voices.find((voice) => voice.name === name);
  expect(find("Savannah")).toEqual({
    name: "Savannah",
    languages: ["en-us"],
    speaks: ["en-gb", "en-us"],
    provider: "Flite",
  });
  // The variants of eSpeak speak every language.
  expect(find("Amélie")).toEqual({
    name: "Amélie",
    languages: ["fr-fr"],
    speaks: null,
    provider: "eSpeak NG",
  });
});

it("lines are counted by character over all batches of a project", async () => {
  const { client } = local;
  const fields = { type: "audio-production", sourceLanguage: undefined };
  const project = await createProject(client, fields);
  const at = `/local/projects/${project}/casting`;
  expect(bodyOf(await client.get(at))).toEqual({
    targetLanguages: ["fr-fr"],
    lines: [],
    voices: [],
  });
  const text = "Character,Text_fr-FR\r\nAnna,Un\r\nBruno,Deux\r\nAnna,Trois\r\n";
  const scriptPath = await uploadScript(client, "script.csv", text);
  for (const name of ["One", "Two"]) await createBatch(client, project, { name, scriptPath });
  const counted = bodyOf<{ lines: { lines: number }[] }>(await client.get(at));
  expect(counted.lines.map(({ lines }) => lines).toSorted()).toEqual([2, 4]);
  expect((await client.get("/local/projects/none/casting")).status).toBe(404);
});
