/** The casting of a project as a file: written, changed by another program, and read again. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { castingFormats } from "../../../preload/facts/casting";
import { useResourcesHarness } from "../../helpers/resources-harness";

const harness = useResourcesHarness();
const { createCasting, characters, voices } = harness;
const casting = () => harness.test.handlers.casting;

async function createSheet(format: (typeof castingFormats)[number]) {
  const { projectId } = await createCasting();
  const own = (await characters(projectId)).characters;
  const [first = "", second = ""] = (await voices()).voices.map(({ name }) => name);
  const where = { workspaceId: harness.workspaceId, projectId };
  await casting().assign({
    ...where,
    assignments: [{ characterId: own[1]?.id ?? "", voice: first }],
  });
  harness.chosenFile = path.join(harness.folder, `casting.${format}`);
  expect(await casting().saveSheet(where)).toEqual({ path: harness.chosenFile, characters: 3 });
  return { where, own, first, second, file: harness.chosenFile };
}

it.each(castingFormats)("a .%s changes nothing when it is read again", async (format) => {
  const { where, first } = await createSheet(format);
  expect(await casting().readSheet(where)).toMatchObject({
    name: `casting.${format}`,
    changes: [
      { name: "Anna", oldVoice: "", newVoice: "", kind: "no-match" },
      { name: "Bert", oldVoice: first, newVoice: first, kind: "same" },
      { name: "Cleo", kind: "no-match" },
    ],
    problems: [],
  });
});

it("has the numbers of lines; changes and unusable rows of a changed file are found", async () => {
  const { where, first, second, file } = await createSheet("csv");
  expect(await readFile(file, "utf8")).toBe(
    `\uFEFFCharacter,Voice,Lines\r\nAnna,,1\r\nBert,${first},1\r\nCleo,,1\r\n`,
  );
  const rows = [
    "voice;CHARACTER",
    `${second.toUpperCase()};anna`,
    `${second};Bert`,
    "Nobody;Cleo",
    `${first};Dora`,
    `${first};Anna`,
    ";",
  ];
  await writeFile(file, rows.join("\n"));
  expect(await casting().readSheet(where)).toMatchObject({
    changes: [
      { name: "Anna", oldVoice: "", newVoice: second, kind: "new" },
      { name: "Bert", oldVoice: first, newVoice: second, kind: "changed" },
      { name: "Cleo", newVoice: "Nobody", kind: "no-voice" },
    ],
    problems: [
      { row: 5, code: "casting-character-unknown" },
      { row: 6, code: "casting-character-twice" },
    ],
  });
});

it("a file without its columns, of another format, or too large is a problem", async () => {
  const { where, file } = await createSheet("csv");
  const codes = async (content: string) => {
    await writeFile(file, content);
    return (await casting().readSheet(where))?.problems.map(({ code }) => code);
  };
  expect(await codes("Age,Voice\n30,Ashley\n")).toEqual(["casting-columns"]);
  expect(await codes("")).toEqual(["empty"]);
  const rows = Array.from({ length: 1_005 }, (_, row) => `Nobody ${row},Ashley`);
  await writeFile(file, ["Character,Voice", ...rows].join("\n"));
  const long = await casting().readSheet(where);
  expect([long?.problems.length, long?.moreProblems]).toEqual([1_000, 5]);
  harness.chosenFile = path.join(harness.folder, "casting.xlsx");
  await writeFile(harness.chosenFile, "no workbook");
  expect((await casting().readSheet(where))?.problems).toHaveLength(1);
  harness.chosenFile = null;
  expect(await casting().readSheet(where)).toBeNull();
  expect(await casting().saveSheet(where)).toBeNull();
});

it("is read again in the encoding that the user chose; rows with invalid bytes are named", async () => {
  const { where, first, file } = await createSheet("csv");
  await writeFile(file, Buffer.from(`Character,Voice\nAnna,${first}\n\xa3\xf3d\x9f,\n`, "latin1"));
  const assumed = await casting().readSheet(where);
  expect(assumed).toMatchObject({
    path: file,
    encoding: { isChosen: false },
    problems: [{ row: null, code: "encoding" }, { row: 3 }],
  });
  const { scripts } = harness.test.handlers;
  await scripts.setEncoding({ path: file, encoding: "windows-1250" });
  // No dialog is shown.
  harness.chosenFile = null;
  expect(await casting().readSheet({ ...where, path: file })).toMatchObject({
    encoding: { name: "windows-1250", isChosen: true, words: ["Łódź"] },
    changes: [{ name: "Anna", newVoice: first, kind: "new" }, {}, {}],
    problems: [{ row: 3, message: "There is no character “Łódź”." }],
  });
  await scripts.setEncoding({ path: file, encoding: "utf-8" });
  expect(await casting().readSheet({ ...where, path: file })).toMatchObject({
    encoding: { name: "utf-8", isChosen: true },
    problems: [{ row: 3, code: "character-unreadable" }, { row: 3 }],
  });
});
