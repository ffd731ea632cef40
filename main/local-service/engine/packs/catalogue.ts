/**
 * The packs that can be installed. Nothing of a pack is downloaded before the user installs it.
 *
 * Where the entries come from (November 2026):
 * - Voices and Whisper: the releases "tts-models", "asr-models" and
 *   "speaker-recongition-models" (sic) of github.com/k2-fsa/sherpa-onnx. Names and hashes are those
 *   of the checksum.txt of each release, sizes those of its assets. The licence of a voice is that
 *   of its recordings, as stated in its MODEL_CARD at huggingface.co/rhasspy/piper-voices; voices
 *   for non-commercial use only are not listed.
 * - Translations: github.com/mozilla/firefox-translations-models, folder models/base-memory of
 *   commit e7957fc, the last one of this repository. Its files are in Git LFS: hashes and sizes are
 *   those of the LFS pointers, which are the publisher's checksum files.
 */
import type { PackContents, PackVoice } from "./pack";
import { languageIds } from "../../catalogue/language-names";

/** Languages that Whisper does not know. */
const untranscribed = new Set(["ga-ie", "ky-kg", "yue-hk"]);

/** How a downloaded file becomes files of the pack. "tar.*": without its first folder. */
export type DownloadFormat = "tar.bz2" | "tar.gz" | "gz" | "plain";

export interface PackDownload {
  /** https; http only for this computer. The last segment of the path is the name of the file. */
  url: string;
  /** Exact. */
  bytes: number;
  /** SHA-256 of the download, in lower-case hexadecimal. */
  sha256: string;
  /** The publisher's list of hashes, or the Git LFS pointer of the file; null if there is none. */
  checksumUrl: string | null;
  format: DownloadFormat;
}

export interface PackDescription {
  /** The name of its folder: lower-case letters, digits, "." and "-". */
  id: string;
  /** A proper name; not translated. */
  name: string;
  contents: PackContents;
  /** About, of the installed files. */
  installedBytes: number;
  /** An SPDX identifier, or "Public domain". */
  licence: string;
  publisher: string;
  /** Page with the terms of the pack. */
  page: string;
  downloads: readonly PackDownload[];
}

const MB = 1_000_000;
const sherpa = "https://github.com/k2-fsa/sherpa-onnx/releases/download";

type Release = "tts-models" | "asr-models" | "speaker-recongition-models";

const released = (
  release: Release,
  file: string,
  bytes: number,
  sha256: string,
): PackDownload[] => [
  {
    url: `${sherpa}/${release}/${file}`,
    bytes,
    sha256,
    checksumUrl: `${sherpa}/${release}/checksum.txt`,
    format: file.endsWith(".tar.bz2") ? "tar.bz2" : "plain",
  },
];

interface PiperRow {
  /** Name of the voice at its publisher: "de_DE-kerstin-low". */
  voice: string;
  name: string;
  languages: readonly string[];
  voices: readonly PackVoice[];
  licence: string;
  bytes: number;
  sha256: string;
}

function piper({ voice, name, languages, voices, licence, bytes, sha256 }: PiperRow) {
  const [locale = "", speaker = "", quality = ""] = voice.split("-");
  const [language = ""] = locale.split("_");
  const isLarge = quality === "high";
  return {
    id: `piper-${voice.toLowerCase().replaceAll("_", "-")}`,
    name,
    contents: {
      kind: "voices",
      languages,
      model: {
        type: "vits",
        model: `${voice}.onnx`,
        tokens: "tokens.txt",
        dataFolder: "espeak-ng-data",
      },
      voices,
    },
    installedBytes: (isLarge ? 132 : voices.length > 1 ? 95 : 82) * MB,
    licence,
    publisher: "Piper",
    page: `https://huggingface.co/rhasspy/piper-voices/tree/main/${language}/${locale}/${speaker}/${quality}`,
    downloads: released("tts-models", `vits-piper-${voice}.tar.bz2`, bytes, sha256),
  } satisfies PackDescription;
}

const female = (name: string, timbre: string, speaker = 0): PackVoice => ({
  name,
  gender: "female",
  age: "adult",
  timbre,
  speaker,
});
const male = (name: string, timbre: string, speaker = 0): PackVoice => ({
  name,
  gender: "male",
  age: "adult",
  timbre,
  speaker,
});

