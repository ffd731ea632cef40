/** Packs for tests of the window, and a local workspace that offers them. */
import type { Pack } from "../../preload/local-service/packs";
import type { Overrides } from "./overrides";

export const packOf = (id: string, fields: Partial<Pack> = {}): Pack => ({
  id,
  kind: "voices",
  state: "available",
  name: `Pack ${id}`,
  languages: ["de-de"],
  voices: ["Voice"],
  isUsable: true,
  licence: "CC0-1.0",
  publisher: "Piper",
  page: "https://huggingface.co/rhasspy/piper-voices/tree/main/de/de_DE/kerstin/low",
  hosts: ["github.com"],
  downloadBytes: 67_107_768,
  installedBytes: 82_000_000,
  files: [`${id}.tar.bz2`],
  share: 0,
  partialBytes: 0,
  problem: null,
  ...fields,
});

export const manyPacks = (): Pack[] => [
  packOf("kerstin", { name: "Piper Kerstin" }),
  packOf("thorsten", { name: "Piper Thorsten", state: "installed", installedBytes: 132_000_000 }),
  packOf("kokoro", {
    name: "Kokoro 82M (English)",
    state: "downloading",
    share: 0.42,
    languages: ["en-us", "en-gb"],
    voices: ["A", "B"],
    licence: "Apache-2.0",
  }),
  packOf("whisper", {
    kind: "transcription",
    name: "Whisper base",
    downloadBytes: 198_000_000,
    voices: [],
    languages: ["de-de", "en-us", "es-es", "fr-fr", "it-it"],
    partialBytes: 104_000_000,
    problem: { code: "network", message: "github.com could not be reached (ENOTFOUND)" },
  }),
  packOf("ende", {
    kind: "translation",
    name: "Mozilla English → German",
    publisher: "Mozilla",
    voices: [],
    languages: ["en-us", "de-de"],
    files: ["model.gz", "lex.gz", "vocab.gz"],
  }),
  packOf("hidden", { kind: "speakers", name: "TitaNet", isUsable: false, voices: [] }),
];

/** A local workspace whose service offers packs. */
export const withPacks = (list: () => Pack[]): Overrides => ({
  "workspaces.list": async (input, real) =>
    (await real(input)).map((workspace) => ({
      ...workspace,
      extensions: [...workspace.extensions, "packs"],
    })),
  "packs.list": list,
});
