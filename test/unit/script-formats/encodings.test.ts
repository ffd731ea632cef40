/**
 * The encoding of a text file is recognised by the language of the script. The bytes were made by
 * the codecs of CPython. Kinds of files: SubtitleEdit/subtitleedit 10093, xbmc/xbmc 24914,
 * byroot/pysrt 12, nodejs/node 56542, mpc-hc/mpc-hc 69.
 */
import { describe, expect, test } from "vitest";
import { readCsvPortions } from "../../../main/script-formats/files/csv-portions";
import type { ReadOptions } from "../../../main/script-formats/model";
import { readScript } from "../../../main/script-formats/read";
import { textEncodings, type TextEncoding } from "../../../preload/facts/text-encodings";

const bytesOf = (hex: string) => Buffer.from(hex, "hex");
const read = (bytes: Uint8Array, name: string, options: Partial<ReadOptions> = {}) =>
  readScript(bytes, name, { purpose: "audio-production", ...options });
const cue = (text: Uint8Array) =>
  Buffer.concat([Buffer.from("1\n00:00:01,000 --> 00:00:02,000\n"), text]);
const textsOf = ({ lines }: Awaited<ReturnType<typeof read>>) =>
  lines.flatMap(({ text }) => Object.values(text));

const files: [language: string, encoding: TextEncoding, hex: string, text: string][] = [
  ["pl-pl", "windows-1250", "5a61bff3b3e62067ea9c6cb9206a619ff1", "Zażółć gęślą jaźń"],
  ["pl-pl", "iso-8859-2", "a670696a206a75bf2c20a3756b61737a", "Śpij już, Łukasz"],
  ["pl-pl", "maccenteuro", "8f6c652c2070726f737aab20d0206a75fd", "Źle, proszę – już"],
  [
    "pl-pl",
    "cp852",
    "4368727aa5737a637a2062727a6d6920772074727a63696e69652c207769a96320ab6c65",
    "Chrząszcz brzmi w trzcinie, więc źle",
  ],
  ["bg-bg", "windows-1251", "c4eee1f0ee20f3f2f0ee", "Добро утро"],
  ["bg-bg", "koi8-r", "fed5c4c5d3cecf2c20c2ccc1c7cfc4c1d2d1", "Чудесно, благодаря"],
  ["bg-bg", "iso-8859-5", "bad0da20e1e2d520d4ddd5e1", "Как сте днес"],
  ["bg-bg", "maccyrillic", "8be5eae020edeef9", "Лека нощ"],
  ["bg-bg", "cp866", "95a0a9a4a52c20a5aba0", "Хайде, ела"],
  ["el-gr", "windows-1253", "cae1ebe7ecddf1e120f3e1f2", "Καλημέρα σας"],
  ["el-gr", "iso-8859-7", "b6edede12c20f4e920eadcede5f4e5", "Άννα, τι κάνετε"],
  ["el-gr", "macgreek", "b6f9f8e1f2e9f3f4f120f0efece0", "Ευχαριστώ πολύ"],
  ["el-gr", "cp737", "8998a29ea4e7aeab9820eaa4a498", "Καληνύχτα Άννα"],
  ["tr-tr", "windows-1254", "47fc6e617964fd6e2c2049fefd6c", "Günaydın, Işıl"],
  ["tr-tr", "macturkish", "826f6b20df9f6b9f722c2069796979696d", "Çok şükür, iyiyim"],
  ["tr-tr", "cp857", "98796920616b9f616d6c61722c2041799f65", "İyi akşamlar, Ayşe"],
  ["ar-ar", "windows-1256", "e3d1cdc8c720dfeddd20cdc7e1df", "مرحبا كيف حالك"],
  ["ar-ar", "iso-8859-6", "d5c8c7cd20c7e4ceead1", "صباح الخير"],
  [
    "ja-jp",
    "shift_jis",
    "82a882cd82e682a482b282b482a282dc82b781428cb38b4382c582b782a9",
    "おはようございます。元気ですか",
  ],
  ["ja-jp", "euc-jp", "c5c4c3e6a4b5a4f3a1a2a4b3a4f3a4cba4c1a4cf", "田中さん、こんにちは"],
  [
    "ko-kr",
    "euc-kr",
    "bec8b3e7c7cfbcbcbfe42e20c1c1c0ba20bec6c4a7c0d4b4cfb4d9",
    "안녕하세요. 좋은 아침입니다",
  ],
  ["zh-cn", "gb18030", "d4e7c9cfbac3a1a3c4e3bdf1ccecd4f5c3b4d1f9a3bf", "早上好。你今天怎么样？"],
  ["zh-cn", "big5", "a6ada677a143a741a4b5a4d1a66eb6dca148", "早安。你今天好嗎？"],
  [
    "en-us",
    "windows-1252",
    "446f6e92742093676f942096207761697485203520802c20639c75722c208a6b6f6461",
    "Don’t “go” – wait… 5 €, cœur, Škoda",
  ],
  [
    "de-de",
    "macintosh",
    "5363689a6e652047729fa76520617573204d9f6e6368656e",
    "Schöne Grüße aus München",
  ],
  ["fr-fr", "macintosh", "826120766120648e6a882088206cd58e748e", "Ça va déjà à l’été"],
  ["fr-fr", "iso-8859-15", "556e2063bd757220e0203520a4", "Un cœur à 5 €"],
  ["de-de", "cp850", "53747261e1652c20996c20756e64209a6265726d7574", "Straße, Öl und Übermut"],
  ["es-es", "windows-1252", "bf5175e920706173f3206d61f1616e613f", "¿Qué pasó mañana?"],
  [
    "pt-br",
    "windows-1252",
    "4ee36f20e920766572646164652c20636f7261e7e36f3f",
    "Não é verdade, coração?",
  ],
  [
    "sv-se",
    "windows-1252",
    "487572206de5722064753f204a616720e4722068e472",
    "Hur mår du? Jag är här",
  ],
  ["fi-fi", "macintosh", "4879768a8a20708a69768a8a", "Hyvää päivää"],
  ["da-dk", "cp850", "4786207086209b656e", "Gå på øen"],
  ["nb-no", "windows-1252", "53f86e6461672c2076e6722073e520676f64", "Søndag, vær så god"],
  ["it-it", "windows-1252", "5065726368e9206e6f3f20c820636f73ec", "Perché no? È così"],
  [
    "nl-nl",
    "windows-1252",
    "45e96e20636ff67264696e617469652c207265fc6e6965",
    "Eén coördinatie, reünie",
  ],
  [
    "id-id",
    "windows-1252",
    "53656c616d61742070616769209620936b6166e99485",
    "Selamat pagi – “kafé”…",
  ],
];