const voicePacks: readonly PackDescription[] = [
  {
    id: "kokoro-en-v0.19",
    name: "Kokoro 82M (English)",
    contents: {
      kind: "voices",
      languages: ["en-us", "en-gb"],
      model: {
        type: "kokoro",
        model: "model.int8.onnx",
        voices: "voices.bin",
        tokens: "tokens.txt",
        dataFolder: "espeak-ng-data",
      },
      // The order of the speakers is that of the publisher: af, af_bella, …, bm_lewis.
      voices: [
        female("Kokoro Bella", "warm", 1),
        female("Kokoro Nicole", "soft", 2),
        female("Kokoro Sarah", "clear", 3),
        female("Kokoro Sky", "bright", 4),
        male("Kokoro Adam", "deep", 5),
        male("Kokoro Michael", "clear", 6),
        female("Kokoro Emma", "clear", 7),
        female("Kokoro Isabella", "calm", 8),
        male("Kokoro George", "calm", 9),
        male("Kokoro Lewis", "warm", 10),
      ],
    },
    installedBytes: 158 * MB,
    licence: "Apache-2.0",
    publisher: "hexgrad",
    page: "https://huggingface.co/hexgrad/Kokoro-82M",
    downloads: released(
      "tts-models",
      "kokoro-int8-en-v0_19.tar.bz2",
      103_248_205,
      "c9f0dd393615805b0bab050c340834d5e684e732aec91c0e860cd30e982c08bd",
    ),
  },
  piper({
    voice: "en_US-ljspeech-high",
    name: "Piper LJ Speech",
    languages: ["en-us"],
    voices: [female("Piper Linda", "clear")],
    licence: "Public domain",
    bytes: 115_817_679,
    sha256: "00c6408d2409050312193b0d40ae07fde28af7d3d45a56efcc55440db516b935",
  }),
  piper({
    voice: "en_US-norman-medium",
    name: "Piper Norman",
    languages: ["en-us"],
    voices: [male("Piper Norman", "warm")],
    licence: "Public domain",
    bytes: 67_203_672,
    sha256: "1f32065d480abe9abc7c7f91442125d0b34c1cc065d1e600466cac408eabf3b8",
  }),
  piper({
    voice: "de_DE-thorsten-high",
    name: "Piper Thorsten",
    languages: ["de-de"],
    voices: [male("Piper Thorsten", "clear")],
    licence: "CC0-1.0",
    bytes: 115_591_546,
    sha256: "dd4ed1b0d42c30a1a4862fc2b243e8044d52b8889c9ff3d1e99e92028888bc4a",
  }),
  piper({
    voice: "de_DE-kerstin-low",
    name: "Piper Kerstin",
    languages: ["de-de"],
    voices: [female("Piper Kerstin", "clear")],
    licence: "CC0-1.0",
    bytes: 67_107_768,
    sha256: "4bfe121d5f690a3b87acecd7ae1e70b48f4589ce6ae9f45a1809e6eb19fad97b",
  }),
  piper({
    voice: "fr_FR-siwis-medium",
    name: "Piper Siwis",
    languages: ["fr-fr"],
    voices: [female("Piper Siwis", "clear")],
    licence: "CC-BY-4.0",
    bytes: 67_207_459,
    sha256: "375909aa30842b3a4efa10b1beb1d761af792960ae6873b4d53889f96c66195b",
  }),
  piper({
    voice: "fr_FR-upmc-medium",
    name: "Piper UPMC (Jessica, Pierre)",
    languages: ["fr-fr"],
    voices: [female("Piper Jessica", "bright", 0), male("Piper Pierre", "clear", 1)],
    licence: "CC-BY-SA-4.0",
    bytes: 80_422_639,
    sha256: "e9830a331a16f6cc5ef3116a287065e015d3495c3f56b974889a266da7f89a7f",
  }),
  piper({
    voice: "es_ES-davefx-medium",
    name: "Piper Davefx",
    languages: ["es-es"],
    voices: [male("Piper Davefx", "clear")],
    licence: "CC0-1.0",
    bytes: 67_184_952,
    sha256: "a3f6beb54a9cb893279f72978a22f807a4d9fc9c7848157b524d5cc7b7f58b22",
  }),
  piper({
    voice: "es_MX-claude-high",
    name: "Piper Claude",
    languages: ["es-la"],
    voices: [female("Piper Claude", "clear")],
    licence: "Apache-2.0",
    bytes: 67_207_890,
    sha256: "ec33fb689c248fe64810aab564cba97babf0f506672cfd404928d46e751a4721",
  }),
  piper({
    voice: "it_IT-paola-medium",
    name: "Piper Paola",
    languages: ["it-it"],
    voices: [female("Piper Paola", "clear")],
    licence: "CC0-1.0",
    bytes: 67_221_173,
    sha256: "7541f75778afa164e44e34baaef63befad7698595df26a95ca944b63ef1a16b4",
  }),
  piper({
    voice: "pt_BR-faber-medium",
    name: "Piper Faber",
    languages: ["pt-br"],
    voices: [male("Piper Faber", "clear")],
    licence: "CC0-1.0",
    bytes: 67_183_065,
    sha256: "7add3f923ad6bc25ca8a192805fd1a64d1b3893e4611c4a9719545a825039a83",
  }),
  piper({
    voice: "nl_NL-pim-medium",
    name: "Piper Pim",
    languages: ["nl-nl"],
    voices: [male("Piper Pim", "clear")],
    licence: "CC0-1.0",
    bytes: 67_240_538,
    sha256: "e78ed301bf6fc66561a04c110754cd6928d772630a3b80b09a83f89410130171",
  }),
  piper({
    voice: "pl_PL-gosia-medium",
    name: "Piper Gosia",
    languages: ["pl-pl"],
    voices: [female("Piper Gosia", "clear")],
    licence: "CC0-1.0",
    bytes: 67_211_182,
    sha256: "75bd34dcbdc4dd98d763954756b4b34b4208100497c836381542e4d73dcefa9c",
  }),
];

