/** Large files, read in a process within its limits of time, heap and memory. */
import { expect, test } from "vitest";
import type { Script } from "../../../main/script-formats/model";
import { createScriptReader } from "../../../main/script-formats/process/reader";
import { forkReader } from "../../../main/script-formats/process/reader-process";
import { docx, pdf, utf8, workbook } from "../../helpers/script-files";
import { scriptWorkerFile } from "../../helpers/programs";
import { long } from "../../long";

const mebibyte = 1024 * 1024;

/** Reads in a new process with this memory limit in MiB. */
async function read(bytes: Uint8Array, fileName: string, memoryMb?: number) {
  const scripts = createScriptReader({
    launch: forkReader(scriptWorkerFile),
    // Long enough to be measured on a busy computer.
    timeoutMs: 45_000,
    ...(memoryMb === undefined ? {} : { memoryMb }),
  });
  const started = performance.now();
  const script = await scripts.readScript(bytes, fileName, {
    purpose: "audio-production",
    languageCode: "en-gb",
  });
  const seconds = (performance.now() - started) / 1000;
  await scripts.close();
  const size = (bytes.length / mebibyte).toFixed(1);
  console.info(`${fileName} ${size} MB: ${script.lines.length} lines, ${seconds.toFixed(2)} s`);
  return script;
}

const line = (at: number) =>
  `Line ${at}: and what she says here is about as long as a line of dialogue is, number ${(at * 7919) % 50_021}.`;
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    `L${at}`,
    `Character ${at % 40}`,
    "joy",
    "normal",
    line(at),
    `Ligne ${at} : ${line(at)}`,
  ]);
const header = ["ID", "Character", "Emotion", "Intensity", "Text_EN-GB", "Text_FR-FR"];
const problemsOf = ({ problems }: Script) => problems.map(({ code }) => code);

test("a workbook of 10,000 lines in 150 MB", () => readsWorkbook(10_000, 150));
test("a workbook of 50,000 lines in 500 MB", long, () => readsWorkbook(50_000, 500));

async function readsWorkbook(count: number, memoryMb: number): Promise<void> {
  const bytes = await workbook([header, ...rows(count)]);
  // Plus 50 MB for the process.
  const script = await read(bytes, "large.xlsx", memoryMb + 50);
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(count);
  expect(script.characters).toHaveLength(40);
  expect(script.lines.at(-1)?.text["en-gb"]).toBe(line(count - 1));
}

test("a .csv of 200,000 lines", long, async () => {
  const text = [header, ...rows(200_000)].map((cells) => cells.join(";")).join("\n");
  const script = await read(utf8(text), "large.csv");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(200_000);
});

test("a workbook of 200,000 lines", long, async () => {
  const bytes = await workbook([header, ...rows(200_000)]);
  const script = await read(bytes, "largest.xlsx");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(200_000);
});

test("a .docx of 50,000 paragraphs", long, async () => {
  const bytes = docx(...Array.from({ length: 50_000 }, (_, at) => `ANNA: ${line(at)}`));
  const script = await read(bytes, "large.docx");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(50_000);
});

test("a .pdf of 300 pages", long, async () => {
  const page = (number: number) =>
    Array.from({ length: 40 }, (_, at) => ({
      text: `ANNA: line ${number} ${at}`,
      y: 780 - at * 18,
    }));
  const bytes = pdf(...Array.from({ length: 300 }, (_, number) => page(number)));
  const script = await read(bytes, "large.pdf");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(12_000);
});

const isBounded = "20 to 30 million %s are read in bounded time";
test.each([["white space", "a.txt", `a:${" ".repeat(32_000)}\n`.repeat(1_000)]])(
  isBounded,
  isReadInTime,
);
test.each([
  ["quotes", "a.csv", `Text_EN-GB\n"${'""'.repeat(10_000_000)}`],
  ["tags", "a.srt", `00:01 --> 00:02\n${"<i ".repeat(10_000)}\n\n`.repeat(200)],
  ["commas", "a.csv", `Text_EN-GB${",".repeat(20_000_000)}`],
  ["empty rows", "a.csv", `Text_EN-GB\n${"\n".repeat(20_000_000)}`],
  ["arrows", "a.srt", "-->".repeat(10_000_000)],
  ["timings", "a.srt", `${"0:0 ".repeat(5_000_000)}-->`],
  ["colons", "a.txt", ":".repeat(30_000_000)],
  ["one word", "a.txt", "x".repeat(30_000_000)],
  ["braces", "a.srt", `00:01 --> 00:02\n${"{\\".repeat(16_000)}\n\n`.repeat(100)],
])(isBounded, long, isReadInTime);

async function isReadInTime(_name: string, fileName: string, text: string): Promise<void> {
  const script = await read(utf8(text), fileName);
  for (const code of ["reader-failed", "too-slow", "too-much-memory"])
    expect(problemsOf(script)).not.toContain(code);
}
