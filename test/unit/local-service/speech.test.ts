/** Speech synthesis without processes: texts, glossaries, expressions, WAV files. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { findBuiltInVoice } from "../../../main/local-service/catalogue/lookup";
import type { CataloguedVoice, EngineName } from "../../../main/local-service/catalogue/voices";
import { combineSpeech } from "../../../main/local-service/engine/speech/combined";
import type { SpeechProvider } from "../../../main/local-service/engine/ports";
import { EngineError } from "../../../main/local-service/engine/ports";
import { packageVersions } from "../../../main/local-service/engine/speech/engines";
import { espeakJob } from "../../../main/local-service/engine/speech/espeak";
import { expressionOf, variantCount } from "../../../main/local-service/engine/speech/expression";
import { fliteJob, sampleRateFactor } from "../../../main/local-service/engine/speech/flite";
import { createGlossary } from "../../../main/local-service/engine/speech/glossary";
import { cleanText, isSpeakable, toAscii } from "../../../main/local-service/engine/speech/text";
import { parseWav } from "../../../main/local-service/engine/speech/wav";

function voice(name: string) {
  const found = findBuiltInVoice(name);
  if (!found) throw new Error(`no voice ${name}`);
  return found.source;
}
const espeak = voice("Ashley");
const flite = voice("Savannah");
const normal = { rate: 1, pitch: 1, range: 1 };

test("the versions of the engines are those of the installed packages", () => {
  const file = path.resolve(import.meta.dirname, "../../../package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { dependencies: object };
  for (const [name, version] of Object.entries(packageVersions))
    expect(manifest.dependencies).toHaveProperty([name], version);
});

describe("glossary", () => {
  const line = {
    word: "",
    languageId: "en-us",
    phonemization: "",
    phonemizationLanguageId: "",
    pronunciationLanguageId: "",
    pronounceAs: "",
    caseSensitive: false,
  };
  const spoken = (text: string, lines: Partial<typeof line>[], of = espeak) => {
    const apply = createGlossary(
      lines.map((fields) => ({ ...line, ...fields })),
      "en-us",
    );
    const { parts, used } = apply(text, of);
    const words = used.map(({ word }) => word);
    return [
      parts.map((part) => ("text" in part ? part.text : `[${part.phonemes}]`)).join(""),
      words,
    ];
  };

  test("replaces whole words, in any case, longest first", () => {
    const lines = [
      { word: "york", pronounceAs: "yark" },
      { word: "New York", pronounceAs: "noo yark" },
      { word: "ann", pronounceAs: "an" },
    ];
    expect(spoken("New York, YORK; Yorkshire and Ann's", lines)).toEqual([
      "noo yark, yark; Yorkshire and an's",
      ["New York", "york", "ann"],
    ]);
    expect(spoken("Joann annex", lines)).toEqual(["Joann annex", []]);
  });

  test("words are bounded by letters of every script, and by composed characters", () => {
    const lines = [{ word: "Zoe\u0308", pronounceAs: "zo-ee" }];
    expect(spoken("Zoë, Zoe\u0308! Zoëя Zoë\u0301 \u{10400}Zoë", lines)).toEqual([
      "zo-ee, zo-ee! Zoëя Zoë\u0301 \u{10400}Zoë",
      ["Zoe\u0308"],
    ]);
    // Chinese has no spaces.
    expect(spoken("我在北京吃", [{ word: "北京", pronounceAs: "北 京" }])[0]).toBe("我在北 京吃");
  });

  test("honours case, prefers phonemes, and ignores lines of other languages and empty lines", () => {
    const lines = [
      { word: "IT", pronounceAs: "eye tea", caseSensitive: true },
      { word: "it", pronounceAs: "", phonemization: "" },
      { word: "sun", languageId: "es-es", pronounceAs: "x" },
      { word: "moon", pronounceAs: "x", phonemization: " m'u:n " },
      { word: "constructor", pronounceAs: "builder" },
    ];
    expect(spoken("IT and it; sun, moon, constructor", lines)).toEqual([
      "eye tea and it; sun, [m'u:n], builder",
      ["IT", "moon", "constructor"],
    ]);
  });

  test("names the line whose pronunciation the voice does not support", () => {
    const use = (fields: Partial<typeof line>, of = espeak) => {
      const run = () => spoken("Say Nguyen.", [{ word: "Nguyen", ...fields }], of);
      expect(run).toThrow(EngineError);
      expect(run).toThrow(/^glossary, "Nguyen": /);
    };
    use({ phonemization: "nwin", phonemizationLanguageId: "fr-fr" });
    use({ pronounceAs: "nouine", pronunciationLanguageId: "fr-fr" });
    use({ phonemization: "yøŋ" });
    use({ phonemization: "n]] <break/>" });
    use({ phonemization: "n@gw'Ij@n" }, flite);
    const british = { phonemization: "w'In", phonemizationLanguageId: "en-gb" };
    expect(spoken("Nguyen", [{ word: "nguyen", ...british }])[0]).toBe("[w'In]");
  });

  test("phonemes of English are converted to the notation of the engine", () => {
    const phonemes = (phonemization: string, of = espeak) =>
      spoken("x", [{ word: "x", phonemization }], of)[0];
    for (const notation of ["W IH1 N AH0", "/ˈwɪnə/", "[ˈwɪ.nə]"]) {
      expect(phonemes(notation)).toBe("[w'In@]");
      expect(phonemes(notation, flite)).toBe("[w ih1 n ax]");
    }
    expect(phonemes("ˌtʃɑːkəˈleɪt", flite)).toBe("[ch aa2 k ax l ey1 t]");
    expect(phonemes("n@gw'Ij@n")).toBe("[n@gw'Ij@n]");
    const spanish = (phonemization: string) =>
      createGlossary([{ ...line, languageId: "es-es", word: "x", phonemization }], "es-es")(
        "x",
        voice("Carmen"),
      ).parts;
    expect(spanish("n'ino")).toEqual([{ phonemes: "n'ino" }]);
    expect(() => spanish("ˈni.ɲo")).toThrow("notation of eSpeak NG");
  });

  test("finds words of a large glossary in a long text", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => ({
      word: `word${index}`,
      pronounceAs: "x",
    }));
    const [text] = spoken("word7 no ".repeat(3000), lines);
    expect(text).toBe("x no ".repeat(3000));
  });
});

describe("expression", () => {
  test("unknown and empty words are neutral", () => {
    expect(expressionOf("", "", 0)).toEqual(normal);
    expect(expressionOf("toString", "valueOf", 0)).toEqual(normal);
    expect(expressionOf("Bored", "high", 1)).toEqual({ rate: 0.94, pitch: 1.05, range: 1.3 });
  });
  test("intensity strengthens an emotion, and each variant differs", () => {
    const { rate: low } = expressionOf("sadness", "low", 0);
    const { rate: high } = expressionOf(" Sadness ", "HIGH", 0);
    expect(low).toBeLessThan(1);
    expect(high).toBeLessThan(low);
    const variants = Array.from({ length: variantCount }, (_, variant) => variant);
    const takes = variants.map((variant) => expressionOf("joy", "normal", variant));
    expect(new Set(takes.map(({ rate, pitch }) => `${rate} ${pitch}`)).size).toBe(variantCount);
    expect(() => expressionOf("joy", "normal", variantCount)).toThrow(RangeError);
  });
});

describe("jobs", () => {
  test("markup and phoneme brackets of a text are escaped for eSpeak", () => {
    const parts = [{ text: "a<b & [[[x]] [" }, { phonemes: " w'In " }, { text: "[y]]\u0001" }];
    const { ssml } = espeakJob({ voice: espeak, parts, ...normal });
    expect(ssml).toBe("a&lt;b &amp; [ [ [x]] [ [[w'In]] [y]]");
  });
  test("factors become parameters within the limits of eSpeak", () => {
    const job = espeakJob({ voice: espeak, parts: [{ text: "a" }], rate: 9, pitch: 2, range: 0 });
    expect(job).toMatchObject({ voice: "en-us+f1", rate: 450, pitch: 99, range: 0 });
  });
  test("phonemes for Flite are combined with the phones of the other words", async () => {
    const parts = [{ text: "“My” name — " }, { phonemes: "w IH1 n" }, { text: "…" }];
    const asked: unknown[] = [];
    const job = await fliteJob({ voice: flite, parts, ...normal, rate: 2 }, (one) => {
      asked.push(one.input, one.output);
      return Promise.resolve("m ay n ey m");
    });
    expect(asked).toEqual([{ text: '"My" name -\n' }, "phones"]);
    expect(job.input).toEqual({ phones: "pau m ay n ey m w ih1 n pau" });
    expect(job.features).toEqual([["duration_stretch", 0.5]]);
    const slow = { voice: voice("Kelvin"), parts: [{ text: "a" }], rate: 0.5, pitch: 1, range: 2 };
    const { features } = await fliteJob(slow, () => Promise.resolve(""));
    expect(features).toEqual([
      ["duration_stretch", 2.2],
      ["int_f0_target_stddev", 22],
    ]);
    // Flite cannot change the pitch of this voice: its sound is played faster.
    const high = { ...slow, voice: voice("Russell"), rate: 1, pitch: 1.1234 };
    expect(sampleRateFactor(high)).toBe(1.125);
    expect((await fliteJob(high, () => Promise.resolve(""))).features).toEqual([
      ["duration_stretch", 1.125],
    ]);
  });
  test("Flite rejects letters that it cannot read", async () => {
    const parts = [{ text: "Привет" }];
    const job = fliteJob({ voice: flite, parts, ...normal }, () => Promise.resolve(""));
    await expect(job).rejects.toThrow('cannot read "П"');
  });
});

describe("text", () => {
  test("characters that are not spoken are removed", () => {
    expect(cleanText("a\u0000\n\tb\u202Ec\uFEFF \uD800d 👩‍👩‍👧🏳️‍🌈1️⃣ é\uE000")).toBe("a bc d 1 é");
    // A joiner between letters changes their form.
    expect(cleanText("क्‍ष می‌خواهم")).toBe("क्‍ष می‌خواهم");
    expect(isSpeakable(cleanText("👍 … ?!"))).toBe(false);
    expect(isSpeakable("%")).toBe(true);
  });
  test("Latin text has a form in ASCII", () => {
    expect(toAscii("Zoë’s œuvre: ½ of £3.50 — 20°, “ﬁne”, smörgåsbord, Łódź ♫")).toEqual({
      ascii: `Zoe's oeuvre: 1/2 of 3.50 pounds - 20 degrees , "fine", smorgasbord, Lodz`,
      unknown: null,
    });
    expect(toAscii("a 中 b").unknown).toBe("中");
  });
});

describe("WAV files", () => {
  const header = (dataSize: number, channels = 1) => {
    const bytes = Buffer.alloc(44);
    bytes.write("RIFF\0\0\0\0WAVEfmt ", "latin1");
    bytes.writeUInt32LE(16, 16);
    bytes.writeUInt16LE(1, 20);
    bytes.writeUInt16LE(channels, 22);
    bytes.writeUInt32LE(22_050, 24);
    bytes.writeUInt16LE(16, 34);
    bytes.write("data", 36, "latin1");
    bytes.writeUInt32LE(dataSize, 40);
    return bytes;
  };
  test("a streamed file ends with its data", () => {
    const wav = Buffer.concat([header(0x7ffff000), Buffer.from([1, 0, 255, 255, 7])]);
    expect(parseWav(wav)).toEqual({ samples: new Int16Array([1, -1]), sampleRate: 22_050 });
  });
  test("other and incomplete files are errors", () => {
    expect(() => parseWav(Buffer.from("no"))).toThrow("WAV");
    expect(() => parseWav(header(0).subarray(0, 36))).toThrow("incomplete");
    expect(() => parseWav(header(0, 2))).toThrow("2 channels");
  });
});

describe("combined speech", () => {
  const voice = (name: string, engine: EngineName): CataloguedVoice => ({
    name,
    gender: "female",
    age: "adult",
    timbre: "clear",
    source: { engine, languageId: "en-us", engineLanguage: "", variant: "", pitch: 0 },
  });
  const provider = (name: string, voices: CataloguedVoice[]): SpeechProvider => ({
    version: () => name,
    voices: () => voices,
    offers: ({ engine }) => voices.some(({ source }) => source.engine === engine),
    synthesize: () => Promise.resolve({ samples: new Int16Array(1), sampleRate: name.length }),
    close: () => Promise.resolve(),
  });
  const builtIn = provider("own", [voice("Anna", "flite")]);
  const packs = provider("packs", [voice("Nova", "pack:a"), voice("Anna", "pack:a")]);
  const external = provider("external", [voice("Nova", "external:b"), voice("Zoe", "external:b")]);
  const all = combineSpeech({ builtIn, packs, external });

  test("offers voices of packs first, and of equal names one", () => {
    expect(all.voices().map(({ name, source }) => `${name} ${source.engine}`)).toEqual([
      "Nova pack:a",
      "Anna flite",
      "Zoe external:b",
    ]);
  });

  test("is done by the engine of the voice", () => {
    expect(all.version(voice("Nova", "pack:a").source)).toBe("packs");
    expect(all.version(voice("Nova", "external:b").source)).toBe("external");
    expect(all.version(voice("Nova", "espeak").source)).toBe("own");
    expect(combineSpeech({ builtIn }).offers(voice("Nova", "pack:a").source)).toBe(false);
  });
});