describe("a file that is not UTF-8", () => {
  test.each(files)(
    "of %s in %s has its words, and a note",
    async (language, encoding, hex, text) => {
      const script = await read(cue(bytesOf(hex)), "a.srt", { languageCode: language });
      expect(textsOf(script)).toEqual([text]);
      const title = textEncodings.find(({ name }) => name === encoding)?.title ?? "";
      expect(script.problems).toEqual([
        expect.objectContaining({ severity: "note", code: "encoding" }),
      ]);
      expect(script.problems[0]?.assumed).toContain(title);
      const [word = ""] = /[^\P{L}\0-\x7f][\p{L}\p{M}]*/u.exec(text) ?? [];
      expect(script.problems[0]?.message).toContain(word.slice(0, 8));
    },
  );

  test("has the language that the header of a table names", async () => {
    const header = Buffer.from("Character,Text_PL-PL\nAnna,");
    const bytes = Buffer.concat([header, bytesOf("5a61bff3b3e62067ea9c6cb9206a619ff1")]);
    expect(textsOf(await read(bytes, "a.csv"))).toEqual(["Zażółć gęślą jaźń"]);
  });

  test("has the language that a row of a glossary names, and a note", () => {
    const rows = Buffer.from("word;languageId\n");
    const bytes = Buffer.concat([rows, bytesOf("a3f364"), Buffer.from(";pl-pl\n")]);
    const { portions, problems } = readCsvPortions(bytes);
    expect(portions[0]?.csv).toContain("Łód");
    expect(problems.map(({ code }) => code)).toEqual(["encoding"]);
  });

  test("is read in the encoding that the user chose, without a note", async () => {
    const bytes = cue(bytesOf("c4eee1f0ee"));
    const options = { languageCode: "en-us", encoding: "windows-1251" } as const;
    const script = await read(bytes, "a.srt", options);
    expect(textsOf(script)).toEqual(["Добро"]);
    expect(script.problems).toEqual([]);
  });
});

test.each([
  ["fr-fr", "c3896c616e2c2064c3a96ac3a02076752e205a6fe92e", "Élan, déjà vu. Zo\ufffd."],
  ["de-de", "5363686fcc886e2c2047727ac3bcc39f65ff", "Schön, Grzüße\ufffd"],
  ["ja-jp", "e3818ae381afe38288e38186e38194e38196e38184e381bee3", "おはようございま\ufffd"],
  ["ko-kr", "ec9588eb8595ed9598ec84b8ec9a94ff", "안녕하세요\ufffd"],
])("a file of %s with a single invalid byte stays UTF-8, and its row is named", async (...row) => {
  const [languageCode, hex, text] = row;
  const script = await read(cue(bytesOf(hex)), "a.srt", { languageCode });
  expect(textsOf(script)).toEqual([text]);
  expect(script.problems).toMatchObject([
    { severity: "warning", code: "character-unreadable", row: 1 },
  ]);
});
