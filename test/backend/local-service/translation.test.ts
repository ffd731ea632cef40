/** Translation with tiny models in the real program. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { nodePrograms } from "../../../main/common/processes/programs";
import type { InstalledPack, PackList } from "../../../main/local-service/engine/packs/pack";
import type { Translator } from "../../../main/local-service/engine/ports";
import { createPackTranslator } from "../../../main/local-service/engine/translation/provider";
import { bundlesFolder } from "../../helpers/programs";
import { tinyTranslation } from "../../helpers/tiny-translation";
import { long } from "../../long";

const { launch } = nodePrograms(bundlesFolder);
const { signal } = new AbortController();
let folder: string;
let translator: Translator;
let installed: InstalledPack[];
const packs: PackList = { installed: () => installed, onChange: () => () => undefined };

async function pack(from: string, to: string, files: Record<string, Buffer>) {
  const id = `${from}-${to}`;
  const at = path.join(folder, id);
  await mkdir(at, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(at, name), content);
  const contents = {
    ...({ kind: "translation", from, to, model: "model.bin" } as const),
    lexicalShortlist: "shortlist.bin",
    vocabularies: ["vocabulary.spm"],
  };
  return { id, version: "1", folder: at, bytes: 1, contents };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-translation-"));
  const damaged = tinyTranslation("niets", "hier");
  installed = [
    await pack("de-de", "en-us", tinyTranslation("good", "day")),
    await pack("en-us", "fr-fr", tinyTranslation("bonjour", "monde")),
    await pack("en-us", "nl-nl", {
      ...damaged,
      "model.bin": damaged["model.bin"].subarray(0, 900),
    }),
    await pack("en-us", "pl-pl", { ...damaged, "vocabulary.spm": Buffer.from("no vocabulary") }),
  ];
  translator = createPackTranslator({ packs, launch });
});
afterAll(async () => {
  await translator.close();
  await rm(folder, { recursive: true });
});

it("translates each text, between any forms of two languages", async () => {
  expect(translator.canTranslate("en-gb", "fr-ca")).toBe(true);
  expect(translator.canTranslate("fr-fr", "en-us")).toBe(false);
  expect(translator.canTranslate("en-us", "en-gb")).toBe(false);
  const texts = ["Hello there.", "", "A text in two lines.\nThe second one."];
  expect(await translator.translate(texts, "en-us", "fr-fr", signal)).toEqual([
    "bonjour monde",
    "",
    expect.stringMatching(/^bonjour monde\s+bonjour monde$/) as string,
  ]);
});

it("translates by way of another language where there is no direct model", async () => {
  expect(translator.canTranslate("de-de", "fr-fr")).toBe(true);
  expect(await translator.translate(["Guten Tag"], "de-de", "fr-fr", signal)).toEqual([
    "bonjour monde",
  ]);
});

const reportsDamaged = "reports a damaged model (%s), and continues with others";
it.each(["nl-nl"])(reportsDamaged, isReported);
it.each(["pl-pl"])(reportsDamaged, long, isReported);
async function isReported(to: string): Promise<void> {
  await expect(translator.translate(["Hello"], "en-us", to, signal)).rejects.toThrow(
    "remove its pack and install it again",
  );
  expect(await translator.translate(["Hello"], "en-us", "fr-fr", signal)).toEqual([
    "bonjour monde",
  ]);
}

it("ends a job at its deadline", async () => {
  const slow = createPackTranslator({ packs, launch, deadlineMs: 1 });
  onTestFinished(() => slow.close());
  await expect(slow.translate(["Hello"], "en-us", "fr-fr", signal)).rejects.toThrow(
    "takes too long",
  );
});

it("ends with the signal of its caller", async () => {
  const controller = new AbortController();
  const translation = translator.translate(["Hello"], "en-us", "fr-fr", controller.signal);
  controller.abort(new Error("stopped"));
  await expect(translation).rejects.toThrow("stopped");
});
