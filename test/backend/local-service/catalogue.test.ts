/**
 * The catalogues of the local workspace (interface notes, Catalogues), its extensions and
 * capabilities.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { noEngines, withCapabilities } from "../../../main/local-service/engines/engines";
import { languagesOf } from "../../../main/local-service/engines/languages";
import { builtInVoices, type CataloguedVoice } from "../../../main/local-service/catalogue/voices";
import { commonLanguages, scriptLanguages } from "../../../main/script-formats/vocabulary";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService();
});
afterAll(() => local.remove());

const codes = scriptLanguages;

it("lists all languages of scripts", async () => {
  const response = await local.client.get("/languages");
  const list = response.json as { id: string; code: string; isAudioSupported: boolean }[];
  expect(list.length).toBeGreaterThanOrEqual(60);
  expect(list.map((language) => language.code).sort()).toEqual([...codes].sort());
  expect(list.every((language) => language.id === language.code.toLowerCase())).toBe(true);
  expect(list[0]).toEqual({
    id: "ar-ar",
    name: "Arabic",
    code: "AR-AR",
    isTextSupported: true,
    // No engine is installed.
    isAudioSupported: false,
  });
  expect(list.filter(({ isAudioSupported }) => isAudioSupported)).toEqual([]);
});

it("lists one model, its styles, and 404 for others", async () => {
  const models = (await local.client.get("/models")).json as { model: string }[];
  expect(models.map(({ model }) => model)).toEqual(["local-basic"]);
  const styles = (await local.client.get("/models/local-basic/styles")).json as object[];
  expect(styles).toHaveLength(27);
  expect(styles).toContainEqual(expect.objectContaining({ style: "narration-normal" }));
  for (const at of ["/models/other/styles", "/models/%00/styles", "/voices?model=other"]) {
    const response = await local.client.get(at);
    expect(response.status).toBe(404);
    expect(response.json).toEqual({ message: "model: unknown model" });
  }
});

it("lists voices without their engine settings", async () => {
  const response = await local.client.get("/voices?model=local-basic");
  const list = response.json as Record<string, string>[];
  expect(list).toHaveLength(builtInVoices.length);
  for (const voice of list)
    expect(Object.keys(voice).sort()).toEqual(["age", "gender", "name", "timbre"]);
  expect((await local.client.get("/voices")).json).toEqual(list);
});

it("lists voices of each gender in every language with an own engine, under unique names", () => {
  expect(new Set(builtInVoices.map((voice) => voice.name)).size).toBe(builtInVoices.length);
  const of = (id: string, gender: CataloguedVoice["gender"]) =>
    builtInVoices.filter((voice) => voice.source.languageId === id && voice.gender === gender);
  for (const code of codes.filter((one) => !["HE-IL", "TH-TH"].includes(one))) {
    const count = (commonLanguages as readonly string[]).includes(code) ? 6 : 3;
    for (const gender of ["female", "male"] as const) {
      const found = of(code.toLowerCase(), gender);
      expect(found.length).toBeGreaterThanOrEqual(count);
      const sources = new Set(found.map(({ source }) => `${source.engine} ${source.variant}`));
      expect(sources.size).toBe(found.length);
    }
  }
  // The engine does not accept the tag "en-gb".
  expect(builtInVoices.some((voice) => voice.source.engineLanguage === "en-gb")).toBe(false);
});

it("lists its extensions, and no capabilities without engines", async () => {
  expect((await local.client.get("/local")).json).toEqual({
    version: 1,
    extensions: expect.arrayContaining(["users", "characters", "scripts"]),
    capabilities: {
      inference: false,
      transcription: false,
      speakerDetection: false,
      backgroundSeparation: false,
      translation: false,
    },
  });
});

it("lists the capabilities of installed engines, and their languages", () => {
  const engines = withCapabilities({
    ...noEngines,
    spokenLanguages: new Set(["fr-fr"]),
    transcribedLanguages: new Set(["de-de"]),
    canTranslate: (from, to) => from === "fr-fr" && to === "de-de",
  });
  expect(engines.capabilities).toEqual({
    inference: true,
    transcription: true,
    speakerDetection: false,
    backgroundSeparation: false,
    translation: true,
  });
  const withEngine = languagesOf(engines).filter(({ isAudioSupported }) => isAudioSupported);
  expect(withEngine.map(({ id }) => id)).toEqual(["fr-fr"]);
});