/**
 * Whisper transcribes all languages of the local workspace; the larger models make fewer errors.
 */
function whisper(size: string, installedBytes: number, bytes: number, sha256: string) {
  return {
    id: `whisper-${size}`,
    name: `Whisper ${size}`,
    contents: {
      kind: "transcription",
      languages: languageIds.filter((id) => !untranscribed.has(id)),
      encoder: `${size}-encoder.int8.onnx`,
      decoder: `${size}-decoder.int8.onnx`,
      tokens: `${size}-tokens.txt`,
    },
    installedBytes,
    licence: "MIT",
    publisher: "OpenAI",
    page: "https://github.com/openai/whisper",
    downloads: released("asr-models", `sherpa-onnx-whisper-${size}.tar.bz2`, bytes, sha256),
  } satisfies PackDescription;
}

const analysisPacks: readonly PackDescription[] = [
  whisper(
    "tiny",
    104 * MB,
    116_204_861,
    "c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1",
  ),
  whisper(
    "base",
    161 * MB,
    207_557_382,
    "911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de",
  ),
  whisper(
    "small",
    375 * MB,
    639_387_718,
    "486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6",
  ),
  {
    id: "titanet-small",
    name: "TitaNet small",
    contents: { kind: "speakers", embedding: "nemo_en_titanet_small.onnx" },
    installedBytes: 40_257_283,
    licence: "CC-BY-4.0",
    publisher: "NVIDIA",
    page: "https://catalog.ngc.nvidia.com/orgs/nvidia/teams/nemo/models/titanet_small",
    downloads: released(
      "speaker-recongition-models",
      "nemo_en_titanet_small.onnx",
      40_257_283,
      "ad4a1802485d8b34c722d2a9d04249662f2ece5d28a7a039063ca22f515a789e",
    ),
  },
];

const mozillaFile = (host: string, pair: string, file: string) =>
  `https://${host}/mozilla/firefox-translations-models/e7957fc407441a5e3e35bbcbf9d60d9b35764618/models/base-memory/${pair}/${file}`;

/** Bytes and SHA-256 of a compressed file. */
type MozillaFile = readonly [bytes: number, sha256: string];

/**
 * A model of Mozilla is for a whole language: that of English serves English (United Kingdom) too.
 */
function mozilla(
  [from, to]: readonly [string, string],
  name: string,
  [model, shortlist, vocabulary]: readonly [MozillaFile, MozillaFile, MozillaFile],
) {
  const pair = `${from.slice(0, 2)}${to.slice(0, 2)}`;
  const files = [
    [`model.${pair}.intgemm.alphas.bin`, model],
    [`lex.50.50.${pair}.s2t.bin`, shortlist],
    [`vocab.${pair}.spm`, vocabulary],
  ] as const;
  return {
    id: `mozilla-${pair}`,
    name,
    contents: {
      kind: "translation",
      from,
      to,
      model: files[0][0],
      lexicalShortlist: files[1][0],
      vocabularies: [files[2][0]],
    },
    installedBytes: 37 * MB,
    licence: "MPL-2.0",
    publisher: "Mozilla",
    page: "https://github.com/mozilla/firefox-translations-models",
    downloads: files.map(([file, [bytes, sha256]]) => ({
      url: mozillaFile("media.githubusercontent.com/media", pair, `${file}.gz`),
      bytes,
      sha256,
      checksumUrl: mozillaFile("raw.githubusercontent.com", pair, `${file}.gz`),
      format: "gz" as const,
    })),
  } satisfies PackDescription;
}

