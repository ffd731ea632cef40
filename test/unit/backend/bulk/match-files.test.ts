/** Matching videos and scripts by name: examples and generated names. */
import { describe, expect, it } from "vitest";
import { matchByName, type MatchInput } from "../../../../main/backend/bulk/match-files";
import type { BulkMatch } from "../../../../preload/contract/bulk";
import { longestTurn } from "../../../helpers/event-loop";

/** "video + script (kind) [language] | candidates", a row each; paths below /t. */
async function rows(files: string, languages: string[] = []): Promise<string[]> {
  const all = files
    .trim()
    .split(/\s*\n\s*/)
    .map((file) => `/t/${file}`);
  const isVideo = (file: string) => /\.(mov|mp4|mkv)$/.test(file);
  const material: MatchInput = {
    videos: all.filter(isVideo),
    scripts: all.filter((file) => !isVideo(file)),
    languages,
  };
  const short = (file: string) => file.replace("/t/", "") || "-";
  return (await matchByName(material)).map((row) => {
    const language = row.language === "" ? "" : ` ${row.language}`;
    const candidates =
      row.candidates.length === 0 ? "" : ` | ${row.candidates.map(short).join(" ")}`;
    return `${short(row.video)} + ${short(row.script)} (${row.kind})${language}${candidates}`;
  });
}

describe("a pair", () => {
  it.each([
    ["the same name", "ep01.mov\nep01.srt", ["ep01.mov + ep01.srt (same-name)"]],
    ["in another case", "EP01.mov\nep01.SRT", ["EP01.mov + ep01.SRT (same-name)"]],
    [
      "with other separators",
      "The Bridge - Ep.01 [final].mov\nthe_bridge_ep01_FINAL.xlsx",
      ["The Bridge - Ep.01 [final].mov + the_bridge_ep01_FINAL.xlsx (same-name)"],
    ],
    [
      "with names in another Unicode form",
      "Überraschung.mov\nU\u0308berraschung.docx",
      ["Überraschung.mov + U\u0308berraschung.docx (same-name)"],
    ],
    [
      "the same name and a language",
      "ep01.mov\nep01.de.srt",
      ["ep01.mov + ep01.de.srt (same-name-and-language) de-de"],
    ],
    [
      "the same name and a full language code",
      "ep01.mov\nep01_FR-FR.txt",
      ["ep01.mov + ep01_FR-FR.txt (same-name-and-language) fr-fr"],
    ],
    [
      "S02E04 and 204",
      "S02E04_final.mov\nepisode 204 script.xlsx",
      ["S02E04_final.mov + episode 204 script.xlsx (same-number)"],
    ],
    [
      "4x02",
      "show.4x02.mkv\nS04E02 - text.csv",
      ["show.4x02.mkv + S04E02 - text.csv (same-number)"],
    ],
    [
      "Ep 4, one season only",
      "Show S01E04.mov\nEp 4.docx",
      ["Show S01E04.mov + Ep 4.docx (same-number)"],
    ],
    [
      "the folder of a season",
      "Season 2/Ep 4.mov\ntexts/s02e04.srt",
      ["Season 2/Ep 4.mov + texts/s02e04.srt (same-number)"],
    ],
    [
      "the only two files of a folder",
      "a/take.mov\na/words.pdf",
      ["a/take.mov + a/words.pdf (same-folder)"],
    ],
  ])("by %s", async (_name, files, expected) => expect(await rows(files)).toEqual(expected));
});

describe("files that do not match", () => {
  it("one script with two videos: a candidate for both", async () => {
    expect(await rows("a/ep01.mov\nb/ep01.mov\nc/ep01.srt")).toEqual([
      "a/ep01.mov + - (none) | c/ep01.srt",
      "b/ep01.mov + - (none) | c/ep01.srt",
    ]);
    expect(await rows("S01E04.mov\nS02E04.mov\nEp 4.srt")).toEqual([
      "S01E04.mov + - (none) | Ep 4.srt",
      "S02E04.mov + - (none) | Ep 4.srt",
    ]);
  });
  it("different numbers, and several episodes with one", async () => {
    expect(await rows("x/s1 1.mov\ny/s11.srt")).toHaveLength(2);
    expect(await rows("x/S01E01-E02.mov\ny/S01E01.srt")).toEqual([
      "x/S01E01-E02.mov + - (none)",
      "- + y/S01E01.srt (none)",
    ]);
  });
  it("the size of a picture in the name", async () => {
    expect(await rows("a/one 1920x1080.mov\nb/two 1920x1080.srt")).toHaveLength(2);
    expect(await rows("a/S01E01-720p.mov\nb/S01E01.srt")).toEqual([
      "a/S01E01-720p.mov + b/S01E01.srt (same-number)",
    ]);
  });
});

