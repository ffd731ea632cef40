/**
 * Casting sheets that a spreadsheet program has saved, or that people wrote. Kinds of changes:
 * archimatetool/archi 141 and 192, teableio/teable 1880, cgwire/kitsu 863 (leading zeros),
 * SubtitleEdit/subtitleedit 10823 (columns that have no standard), athensresearch/athens 679
 * (apostrophes), nodejs/node 56542 (encodings).
 */
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { compareCasting, readSheet } from "../../../../main/backend/casting/casting-sheet";
import { readPlainTable } from "../../../../main/script-formats/plain-table";
import type { Character } from "../../../../preload/model/resources";

const characterOf = (name: string): Character => ({
  id: name,
  name,
  voice: null,
  createdAt: 1,
  updatedAt: 1,
});
const read = (names: readonly string[], rows: readonly string[]) => {
  const text = ["Character;Voice", ...rows].join("\n");
  const table = readPlainTable(Buffer.from(text), "casting.csv", "Casting");
  const { voices, problems } = readSheet(table, names.map(characterOf), ["fr-fr"]);
  return {
    voices: Object.fromEntries(voices),
    problems: problems.map(({ row, code, message }) => `${row ?? "-"} ${code} ${message}`),
  };
};
const changed = "casting-character-changed";

describe("a casting sheet", () => {
  it.each([
    ["leading zeros", ["007", "Anna"], "7;Kate", "007", `2 ${changed} “7” was read as “007”.`],
    ["a date", ["3-1", "Anna"], "03. Jan;Kate", "3-1", `2 ${changed} “03. Jan” was read as “3-1”.`],
    ["a long number", ["1234567890123"], "1,23457E+12;Kate", "1234567890123", "1,23457E+12"],
    ["a dash", ["Anna-Lena"], "Anna – Lena;Kate", "Anna-Lena", "was read as “Anna-Lena”"],
  ])("has %s recognised and named", (_name, names, row, key, problem) => {
    const { voices, problems } = read(names, [row]);
    expect(voices).toEqual({ [key.toLowerCase()]: "Kate" });
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    ["two characters are possible", ["07", "007"], ["7;Kate"]],
    ["the character has a row of its own", ["007"], ["007;Ida", "7;Kate"]],
    ["it is another number", ["007"], ["8;Kate"]],
  ])("has an unknown character where %s", (_name, names, rows) => {
    const { problems } = read(names, rows);
    expect(problems).toEqual([expect.stringContaining("casting-character-unknown")]);
  });

  it.each([
    ["fr-fr", "Zoé;Ida", "zoé", Buffer.from("Zoé;Ida", "latin1"), "Windows-1252"],
    ["cs-cz", "Šárka;Ida", "šárka", Buffer.from("8ae1726b613b496461", "hex"), "Windows-125"],
    ["pl-pl", "Łucja;Ida", "łucja", Buffer.from("a375636a613b496461", "hex"), "Windows-1250"],
    ["ru-ru", "Аня;Ida", "аня", Buffer.from("c0edff3b496461", "hex"), "Windows-1251"],
  ])("in another encoding (%s, %s) names it", (languageId, row, key, bytes, encoding) => {
    const head = Buffer.from(`Character;Voice;Voice ${languageId}\n`);
    const table = readPlainTable(Buffer.concat([head, bytes]), "casting.csv", "Casting");
    const characters = [characterOf(row.split(";")[0] ?? "")];
    const { voices, problems } = readSheet(table, characters, [languageId]);
    expect([...voices]).toEqual([[key, "Ida"]]);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining(encoding)]);
  });

  /** Layouts of people, the voices of Anna and Ben, and the codes that name what was assumed. */
  const layouts: [name: string, rows: string[], voices: string, ...codes: string[]][] = [
    [
      "title rows above",
      ["My Show", "Episode 1", "", "Character;Voice", "Anna;Kate", "Ben;Tom"],
      "Kate Tom",
      "header-below",
    ],
    [
      "German words",
      ["Rolle;Stimme;Takes", "Anna;Kate;12", "Ben;Tom;3"],
      "Kate Tom",
      "columns-ignored",
    ],
    [
      "French words",
      ["Personnage;Sexe;Voix", "Anna;F;Kate", "Ben;H;Tom"],
      "Kate Tom",
      "columns-ignored",
    ],
    [
      "persons",
      ["Role;Gender;Age;Voice Actor;Lines", "Anna;f;30;Kate;12"],
      "Kate ",
      "columns-ignored",
    ],
    ["German persons", ["Sprecher;Rolle", "Kate;Anna", "Tom;Ben"], "Kate Tom"],
    ["columns without cells", ["Role;Age;Voice;Lines", "Anna;;Kate;12"], "Kate "],
    ["two columns of voices", ["Role;Voice;Voices", "Anna;Kate;Zoe"], "Kate ", "columns-ignored"],
    ["a number first", ["Lines;Character;Voice", "12;Anna;Kate"], "Kate "],
    ["a space behind a name", ["Character ;Voice Name", "Anna;Kate"], "Kate "],
    [
      "a sum",
      ["Character;Voice;Lines", "Anna;Kate;9", "Total;;9"],
      "Kate ",
      "casting-character-unknown",
    ],
    [
      "an extension",
      ["Character;Voice", "ANNA (V.O.);Kate", "ben;Tom"],
      "Kate Tom",
      "casting-character-changed",
    ],
    [
      "an invisible letter",
      ["Character;Voice", "An\u00adna;Kate"],
      "Kate ",
      "casting-character-changed",
    ],
    [
      "two forms of a name",
      ["Character;Voice", "ANNA (V.O.);Ida", "Anna;Kate"],
      "Kate ",
      "casting-character-unknown",
    ],
    [
      "two characters in a cell",
      ["Character;Voice", "Anna, Ben;Kate"],
      " ",
      "casting-character-unknown",
    ],
    ["names in Greek", ["Χαρακτήρας;Φωνή", "Anna;Kate"], "Kate "],
    ["a script", ["ID;Character;Text_EN-US", "1;Anna;Kate"], " ", "casting-columns"],
    ["texts of languages", ["Character;Dialogue FR", "Anna;Kate"], " ", "casting-columns"],
  ];
  it.each(layouts)("with %s", (_name, rows, expected, ...codes) => {
    const bytes = Buffer.from(rows.join("\n"));
    const table = readPlainTable(bytes, "casting.csv", "Casting");
    const { voices, problems } = readSheet(table, ["Anna", "Ben"].map(characterOf), ["fr-fr"]);
    expect(`${voices.get("anna") ?? ""} ${voices.get("ben") ?? ""}`).toBe(expected);
    expect(problems.map(({ code }) => code)).toEqual(codes);
  });

  it("of a workbook is in any visible sheet, and hidden rows are counted", async () => {
    const bytes = await writeXlsx({
      sheets: [
        { name: "Info", rows: [["My Show"]] },
        {
          name: "Besetzung",
          rows: [
            ["Rolle", "Stimme"],
            ["Anna", "Kate"],
            ["Ben", "Tom"],
          ],
          rowDefs: new Map([[2, { hidden: true }]]),
        },
      ],
    });
    const table = readPlainTable(bytes, "casting.xlsx", "Casting");
    const { voices, problems } = readSheet(table, ["Anna", "Ben"].map(characterOf), []);
    expect([...voices]).toEqual([["anna", "Kate"]]);
    expect(problems.map(({ code }) => code)).toEqual(["sheet-chosen", "rows-hidden"]);
  });

  it("has voices of languages by their names and codes, also without one for all", () => {
    const text = "Character,French,Voice (German),Stimme de-de,ID\nAnna,Amélie,Greta,Ida,1\n";
    const table = readPlainTable(Buffer.from(text), "casting.csv", "Casting");
    const found = readSheet(table, [characterOf("Anna")], ["fr-fr", "de-de", "id-id"]);
    expect([...found.voices]).toEqual([["anna", ""]]);
    expect([...found.languageVoices].map(([id, voices]) => [id, voices.get("anna")])).toEqual([
      ["fr-fr", "Amélie"],
      ["de-de", "Greta"],
    ]);
    expect(found.problems.map(({ code }) => code)).toEqual(["column-twice"]);
  });

  it("has a voice in the language that a row names; a row of another language is named", () => {
    const rows = ["Anna;Französisch;Zoe", "Anna;;Kate", "Ben;Klingonisch;Tom", "Anna;fr-fr;Ida"];
    const text = ["Rolle;Sprache;Stimme", ...rows].join("\n");
    const table = readPlainTable(Buffer.from(text), "casting.csv", "Casting");
    const found = readSheet(table, ["Anna", "Ben"].map(characterOf), ["fr-fr", "de-de"]);
    expect([...found.voices]).toEqual([["anna", "Kate"]]);
    expect([...found.languageVoices]).toEqual([["fr-fr", new Map([["anna", "Zoe"]])]]);
    expect(found.problems.map(({ row, code }) => `${row ?? "-"} ${code}`)).toEqual([
      "4 casting-language-unknown",
      "5 casting-character-twice",
    ]);
  });

  /** Cells of languages, those with voices of their own, the voices by language, and the codes. */
  const cellsOfLanguages: [string, string[], string[], ...codes: string[]][] = [
    ["French", [], ["all Kate"], "columns-ignored"],
    ["English", ["fr-fr"], ["all Kate"], "columns-ignored"],
    ["All", ["fr-fr"], ["all Kate"], "columns-ignored"],
    ["fr-fr, German", ["fr-fr", "de-de"], ["fr-fr Kate", "de-de Kate"]],
    ["French/Klingon", ["fr-fr"], ["fr-fr Kate"], "casting-language-unknown"],
    ["English", ["en-us", "en-gb"], [], "casting-language-several"],
    ["en-gb", ["en-us", "en-gb"], ["en-gb Kate"]],
  ];
  it.each(cellsOfLanguages)("with the language “%s” of %j", (cell, ids, expected, ...codes) => {
    const text = `Character;Language;Voice\nAnna;${cell};Kate`;
    const table = readPlainTable(Buffer.from(text), "casting.csv", "Casting");
    const found = readSheet(table, [characterOf("Anna")], ids);
    const all = found.voices.get("anna");
    expect([
      ...(all === undefined ? [] : [`all ${all}`]),
      ...[...found.languageVoices].map(([id, voices]) => `${id} ${voices.get("anna") ?? ""}`),
    ]).toEqual(expected);
    expect(found.problems.map(({ code }) => code)).toEqual(codes);
  });

  it("has no voices in columns with the numbers of lines in each language", () => {
    const text = "Character;Voice;French;German\nAnna;Kate;12;Greta\nBen;Tom;7;";
    const table = readPlainTable(Buffer.from(text), "casting.csv", "Casting");
    const found = readSheet(table, ["Anna", "Ben"].map(characterOf), ["fr-fr", "de-de"]);
    expect([...found.languageVoices.keys()]).toEqual(["de-de"]);
    expect(found.problems.map(({ code }) => code)).toEqual(["columns-ignored"]);
    const counts = "Character;Lines;French;German\nAnna;17;12;5";
    const sheet = readPlainTable(Buffer.from(counts), "casting.csv", "Casting");
    expect(readSheet(sheet, [characterOf("Anna")], ["fr-fr"]).problems).toMatchObject([
      { code: "casting-columns" },
    ]);
  });

  it("has voices in single languages; a column of another language is named", () => {
    const text = "Character;Voice;Voice FR-fr;voice (de-de)\nAnna;Kate;Amélie;Greta\nBert;;Louis;";
    const table = readPlainTable(Buffer.from(text), "casting.csv", "Casting");
    const { voices, languageVoices, problems } = readSheet(
      table,
      [{ ...characterOf("Anna"), id: "a" }, characterOf("Bert")],
      ["fr-fr"],
    );
    expect([...languageVoices]).toEqual([
      [
        "fr-fr",
        new Map([
          ["anna", "Amélie"],
          ["bert", "Louis"],
        ]),
      ],
    ]);
    expect(problems).toMatchObject([{ row: 1, code: "casting-language-unknown" }]);
    const own = new Map([["a", { "fr-fr": "Lea" }]]);
    const characters = [{ ...characterOf("Anna"), id: "a" }, characterOf("Bert")];
    const changes = compareCasting(characters, own, { voices, languageVoices }, (name) => name);
    expect(
      changes.map(({ name, languageId, kind }) => `${name} ${languageId ?? "all"} ${kind}`),
    ).toEqual(["Anna all new", "Anna fr-fr changed", "Bert all no-match", "Bert fr-fr no-default"]);
  });
});