const translationPacks: readonly PackDescription[] = [
  mozilla(["en-us", "de-de"], "Mozilla English → German", [
    [22_992_073, "e3a74458faba3ab2752ed8355c5e3979f13395279c8fc1bd3f54a3c2316e4975"],
    [2_314_750, "0370d79cda6fed5dfa8f9b2a0009459bd2766893825bb5b8b5114169d18da6c4"],
    [413_879, "3b2ddbfac73f994f151a8994447d6b3d41ab0d3435da56f79c233f34d03e45c2"],
  ]),
  mozilla(["de-de", "en-us"], "Mozilla German → English", [
    [22_403_755, "38b245bcfc23f6d61fd98a187436ea1320a38f41896df411b103df3e83f51681"],
    [2_626_658, "231e9caf62e0e867775d5f4c1f4cfae21e37c70d9bf2bd628fa468aeeb2ba869"],
    [413_879, "88dcd7fdbf20dc60837ce837244d0d55b20f7079f2cbd2ba8e63530632028310"],
  ]),
  mozilla(["en-us", "es-es"], "Mozilla English → Spanish", [
    [22_698_792, "fe4025fde24a4d5f80533cfb7acd53d0eb7f194dfc2d8f427f0d4563cfb6ac06"],
    [2_265_250, "37a067966f28ff0ba430fddb7412bc5b07afa2cd2fd5a46d9ad74045a1a06380"],
    [409_312, "ae2760c04bc6eb5362b16e5c2f145c376bb04bac421c33ba3c0766805e6f03b3"],
  ]),
  mozilla(["es-es", "en-us"], "Mozilla Spanish → English", [
    [23_288_494, "54247f1e057180bca1d404dfd5c12836f65bc96cef7af98e59e55acb8bd093b1"],
    [2_543_246, "3d7856bfa3b12804bdc80f12fd828fd9062c462113ab73fbf87c5c3b68420813"],
    [409_312, "1658b529b8858cf2e1e8cef2c4e2d69654d77b5f714ac52205864b336dfeb3ee"],
  ]),
  mozilla(["en-us", "fr-fr"], "Mozilla English → French", [
    [23_045_432, "22cdaf3dc9a1da6e5818b5576737182467f3cd97e6fd6f94e4273eb7b56d1e3f"],
    [2_297_334, "055987f0b585b61c4914fb4469e2392fda0b25d3f7784275974f920e7b631997"],
    [409_706, "5dcadaad8191fb4eb7677bce07098a20221dec95976a4db796f3a17cc82b4541"],
  ]),
  mozilla(["fr-fr", "en-us"], "Mozilla French → English", [
    [23_175_075, "06b1eeedd3944260d00a393d12ec7192490c5b7c930b97212faf4d5f5c90a2ee"],
    [2_649_934, "395aa7767220e1bcfc085f2b2787ff98005d0075e55451f1e0832885e3d9642a"],
    [409_706, "8d15b219ffd32327b4cabf0d94a05a4fecb8923a4f386badbcbe5e86ede453a7"],
  ]),
  mozilla(["en-us", "it-it"], "Mozilla English → Italian", [
    [23_892_889, "cfff470e9f29e27132723589a8bc985648f92773410e5f6fc43293d9e19f97f1"],
    [2_209_348, "cd7ef06c0b872c15286a9796f105eb62693f14665490546ac70ce1c6c8f16d47"],
    [407_598, "8f99a6f493bf7e1a03fbba19928d7dc7bf9a1b7938238467f3e80a58c0d50485"],
  ]),
  mozilla(["en-us", "pt-br"], "Mozilla English → Portuguese", [
    [23_340_019, "afb5ae08a2e40b622cd191584cca1df00721fea43de85cec74191fc180370f08"],
    [2_117_608, "265cff4ca31d3fc95628181de98cf668868b44903d69680284dc456aa4191545"],
    [408_686, "c2fbaf26f10563c77fa95cca465ad3666f61dd08bfaef5bb170abd582901f389"],
  ]),
];

export const packCatalogue: readonly PackDescription[] = [
  ...voicePacks,
  ...analysisPacks,
  ...translationPacks,
];
