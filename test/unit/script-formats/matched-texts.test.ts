/**
 * Target scripts as people send them, and the texts and problems that come of them. Kinds after
 * public reports: WeblateOrg/weblate 10790, SEED-platform/seed 2562, machinewrapped/llm-subtrans 6,
 * morpheus65535/bazarr 1813, TypesettingTools/Aegisub 118, archimatetool/archi 192.
 */
import { expect, it } from "vitest";
import type { BatchLine } from "../../../main/script-formats/matching/match-lines";
import { matchTexts } from "../../../main/script-formats/matching/match-texts";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

const purpose = "audio-production";
const srt = (...cues: [startSecond: number, text: string, endSecond?: number][]) =>
  cues
    .map(([from, text, to = from + 1], index) => {
      const time = (second: number) =>
        new Date(Math.round(second * 1000)).toISOString().slice(11, 23).replace(".", ",");
      return `${index + 1}\n${time(from)} --> ${time(to)}\n${text}\n\n`;
    })
    .join("");
const read = (name: string, content: string, languageCode: string) =>
  readScript(utf8(content), name, { purpose, languageCode, speakerSeparator: ": " });
const linesOf = async (content: string): Promise<BatchLine[]> => {
  const name = content.includes("-->") ? "source.srt" : "source.csv";
  const { lines } = await read(name, content, "en-us");
  return lines.map(({ number, id, character, startMs, endMs }) => {
    const times = { startMs, endMs };
    return { number, lineId: id ?? "", character: character ?? "Narrator", ...times };
  });
};

const head = "ID,Character,Text_EN-US\n";
const french = "ID,Character,Text_FR-FR\n";
const scene = `${head}001,Anna,Good morning.\n002,Ben,How are you?\n003,Anna,Fine.\n`;
const restarted = `${head}1,Anna,Good morning.\n2,Ben,Hello.\n1,Anna,Good night.\n2,Ben,Sleep well.\n`;
const subtitles = srt([1, "Good morning."], [3, "How are you?"], [5, "Fine."]);

