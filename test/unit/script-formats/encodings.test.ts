/**
 * The encoding of a text file is recognised by the language of the script. The bytes were made by
 * the codecs of CPython and of the GNU C library. Kinds of files: SubtitleEdit/subtitleedit 10093,
 * URUWorks/SubtitleWorkshop 42, xbmc/xbmc 24914, byroot/pysrt 12, nodejs/node 56542, mpc-hc/mpc-hc
 * 69.
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
  ["en-us", "macintosh", "4974d573203520db2c20d2646f6ed574d3", "It’s 5 €, “don’t”"],
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
  [
    "vi-vn",
    "windows-1258",
    "4368e06f206261f26e2c206261f26e206b686fd265206b68f46e673f",
    "Chào bạn, bạn khỏe không?",
  ],
  ["th-th", "windows-874", "cac7d1cab4d5a4c3d1ba20a4d8b3cabad2c2b4d5e4cbc1", "สวัสดีครับ คุณสบายดีไหม"],
  ["he-il", "windows-1255", "f9ece5ed2c20eee420f9ece5eeea20e4e9e5ed", "שלום, מה שלומך היום"],
  [
    "lt-lt",
    "windows-1257",
    "4c616261732072797461732c2061e869fb2c20fe696e61752c20f0e1",
    "Labas rytas, ačiū, žinau, šį",
  ],
  [
    "lv-lv",
    "windows-1257",
    "4c616272ee742c206be220746576206965743f2050616c646965732c20ef6f7469",
    "Labrīt, kā tev iet? Paldies, ļoti",
  ],
  [
    "et-ee",
    "windows-1257",
    "5465726520686f6d6d696b7573742c20f06f6b6f6c6161642c20f5687475",
    "Tere hommikust, šokolaad, õhtu",
  ],
  [
    "lt-lt",
    "iso-8859-13",
    "41e869fb2c20a56765726169b42c20fe696e6f6d6120f0e1727974",
    "Ačiū, „gerai“, žinoma šįryt",
  ],
  ["lv-lv", "iso-8859-4", "d365726d656e69732c20b66f74692c20b96f6469656e", "Ķermenis, ļoti, šodien"],
  ["lt-lt", "cp775", "be69616e6469656e20d8696e61752061d169d7", "Šiandien žinau ačiū"],
  [
    "hr-hr",
    "windows-1250",
    "8e616f206d69206a652c209a746f2073692075e8696e696f2c20f061e865",
    "Žao mi je, što si učinio, đače",
  ],
  [
    "sk-sk",
    "windows-1250",
    "446f6272fd206465f22c20616b6f207361206de19a2c20befa62696d209d61",
    "Dobrý deň, ako sa máš, ľúbim ťa",
  ],
  ["sl-si", "windows-1250", "8e69766a6f2c206b616b6f2073692c20e8657a", "Živjo, kako si, čez"],
  ["sr-rs", "windows-1250", "8a746120726164699a2c20e6616f2c20f0616b", "Šta radiš, ćao, đak"],
  ["sr-rs", "windows-1251", "d8f2e020f0e0e4e8f82c2090e0f7e52c209ce5e3e0", "Шта радиш, ђаче, њега"],
  [
    "mk-mk",
    "windows-1251",
    "c4eee1f0ee20f3f2f0ee2c209de520e4eebce4e0ec2c2083e0eaeeed",
    "Добро утро, ќе дојдам, ѓакон",
  ],
  [
    "sq-al",
    "windows-1252",
    "4d6972eb6deb6e676a65732c20e7666172eb2062eb6e",
    "Mirëmëngjes, çfarë bën",
  ],
  [
    "fa-ir",
    "windows-1256",
    "d3e1c7e3a120cdc7e120d4e3c7208dd8e6d120c7d3ca",
    "سلام، حال شما چطور است",
  ],
  [
    "az-az",
    "windows-1254",
    "47fc6e617964696e2c206e65e76520e76f7820fe6972696e2c20f67a",
    "Günaydin, neçe çox şirin, öz",
  ],
  [
    "uk-ua",
    "koi8-u",
    "e4cfc2d2cfc7cf20d2c1cecbd52c20a7a720a7d6c1cb2c20adc1cecfcb",
    "Доброго ранку, її їжак, ґанок",
  ],
  [
    "uk-ua",
    "windows-1251",
    "cff0e8e2b3f22c20ffea20f1eff0e0e2e82c20bfe6e0ea",
    "Привіт, як справи, їжак",
  ],
  [
    "be-by",
    "windows-1251",
    "c4eee1f0e0e920f0e0edb3f6fb2c20ffea20f1eff0e0e2fb2c20a2",
    "Добрай раніцы, як справы, ў",
  ],
  [
    "cy-gb",
    "iso-8859-14",
    "426f72652064612c20737574206d616527722064f0722c2074fe",
    "Bore da, sut mae'r dŵr, tŷ",
  ],
  [
    "cy-gb",
    "windows-1252",
    "426f72652064612c20737574206d616592722074e26e2c2074f4",
    "Bore da, sut mae’r tân, tô",
  ],
  [
    "ga-ie",
    "windows-1252",
    "4469612064687569742c20636f6e6173206174e12074fa2c2066e1696c7465",
    "Dia dhuit, conas atá tú, fáilte",
  ],
  [
    "is-is",
    "windows-1252",
    "47f3f0616e20646167696e6e2c20fe6574746120657220e6f069",
    "Góðan daginn, þetta er æði",
  ],
  [
    "is-is",
    "maciceland",
    "4797dd616e20646167696e6e2c20df6574746120657220bedd69",
    "Góðan daginn, þetta er æði",
  ],
  [
    "ro-ro",
    "windows-1250",
    "42756ee32064696d696e6561fe612c20636520666163692c20ba69207475",
    "Bună dimineaţa, ce faci, şi tu",
  ],
  ["hr-hr", "iso-8859-2", "ae616f206d69206a652c20b9746f", "Žao mi je, što"],
  [
    "kk-kz",
    "pt154",
    "8de0e9fbf0ebfb20f2e09c2c209de0ebe0e9f1fb9c2c20b1eb",
    "Қайырлы таң, қалайсың, ұл",
  ],
  [
    "kk-kz",
    "rk1048",
    "8de0e9fbf0ebfb20f2e0be2c209de0ebe0e9f1fbbe2c20a2eb",
    "Қайырлы таң, қалайсың, ұл",
  ],
  ["tt-ru", "pt154", "d1baebe0ec2c20f5baebe59c20ede8f7e5ea2c2090e8f0", "Сәлам, хәлең ничек, җир"],
  [
    "ky-kg",
    "pt154",
    "d1e0ebe0ece0f2f1fbe7e1fb2c20eae0ede4e0e9f1fbe72c20b59c",
    "Саламатсызбы, кандайсыз, өң",
  ],
  [
    "yue-hk",
    "big5",
    "a6adb1e1a141a741a4b5a4e9a66eb6dca148a7da925da66e",
    "早晨，你今日好嗎？我哋好",
  ],
  ["yue-hk", "big5", "a6adb1e1a141a741a4b5a4e9a66eb6dca148", "早晨，你今日好嗎？"],
  [
    "af-za",
    "windows-1252",
    "476f656965206df472652c20686f65206761616e206469742c2073ea",
    "Goeie môre, hoe gaan dit, sê",
  ],
  [
    "ca-es",
    "windows-1252",
    "426f6e206469612c207175e82074616c2c20616978f220e973",
    "Bon dia, què tal, això és",
  ],
  [
    "sw-ke",
    "windows-1252",
    "48616261726920962093796194206173756275686985",
    "Habari – “ya” asubuhi…",
  ],
  [
    "ms-my",
    "windows-1252",
    "53656c616d617420937061676994209620617061206b686162617285",
    "Selamat “pagi” – apa khabar…",
  ],
  ["uz-uz", "windows-1252", "586179726c6920746f6e672096206f917a62656b85", "Xayrli tong – o‘zbek…"],
  ["ru-ru", "cp866", "84aea1e0aea520e3e2e0ae2c20aaa0aa20a4a5aba0", "Доброе утро, как дела"],
  ["ru-ru", "koi8-r", "e4cfc2d2cfc520d5d4d2cf2c20cbc1cb20c4c5ccc1", "Доброе утро, как дела"],
  ["ru-ru", "maccyrillic", "84eee1f0eee520f3f2f0ee2c20eae0ea20e4e5ebe0", "Доброе утро, как дела"],
  [
    "cs-cz",
    "iso-8859-2",
    "446f6272fd2064656e2c206a616b207365206de1b92c20be6c75bb6f75e86bfd",
    "Dobrý den, jak se máš, žluťoučký",
  ],
  [
    "hu-hu",
    "windows-1250",
    "4af32072656767656c742c20686f677920766167792c20f572fc6c7420fb72",
    "Jó reggelt, hogy vagy, őrült űr",
  ],
  ["hu-hu", "cp852", "4aa22072656767656c742c208b72816c7420fb72", "Jó reggelt, őrült űr"],
  [
    "eu-es",
    "windows-1252",
    "4567756e206f6e209620937a657294206d6f64757a2c20f185",
    "Egun on – “zer” moduz, ñ…",
  ],
  ["hi-in", "windows-1252", "4e616d61737465209620936b616973659420686f85", "Namaste – “kaise” ho…"],
  ["he-il", "cp862", "998c858d2c208e8420998c858e8a", "שלום, מה שלומך"],
  ["el-gr", "cp869", "b5d6e5e1e69debd620ecd6ed", "Καλημέρα σας"],
  [
    "et-ee",
    "iso-8859-15",
    "546572652c20a86f6b6f6c6161642c20f56874752c20b8",
    "Tere, šokolaad, õhtu, ž",
  ],
  ["hy-am", "armscii8", "b4b3f1bbf52c20c7dde3e5bbeb20bbeb", "Բարեւ, ինչպես ես"],
  ["ka-ge", "georgianps", "c3c9cbc020ccdbc5c9c3cfc1c9d3c0", "დილა მშვიდობისა"],
  ["ka-ge", "georgianacademy", "c2c0cbc0d0dfcdc1c020d0cdc2cdd020dec0d0", "გამარჯობა როგორ ხარ"],
  ["vi-vn", "tcvn", "4368b56f2062b96e2c206b68e165206b68ab6e67", "Chào bạn, khỏe không"],
  [
    "vi-vn",
    "viscii",
    "4368e06f2062d56e2c2062d56e206b68f665206b68f46e67",
    "Chào bạn, bạn khỏe không",
  ],
  ["sr-rs", "cp855", "f6e5a020e1a0a6b7f5", "Шта радиш"],
  ["cy-gb", "macintosh", "426f72652064612c2074896e", "Bore da, tân"],
  [
    "uk-ua",
    "maccyrillic",
    "8ff0e8e2b4f22c20dfea20f1eff0e0e2e82c20bbe6e0ea",
    "Привіт, як справи, їжак",
  ],
  ["ur-pk", "windows-1256", "d3e1c7e3a120c28120dfedd3ff", "سلام، آپ كيسے"],
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

  test.each([
    // "Kwestia" (line) names no language, "Polski" (Polish) no code.
    ["Kwestia", "pl-pl", "5a61bff3b3e62067ea9c6cb9206a619ff1", ["Zażółć gęślą jaźń"]],
    ["Text_EN-US,Polski", "pl-pl", "48692ca3f3649f206a75bf", ["Hi", "Łódź już"]],
    ["Metin", "tr-tr", "69fe6c656d2067fc6e20646ff064756d", ["işlem gün doğdum"]],
    // The language that the header names counts too.
    ["Text_RU-RU", "en-us", "cff0e8e2e5f2", ["Привет"]],
  ])("under %s in a batch of %s has its languages", async (columns, languageCode, hex, texts) => {
    const bytes = Buffer.concat([Buffer.from(`Character,${columns}\nAnna,`), bytesOf(hex)]);
    expect(textsOf(await read(bytes, "a.csv", { languageCode }))).toEqual(texts);
  });

  test("has the language that a row of a glossary names, and a note", () => {
    const rows = Buffer.from("word;languageId\n");
    const bytes = Buffer.concat([rows, bytesOf("a3f364"), Buffer.from(";pl-pl\n")]);
    const { portions, problems } = readCsvPortions(bytes, "a.csv");
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

test("the letters and signs of a table that names no language", async () => {
  // "Figur;Text / Jörg;5 € – „ja“" in Windows-1252.
  const bytes = bytesOf("46696775723b546578740a4af672673b352080209620846a6193");
  const { lines } = await read(bytes, "a.csv", { languageCode: "de-de" });
  expect(lines).toMatchObject([{ character: "Jörg", text: { "de-de": "5 € – „ja“" } }]);
});

test("Greek capitals with accents choose between the encodings of a long text", async () => {
  // "Καλημέρα σας. Τι κάνεις; Άντε." in ISO 8859-7.
  const bytes = cue(bytesOf("cae1ebe7ecddf1e120f3e1f22e20d4e920eadcede5e9f23b20b6edf4e52e"));
  const script = await read(bytes, "a.srt", { languageCode: "el-gr" });
  expect(textsOf(script)).toEqual(["Καλημέρα σας. Τι κάνεις; Άντε."]);
});

test.each(["utf-8", "utf-16le"] as const)(
  "zero bytes at the end of %s are left out",
  async (encoding) => {
    const text = "\ufeff1\n00:00:01,000 --> 00:00:02,000\nHi.\n";
    const bytes = Buffer.concat([Buffer.from(text, encoding), Buffer.alloc(9)]);
    const script = await read(bytes, "a.srt", { languageCode: "en-us" });
    expect(textsOf(script)).toEqual(["Hi."]);
  },
);

test.each([
  ["Windows-1252", "DÃ©jÃ\u00a0 vu, â€“ GrÃ¼ÃŸe", "probably “Déjà"],
  ["Windows-1252, Cyrillic", "ÐŸÑ€Ð¸Ð²ÐµÑ‚, Ð¾Ð½", "probably “Привет,”"],
  ["Mac Roman", "D√©j√† vu", "“D√©j√†”"],
])("UTF-8 that was read as %s and saved is reported", async (_encoding, text, message) => {
  const { problems } = await read(cue(Buffer.from(text)), "a.srt", { languageCode: "fr-fr" });
  expect(problems).toMatchObject([{ severity: "warning", code: "text-mojibake", row: 1 }]);
  expect(problems[0]?.message).toContain(message);
});

test("letters and punctuation of other languages are not reported", async () => {
  const texts = "Ä… NÃO! «ESPAÑ» CAFÉ» Ö– Â, Ä“ 5 √© Ñ… Ångström";
  const { problems } = await read(cue(Buffer.from(texts)), "a.srt", { languageCode: "es-es" });
  expect(problems).toEqual([]);
});
