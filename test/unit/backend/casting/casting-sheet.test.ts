/** Casting sheets that a spreadsheet program has saved. Kind of change: archimatetool/archi 192. */
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
const read = (names: readonly string[], rows: readonly string[], encoding?: "latin1") => {
  const text = ["Character;Voice", ...rows].join("\n");
  const table = readPlainTable(Buffer.from(text, encoding ?? "utf8"), "casting.csv", "Casting");
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

  it("in another encoding names it", () => {
    const { voices, problems } = read(["Zoé"], ["Zoé;Ida"], "latin1");
    expect(voices).toEqual({ zoé: "Ida" });
    expect(problems).toEqual([expect.stringContaining("Windows-1252")]);
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
