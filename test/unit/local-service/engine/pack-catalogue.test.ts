import { describe, expect, it } from "vitest";
import { languageIds } from "../../../../main/local-service/catalogue/language-names";
import { builtInVoices } from "../../../../main/local-service/catalogue/voices";
import { packCatalogue } from "../../../../main/local-service/engine/packs/catalogue";
import {
  isInstalled,
  missingFile,
  requiredFiles,
} from "../../../../main/local-service/engine/packs/pack-files";

describe("the catalogue of packs", () => {
  it("has unique ids that are names of folders on every system", () => {
    const ids = packCatalogue.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9][a-z0-9.-]{2,60}[a-z0-9]$/);
  });

  it("has voices whose names differ from each other and from those of the application", () => {
    const names = packCatalogue.flatMap(({ contents }) =>
      contents.kind === "voices" ? contents.voices.map(({ name }) => name) : [],
    );
    const all = [...names, ...builtInVoices.map(({ name }) => name)].map((name) =>
      name.toLowerCase(),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  it("names only languages of the local workspace", () => {
    for (const { contents } of packCatalogue) {
      const named =
        contents.kind === "translation"
          ? [contents.from, contents.to]
          : "languages" in contents
            ? contents.languages
            : [];
      for (const language of named) expect(languageIds).toContain(language);
    }
  });

  it("downloads over https with a hash and a size, each file once", () => {
    const downloads = packCatalogue.flatMap((pack) => pack.downloads);
    for (const { url, checksumUrl, sha256, bytes } of downloads) {
      expect(url).toMatch(/^https:/);
      expect(checksumUrl).toMatch(/^https:/);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBeGreaterThan(100_000);
    }
    expect(new Set(downloads.map(({ sha256 }) => sha256)).size).toBe(downloads.length);
    expect(new Set(downloads.map(({ url }) => url)).size).toBe(downloads.length);
  });

  it("downloads each file that a pack of single files requires", () => {
    for (const { contents, downloads } of packCatalogue) {
      if (downloads.some(({ format }) => format.startsWith("tar."))) continue;
      const files = downloads.map(({ url }) => url.split("/").at(-1)?.replace(/\.gz$/, ""));
      expect(new Set(files)).toEqual(new Set(requiredFiles(contents)));
    }
  });
});

describe("the files of a pack", () => {
  const whisper = packCatalogue.find(({ id }) => id === "whisper-tiny")!.contents;
  const kokoro = packCatalogue.find(({ id }) => id === "kokoro-en-v0.19")!.contents;

  it("are those that it requires, a data folder, and terms", () => {
    expect(isInstalled(whisper, "tiny-encoder.int8.onnx")).toBe(true);
    expect(isInstalled(whisper, "tiny-encoder.onnx")).toBe(false);
    expect(isInstalled(whisper, "test_wavs/0.wav")).toBe(false);
    expect(isInstalled(kokoro, "espeak-ng-data/lang/gmw/en")).toBe(true);
    expect(isInstalled(kokoro, "LICENSE")).toBe(true);
    expect(isInstalled(kokoro, "samples/LICENSE")).toBe(false);
  });

  it("are incomplete without one of them, or with an empty data folder", () => {
    const files = new Set(["model.int8.onnx", "voices.bin", "tokens.txt"]);
    expect(missingFile(kokoro, files)).toBe("espeak-ng-data/");
    expect(missingFile(kokoro, files.add("espeak-ng-data/phontab"))).toBeNull();
    files.delete("voices.bin");
    expect(missingFile(kokoro, files)).toBe("voices.bin");
  });
});
