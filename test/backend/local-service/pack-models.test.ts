/**
 * A local workspace with packs of tiny models: installed from a server, and used for dubs and
 * transcription.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PackDescription } from "../../../main/local-service/engine/packs/catalogue";
import type { PackContents } from "../../../main/local-service/engine/packs/pack";
import { writeSpokenVideo } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { createMediaFolder, ffmpegProgram } from "../../helpers/media-files";
import { sha256Of, startPackServer, type PackServer } from "../../helpers/packs";
import { bundlesFolder, scriptWorkerFile } from "../../helpers/programs";
import { tinyTranslation } from "../../helpers/tiny-translation";
import { tinyVoice, tinyVoiceActivity, tinyWhisper } from "../../helpers/tiny-models";
import { long } from "../../long";

let publisher: PackServer;
let local: RunningLocalService;

async function publish(
  id: string,
  contents: PackContents,
  files: Record<string, Buffer | string>,
): Promise<PackDescription> {
  const entries = Object.entries(files).map(([name, content]) => {
    const body = Buffer.from(content);
    return { header: { name: `${id}/${name}`, size: body.length }, body };
  });
  const bytes = gzipSync(await packTar(entries));
  const name = `${id}.tar.gz`;
  publisher.files.set(`/${name}`, bytes);
  publisher.files.set("/checksum.txt", Buffer.from(`${name}\t${sha256Of(bytes)}\n`));
  const [url, checksumUrl] = [`${publisher.url}/${name}`, null];
  return {
    id,
    name: id,
    contents,
    installedBytes: 1,
    licence: "MIT",
    publisher: "Test",
    page: url,
    downloads: [
      { url, checksumUrl, bytes: bytes.length, sha256: sha256Of(bytes), format: "tar.gz" },
    ],
  };
}

beforeEach(async () => {
  publisher = await startPackServer();
  const voice = { gender: "female", age: "adult", timbre: "neural" } as const;
  const packCatalogue = [
    await publish(
      "voice",
      {
        kind: "voices",
        languages: ["en-us"],
        model: { type: "vits", model: "model.onnx", tokens: "tokens.txt", lexicon: "lexicon.txt" },
        voices: [
          { ...voice, name: "Low", speaker: 0 },
          { ...voice, name: "High", gender: "male", speaker: 1 },
        ],
      },
      tinyVoice(),
    ),
    await publish(
      "whisper",
      {
        kind: "transcription",
        languages: ["en-us", "de-de"],
        encoder: "encoder.onnx",
        decoder: "decoder.onnx",
        tokens: "tokens.txt",
      },
      tinyWhisper(),
    ),
    await publish(
      "vad",
      { kind: "voice-activity", model: "vad.onnx" },
      { "vad.onnx": tinyVoiceActivity() },
    ),
    await publish(
      "translation",
      {
        kind: "translation",
        from: "en-us",
        to: "fr-fr",
        model: "model.bin",
        lexicalShortlist: "shortlist.bin",
        vocabularies: ["vocabulary.spm"],
      },
      tinyTranslation("bonjour", "monde"),
    ),
  ];
  local = await startLocalService({
    scriptWorkerFile,
    startEngine,
    packCatalogue,
    packThreadFile: path.join(bundlesFolder, "pack-thread.cjs"),
  });
});
afterEach(async () => {
  await local.remove();
  await publisher.close();
});

const get = async <T>(at: string) => bodyOf<T>(await local.client.get(at));
async function install(id: string): Promise<void> {
  bodyOf(await local.client.call("POST", `/local/packs/${id}/install`), 204);
  const state = async () => {
    const { packs } = await get<{ packs: { id: string; state: string; problem: unknown }[] }>(
      "/local/packs",
    );
    return packs.find((one) => one.id === id);
  };
  await expect.poll(state).toMatchObject({ state: "installed", problem: null });
}
const until = (batch: string, expected: object) =>
  expect.poll(() => get(`/batches/${batch}`)).toMatchObject(expected);

describe("packs", () => {
  it("add voices, which dub the lines of their characters until the pack is removed", async () => {
    await install("voice");
    const voices = await get<{ name: string }[]>("/voices");
    expect(voices.slice(0, 2).map(({ name }) => name)).toEqual(["Low", "High"]);
    const project = await createProject(local.client, {
      type: "audio-production",
      targetLanguages: ["en-us"],
      sourceLanguage: undefined,
    });
    const text = "ID,Character,Text_EN-US\n1,Ada,Hello there\n2,Bo,Is it late?\n";
    const scriptPath = await uploadScript(local.client, "a.csv", text);
    const { id } = await createBatch(local.client, project, { scriptPath });
    const characters = await get<{ id: string; name: string }[]>(`/projects/${project}/characters`);
    for (const character of characters)
      bodyOf(
        await local.client.call("POST", `/projects/${project}/characters/${character.id}`, {
          voice: character.name === "Ada" ? "Low" : "High",
        }),
        204,
      );
    const batch = String(id);
    await until(batch, { status: "completed" });
    const takes = async () =>
      (await get<{ takes: object[] }>(`/local/batches/${batch}/takes/en-us`)).takes;
    expect(await takes()).toMatchObject([
      { state: "made", voice: "Low", problem: "" },
      { state: "made", voice: "High", problem: "" },
    ]);
    bodyOf(await local.client.call("DELETE", "/local/packs/voice"), 204);
    await until(batch, { status: "ready" });
    expect((await get<{ name: string }[]>("/voices"))[0]?.name).not.toBe("Low");
    await install("voice");
    await until(batch, { status: "completed" });
  });

  it("translate the texts of a language without a script", async () => {
    const project = await createProject(local.client, {
      type: "media-dubbing",
      targetLanguages: ["fr-fr"],
    });
    await local.client.upload("film.mp4", Buffer.from("no video"));
    const text = "ID,Character,Text_EN-US\n1,Ada,Hello there\n";
    const scriptPath = await uploadScript(local.client, "en.csv", text);
    const { id } = await createBatch(local.client, project, { videoPath: "film.mp4", scriptPath });
    await install("translation");
    await until(String(id), { translations: [{ languageId: "en-us" }, { status: "ready" }] });
    const { lines } = await get<{ lines: { texts: object }[] }>(
      `/local/batches/${String(id)}/lines`,
    );
    expect(lines).toMatchObject([{ texts: { "en-us": "Hello there", "fr-fr": "bonjour monde" } }]);
  });

  it.skipIf(ffmpegProgram === undefined)(
    ffmpegProgram === undefined
      ? "transcribe a video (skipped: no ffmpeg is installed to make one)"
      : "transcribe a video, and give it characters",
    long,
    async () => {
      const folder = await createMediaFolder();
      await writeSpokenVideo(folder.at("film.mp4"));
      await local.client.upload("film.mp4", await readFile(folder.at("film.mp4")));
      const project = await createProject(local.client, {
        type: "media-dubbing",
        targetLanguages: ["es-es"],
      });
      const { id } = await createBatch(local.client, project, { videoPath: "film.mp4" });
      expect(await get(`/batches/${String(id)}`)).toMatchObject({
        message: expect.stringContaining("no transcription is installed"),
      });
      await install("vad");
      await install("whisper");
      await until(String(id), { status: "ready", translations: [{ status: "ready" }, {}] });
      const { lines } = await get<{ lines: { texts: object; character: string }[] }>(
        `/local/batches/${String(id)}/lines`,
      );
      expect(lines.length).toBeGreaterThan(1);
      for (const { texts, character } of lines) {
        expect(texts).toEqual({ "en-us": "hello world" });
        expect(character).toMatch(/^Speaker \d$/);
      }
      await folder.remove();
    },
  );
});