it("prefers the nearest common folder in each season", async () => {
  const files = ["S01", "S02"].flatMap((season) => [
    `${season}/video/ep01.mov`,
    `${season}/text/ep01.srt`,
  ]);
  expect(await rows(files.join("\n"))).toEqual([
    "S01/video/ep01.mov + S01/text/ep01.srt (same-name)",
    "S02/video/ep01.mov + S02/text/ep01.srt (same-name)",
  ]);
});

it("lists other candidates and prefers a workbook", async () => {
  expect(await rows("ep01.mov\nep01.srt\nep01.xlsx\nep01.fr.srt")).toEqual([
    "ep01.mov + ep01.xlsx (same-name) | ep01.srt ep01.fr.srt",
  ]);
});

it("creates a batch for each language with a separate script", async () => {
  expect(await rows("ep01.mov\nep01.de.srt\nep01.fr.srt\nep01.fr.docx")).toEqual([
    "ep01.mov + ep01.de.srt (same-name-and-language) de-de | ep01.fr.docx",
    "ep01.mov + ep01.fr.srt (same-name-and-language) fr-fr | ep01.fr.docx",
  ]);
  const [german] = await matchByName({
    videos: ["/ep01.mov"],
    scripts: ["/ep01.de.srt", "/ep01.fr.srt"],
  });
  expect(german?.name).toBe("ep01 DE-DE");
});

it("resolves an ambiguous language code only with the languages of the project", async () => {
  expect(await rows("ep01.mov\nep01.en.srt")).toEqual([
    "ep01.mov + ep01.en.srt (same-name-and-language)",
  ]);
  expect(await rows("ep01.mov\nep01.en.srt", ["en-gb", "fr-fr"])).toEqual([
    "ep01.mov + ep01.en.srt (same-name-and-language) en-gb",
  ]);
});

/** A seeded generator of numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function material(seed: number): { videos: string[]; scripts: string[] } {
  const next = random(seed);
  const pick = <T>(from: readonly T[]) => from[Math.floor(next() * from.length)]!;
  const folder = () => pick(["", "a/", "a/b/", "Season 2/", "S01/video/", "S01/text/", "ü/"]);
  const name = () =>
    pick(["", "Show ", "show_"]) +
    pick(["ep", "S01E0", "s2e", "episode 20", "4x0", "", "_"]) +
    String(Math.floor(next() * 4)) +
    pick(["", "-final", ".de", "_FR-FR", ".en", " e", "é", "e\u0301", "-E02"]);
  const files = (count: number, extensions: readonly string[]) =>
    Array.from({ length: count }, () => `/t/${folder()}${name()}.${pick(extensions)}`);
  return {
    videos: files(Math.floor(next() * 12), ["mov", "mp4"]),
    scripts: files(Math.floor(next() * 12), ["srt", "xlsx", "docx"]),
  };
}

it("loses no file, matches no script twice, and does not depend on the input order", async () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const { videos, scripts } = material(seed);
    const found = await matchByName({ videos, scripts });
    const input = found.map(({ script }) => script).filter((script) => script !== "");
    expect(new Set(input).size, `seed ${seed}`).toBe(input.length);
    expect(new Set(found.map(({ video }) => video).filter((video) => video !== ""))).toEqual(
      new Set(videos),
    );
    expect(new Set([...input, ...found.flatMap(({ candidates }) => candidates)])).toEqual(
      new Set(scripts),
    );
    for (const { video, script, kind, candidates } of found) {
      expect(kind === "none").toBe(video === "" || script === "");
      expect(candidates).not.toContain(script);
      expect(input.some((one) => candidates.includes(one))).toBe(false);
    }
    const turned = { videos: videos.toReversed(), scripts: scripts.toReversed() };
    expect(await matchByName(turned)).toEqual(found);
  }
});

it.each([
  ["in one folder", (n: number) => [`/t/Show_S01E${n}.mov`, `/t/show s01e${n}.de.srt`]],
  ["in separate folders", (n: number) => [`/t/${n}/ep01.mov`, `/t/${n}/text/ep01.srt`]],
  ["with the same name", (n: number) => [`/t/a/${n}/ep01.mov`, `/t/b/${n}/ep01.srt`]],
])("10,000 files are matched in slices between which other work runs, %s", async (_name, pair) => {
  const pairs = Array.from({ length: 5_000 }, (_, n) => pair(n));
  let found: BulkMatch[] = [];
  const blocked = await longestTurn(async () => {
    found = await matchByName({
      videos: pairs.map(([video]) => video!),
      scripts: pairs.map(([, script]) => script!),
    });
  });
  expect(blocked).toBeLessThan(40);
  expect(found.length).toBeGreaterThanOrEqual(5_000);
});