interface Case {
  title: string;
  source: string;
  target: string;
  /** By the number of the line. */
  texts: Record<number, string>;
  /** "row code: a part of the message". */
  problems?: string[];
}
it.each<Case>([
  {
    title: "the same IDs, sorted by character",
    source: scene,
    target: `${french}001,Anna,Bonjour.\n003,Anna,Bien.\n002,Ben,Ça va ?\n`,
    texts: { 1: "Bonjour.", 2: "Ça va ?", 3: "Bien." },
  },
  {
    title: "one ID mistyped, sorted by character",
    source: scene,
    target: `${french}001,Anna,Bonjour.\n003,Anna,Bien.\n02,Ben,Ça va ?\n`,
    texts: { 1: "Bonjour.", 2: "Ça va ?", 3: "Bien." },
    problems: ["4 line-id-changed"],
  },
  {
    title: "one ID that no line has",
    source: scene,
    target: `${french}001,Anna,Bonjour.\n022,Ben,Ça va ?\n003,Anna,Bien.\n`,
    texts: { 1: "Bonjour.", 3: "Bien." },
    problems: ["3 line-id-unknown"],
  },
  {
    title: "IDs that begin again in each scene",
    source: restarted,
    target: `${french}1,Anna,Bonjour.\n2,Ben,Salut.\n1,Anna,Bonne nuit.\n2,Ben,Dors bien.\n`,
    texts: { 1: "Bonjour.", 2: "Salut.", 3: "Bonne nuit.", 4: "Dors bien." },
    problems: ["null lines-by-number"],
  },
  {
    title: "IDs that begin again, with a row fewer",
    source: restarted,
    target: `${french}1,Anna,Bonjour.\n2,Ben,Salut.\n2,Ben,Dors bien.\n`,
    texts: {},
    problems: ["2 line-id-repeated", "3 line-id-repeated", "4 line-id-repeated"],
  },
  {
    title: "subtitles with a cue fewer",
    source: subtitles,
    target: srt([1, "Bonjour."], [5, "Bien."]),
    texts: { 1: "Bonjour.", 3: "Bien." },
  },
  {
    title: "subtitles with an empty cue",
    source: subtitles,
    target: srt([1, "Bonjour."], [3, ""], [5, "Bien."]),
    texts: { 1: "Bonjour.", 3: "Bien." },
  },
  {
    title: "subtitles with a cue more",
    source: subtitles,
    target: srt([0, "Titre."], [1, "Bonjour."], [3, "Ça va ?"], [5, "Bien."]),
    texts: { 1: "Bonjour.", 2: "Ça va ?", 3: "Bien." },
    problems: ["1 line-time-unknown"],
  },
  {
    title: "subtitles rounded to a frame",
    source: srt([1.001, "Good morning."], [3.007, "Fine."]),
    target: srt([1.04, "Bonjour."], [3, "Bien."]),
    texts: { 1: "Bonjour.", 2: "Bien." },
    problems: ["null lines-time-near"],
  },
  {
    title: "subtitles that begin ten seconds later, with a cue fewer",
    source: srt([1, "Good morning."], [3.2, "How are you?"], [7, "Fine."], [9.5, "Bye."]),
    target: srt([11, "Bonjour."], [17, "Bien."], [19.5, "Salut."]),
    texts: { 1: "Bonjour.", 3: "Bien.", 4: "Salut." },
    problems: ["null lines-time-shifted"],
  },
  // smacke/ffsubsync 49 and SubtitleEdit/subtitleedit 4841: another speed, which is named.
  ...(
    [
      ["23.976 to 25", 24_000 / 1001 / 25],
      ["25 to 24", 25 / 24],
      ["24 to 23.976", 1.001],
    ] as const
  ).map(([name, factor]): Case => ({
    title: `subtitles at the speed of a conversion, ${name}`,
    source: srt([601, "One."], [1203.2, "Two."], [2405.9, "Three."], [3000, "Four."]),
    target: srt(
      [601 * factor, "Un."],
      [1203.2 * factor, "Deux."],
      [2405.9 * factor, "Trois."],
      [3000 * factor, "Quatre."],
    ),
    texts: {},
    problems: [...[1, 2, 3, 4].map((row) => `${row} line-time-unknown`), "null lines-time-speed"],
  })),
  {
    title: "subtitles of another cut",
    source: srt([601, "One."], [1203.2, "Two."], [2405.9, "Three."]),
    target: srt([611, "Un."], [1333.2, "Deux."], [2005.9, "Trois."]),
    texts: {},
    problems: [1, 2, 3].map((row) => `${row} line-time-unknown`),
  },
  {
    title: "subtitles of a batch from a table, by their speakers and number",
    source: scene,
    target: srt([1, "Anna: Bonjour."], [3, "Ben: Ça va ?"], [5, "Anna: Bien."]),
    texts: { 1: "Bonjour.", 2: "Ça va ?", 3: "Bien." },
    problems: ["null lines-by-number"],
  },
  {
    title: "a part of the IDs",
    source: scene,
    target: `${french}002,Ben,Ça va ?\n`,
    texts: { 2: "Ça va ?" },
  },
  {
    title: "no texts",
    source: scene,
    target: `${french}001,Anna,\n002,Ben,\n003,Anna,\n`,
    texts: {},
  },
  {
    title: "no IDs, sorted by character",
    source: scene,
    target: "Character,Text_FR-FR\nAnna,Bonjour.\nAnna,Bien.\nBen,Ça va ?\n",
    texts: {},
    problems: ["3 line-character", "4 line-character", "null lines-order"],
  },
  {
    title: "no IDs, sorted by an order of the text",
    source: scene,
    target: "Character,Text_FR-FR\nBen,Ça va ?\nAnna,Bonjour.\nAnna,Bien.\n",
    texts: {},
    problems: ["2 line-character", "3 line-character", "null lines-order"],
  },
  {
    title: "another number of rows without IDs",
    source: scene,
    target: "Character,Text_FR-FR\nAnna,Bonjour.\nBen,Ça va ?\n",
    texts: {},
    problems: ["null lines-count"],
  },
  {
    title: "only the columns of texts were sorted: IDs whose lines are of other characters",
    source: scene,
    target: `${french}001,Anna,Bonjour.\n002,Anna,Bien.\n003,Ben,Ça va ?\n`,
    texts: { 1: "Bonjour." },
    problems: ["3 line-character", "4 line-character"],
  },
])("$title", async ({ source, target, texts, problems = [] }) => {
  const name = target.includes("-->") ? "target.srt" : "target.csv";
  const script = await read(name, target, "fr-fr");
  const found = await matchTexts(script, await linesOf(source), "fr-fr");
  expect(Object.fromEntries(found.texts.map(({ line, text }) => [line.number, text]))).toEqual(
    texts,
  );
  expect(found.problems.map(({ row, code }) => `${row} ${code}`)).toEqual(problems);
});

it("a problem names the row, its ID and the line", async () => {
  const target = `${french}01,Anna,Bonjour.\nX,Ben,Ça va ?\n003,Ben,Bien.\n`;
  const script = await read("target.csv", target, "fr-fr");
  const { problems } = await matchTexts(script, await linesOf(scene), "fr-fr");
  expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, "ID", "The ID 01 was read as 001"],
    [3, "ID", "No line of the batch has the ID X"],
    [4, "Character", "Says Ben, but line 3 is of Anna"],
  ]);
});
