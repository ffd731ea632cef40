/** Large files, read in the worker: time, heap and the memory beside it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Script } from "../../../main/scripts/model";
import { createScriptReader } from "../../../main/scripts/reader";
import { docx, pdf, utf8, workbook } from "../../unit/scripts/files";
import { buildScriptWorker } from "../../fakes/local-build";

const mebibyte = 1024 * 1024;
let built: Awaited<ReturnType<typeof buildScriptWorker>>;
beforeAll(async () => {
  built = await buildScriptWorker();
});
afterAll(() => built.remove());

/** Reads in a new worker; the peak is what the whole process grew by, sampled. */
async function measure(bytes: Uint8Array, fileName: string) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  // Time enough to be measured on a computer that has much else to do.
  const scripts = createScriptReader({
    workerFile: built.scriptWorkerFile,
    memoryMb: 500,
    timeoutMs: 45_000,
  });
  const started = performance.now();
  const used = process.cpuUsage();
  const script = await scripts.readScript(bytes, fileName, {
    purpose: "audio-production",
    languageCode: "en-gb",
  });
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(used);
  const cpuSeconds = (user + system) / 1_000_000;
  peak = Math.max(peak, process.memoryUsage().rss);
  clearInterval(sampler);
  await scripts.close();
  const grownMb = (peak - before) / mebibyte;
  const size = (bytes.length / mebibyte).toFixed(1);
  console.info(
    `${fileName} ${size} MB: ${script.lines.length} lines, ${seconds.toFixed(2)} s (CPU ${cpuSeconds.toFixed(2)} s), ${grownMb.toFixed(0)} MB`,
  );
  return { script, seconds, cpuSeconds, grownMb };
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

test("a workbook of 50,000 lines in under 5 s and 500 MB", async () => {
  const bytes = await workbook([header, ...rows(50_000)]);
  const { script, seconds, grownMb } = await measure(bytes, "large.xlsx");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(50_000);
  expect(script.characters).toHaveLength(40);
  expect(script.lines.at(-1)?.text["en-gb"]).toBe(line(49_999));
  expect(seconds).toBeLessThan(5);
  expect(grownMb).toBeLessThan(500);
});

test("a .csv of 200,000 lines", async () => {
  const text = [header, ...rows(200_000)].map((cells) => cells.join(";")).join("\n");
  const { script, cpuSeconds } = await measure(utf8(text), "large.csv");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(200_000);
  expect(cpuSeconds).toBeLessThan(10);
});

test("a workbook of 200,000 lines", async () => {
  const bytes = await workbook([header, ...rows(200_000)]);
  const { script, cpuSeconds } = await measure(bytes, "largest.xlsx");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(200_000);
  expect(cpuSeconds).toBeLessThan(10);
});

test("a .docx of 50,000 paragraphs", async () => {
  const bytes = docx(...Array.from({ length: 50_000 }, (_, at) => `ANNA: ${line(at)}`));
  const { script, cpuSeconds } = await measure(bytes, "large.docx");
  expect(script.lines).toHaveLength(50_000);
  expect(cpuSeconds).toBeLessThan(5);
});

test("a .pdf of 300 pages", async () => {
  const page = (number: number) =>
    Array.from({ length: 40 }, (_, at) => ({
      text: `ANNA: line ${number} ${at}`,
      y: 780 - at * 18,
    }));
  const bytes = pdf(...Array.from({ length: 300 }, (_, number) => page(number)));
  const { script, cpuSeconds } = await measure(bytes, "large.pdf");
  expect(problemsOf(script)).toEqual([]);
  expect(script.lines).toHaveLength(12_000);
  expect(cpuSeconds).toBeLessThan(10);
});

test.each([
  ["quotes", "a.csv", `Text_EN-GB\n"${'""'.repeat(10_000_000)}`],
  ["commas", "a.csv", `Text_EN-GB${",".repeat(20_000_000)}`],
  ["empty rows", "a.csv", `Text_EN-GB\n${"\n".repeat(20_000_000)}`],
  ["arrows", "a.srt", "-->".repeat(10_000_000)],
  ["timings", "a.srt", `${"0:0 ".repeat(5_000_000)}-->`],
  ["colons", "a.txt", ":".repeat(30_000_000)],
  ["one word", "a.txt", "x".repeat(30_000_000)],
  ["white space", "a.txt", `a:${" ".repeat(32_000)}\n`.repeat(1_000)],
  ["tags", "a.srt", `00:01 --> 00:02\n${"<i ".repeat(10_000)}\n\n`.repeat(200)],
  ["braces", "a.srt", `00:01 --> 00:02\n${"{\\".repeat(16_000)}\n\n`.repeat(100)],
])("20 to 30 million %s end in time", async (_name, fileName, text) => {
  const { cpuSeconds, script } = await measure(utf8(text), fileName);
  expect(problemsOf(script)).not.toContain("reader-failed");
  expect(cpuSeconds).toBeLessThan(10);
});
