/** Copies of scripts with other source audio paths. */
import { writeXlsx } from "hucre/xlsx";
import { expect, it } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { rewriteAudio } from "../../../main/script-formats/rewrite";

const purpose = { purpose: "line-dubbing" } as const;
const paths = new Map([
  ["audio/one.wav", "show/one.wav"],
  ["C:\\two & three.wav", "show/<two> & _x0041_.wav"],
]);
const header = ["ID", "Source_Audio", "Character", "Text_FR-FR"];
const rows = [
  ["1", "audio/one.wav", "Anna", 'Bonjour; <oui>, "non"'],
  ["2", "kept/there.wav", "Bert", " Salut\nà toi "],
  ["3", "C:\\two & three.wav", "Anna", "audio/one.wav"],
];
const sources = ["show/one.wav", "kept/there.wav", "show/<two> & _x0041_.wav"];

async function read(bytes: Uint8Array | null, name: string) {
  if (bytes === null) throw new Error("no copy");
  const { lines, problems } = await readScript(bytes, name, purpose);
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return lines.map(({ sourceAudio, ...line }) => ({ line, sourceAudio }));
}

it("changes only the cells of the column in a workbook", async () => {
  const notes = { name: "Notes", rows: [["audio/one.wav"]] };
  const script = { name: "Revoiceit_Prod_Template_Script", rows: [header, ...rows] };
  const original = await writeXlsx({ sheets: [notes, script] });
  const copy = rewriteAudio(original, "a.xlsx", paths);
  expect(copy.problems).toEqual([]);
  const before = await read(original, "a.xlsx");
  const after = await read(copy.bytes, "a.xlsx");
  expect(after.map(({ line }) => line)).toEqual(before.map(({ line }) => line));
  expect(after.map(({ sourceAudio }) => sourceAudio)).toEqual(sources);
});

it("supports a .csv with any delimiter", async () => {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const text = [header, ...rows].map((row) => row.map(quote).join(";")).join("\n");
  const original = Buffer.from(`\ufeff${text}\n\n`);
  const copy = rewriteAudio(original, "a.csv", paths);
  const before = await read(original, "a.csv");
  const after = await read(copy.bytes, "a.csv");
  expect(after.map(({ line }) => line)).toEqual(before.map(({ line }) => line));
  expect(after.map(({ sourceAudio }) => sourceAudio)).toEqual(sources);
});

it("fails for a file that is not a script", () => {
  expect(rewriteAudio(Buffer.from("PK\u0003\u0004broken"), "a.xlsx", paths)).toMatchObject({
    bytes: null,
    problems: [{ code: "damaged" }],
  });
});
