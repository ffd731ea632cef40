/** Mutated files of every format in a reader process: valid results in bounded time and memory. */
import { subtitleFormats } from "../../../preload/facts/script-formats";
import { textEncodingNames } from "../../../preload/facts/text-encodings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createScriptReader, type ScriptReader } from "../../../main/script-formats/process/reader";
import { openZip } from "../../../main/script-formats/files/zip";
import { forkReader } from "../../../main/script-formats/process/reader-process";
import {
  docx,
  documentOf,
  paragraph,
  pdf,
  random,
  utf8,
  workbook,
  store,
} from "../../helpers/script-files";
import { scriptWorkerFile } from "../../helpers/programs";
import { long } from "../../long";

const rounds = 20;
const longRounds = 1_000;
const timeoutMs = 5_000;

const problem = z.strictObject({
  severity: z.enum(["error", "warning", "note"]),
  row: z.int().min(0).nullable(),
  rows: z.array(z.number()).optional(),
  column: z.string().nullable(),
  code: z.string().min(1),
  message: z.string().min(1),
  sheet: z.string().min(1).optional(),
  assumed: z.string().min(1).optional(),
  remedy: z.string().min(1).optional(),
  suggestion: z.string().min(1).optional(),
});
const time = z.int().min(0).nullable();
const text = z.string().min(1).nullable();
const encoding = z
  .strictObject({
    name: z.enum(textEncodingNames),
    isAssumed: z.boolean(),
    words: z.array(z.string()),
  })
  .nullable();
const script = z.strictObject({
  format: z.enum(["xlsx", "csv", ...subtitleFormats, "docx", "txt", "pdf"]).nullable(),
  lines: z.array(
    z.strictObject({
      number: z.int().min(1),
      id: text,
      character: text,
      text: z.record(z.string().regex(/^[a-z]{2}-[a-z]{2}$/), z.string().min(1).max(33_000)),
      sourceAudio: text,
      emotion: text,
      intensity: text,
      startMs: time,
      endMs: time,
      row: z.int().min(0),
    }),
  ),
  characters: z.array(z.string().min(1)),
  languages: z.array(z.string()),
  columns: z.record(z.string().min(1), z.int().min(0)),
  sheet: z.string(),
  areColumnsAssigned: z.boolean().nullable().optional(),
  encoding: encoding.optional(),
  problems: z.array(problem),
});
const bulk = z.strictObject({
  encoding: encoding.optional(),
  rows: z.array(
    z.strictObject({
      row: z.int().min(2),
      name: z.string(),
      scriptPath: z.string(),
      videoPath: z.string(),
      languageCode: z.string(),
      settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      invalidValues: z.record(z.string(), z.string()).optional(),
      problems: z.array(problem),
    }),
  ),
  problems: z.array(problem),
});

/** Tokens that readers often handle incorrectly. */
const tokens = [
  '"', "\r", "\n\n", ",", ";", ":", "-->", "<", ">", "</w:p>", "<w:p>", "<!--", "]]>", "&#0;", "&#x110000;",
  "\0", "\ufeff", "\ud800", "Text_EN-GB", "__proto__", "99999999999999999999", "-1", "00:00:00,000", "obj",
  "endstream", "/Length 999999999", "r=\"XFD1048576\"", "<row r=\"0\">", "t=\"s\"", "<v>-1</v>", "PK\x05\x06",
]; // prettier-ignore

/** One to eight changes: other bytes, cuts, copies, tokens. */
function mutate(original: Uint8Array, pick: (below: number) => number): Uint8Array {
  let bytes = Buffer.from(original);
  const changes = 1 + pick(8);
  for (let change = 0; change < changes; change += 1) {
    const at = pick(bytes.length + 1);
    const length = 1 + pick(pick(4) === 0 ? 2_000 : 16);
    const head = bytes.subarray(0, at);
    const tail = bytes.subarray(at);
    switch (pick(6)) {
      case 0:
        if (at < bytes.length) bytes[at] = pick(256);
        break;
      case 1:
        bytes = Buffer.concat([head, tail.subarray(length)]);
        break;
      case 2:
        bytes = Buffer.concat([head, tail.subarray(0, length), tail]);
        break;
      case 3:
        bytes = Buffer.concat([head, Buffer.from(tokens[pick(tokens.length)] ?? ""), tail]);
        break;
      case 4:
        for (let one = at; one < Math.min(at + length, bytes.length); one += 1) {
          bytes[one] = pick(256);
        }
        break;
      default:
        if (pick(8) === 0) bytes = Buffer.from(head);
    }
  }
  return Uint8Array.from(bytes);
}

/** Mutates one part inside a container, so that the checksums remain valid. */
function mutatePart(original: Uint8Array, pick: (below: number) => number): Uint8Array {
  const zip = openZip(original);
  const chosen = zip.names[pick(zip.names.length)];
  return store(
    zip.names.map((name) => {
      const data = zip.read(name);
      return { name, data: name === chosen ? Buffer.from(mutate(data, pick)) : data };
    }),
  );
}

const rows = Array.from({ length: 20 }, (_, at) => [
  `${at}`,
  "Anna",
  "joy",
  "low",
  `Line ${at}`,
  "a.wav",
]);
const header = ["ID", "Character", "Emotion", "Intensity", "Text_EN-GB", "Source_Audio"];
const book = await workbook([header, ...rows]);
const document = docx(...rows.map(([id]) => `ANNA: line ${id ?? ""}`));
const rich = documentOf(
  `<w:tbl><w:tr><w:tc>${paragraph("a")}</w:tc></w:tr></w:tbl>${paragraph("B: b")}`,
);
const printed = pdf(rows.map(([id = ""], at) => ({ text: `ANNA: line ${id}`, y: 780 - at * 20 })));
const subtitles = rows.map(
  (_, at) => `${at + 1}\n00:00:${at + 10},000 --> 00:00:${at + 11},000\nAnna: line\n`,
);

let scripts: ScriptReader;
beforeAll(() => {
  scripts = createScriptReader({ launch: forkReader(scriptWorkerFile), timeoutMs });
});
afterAll(async () => {
  await scripts.close();
});

describe("mutated files", () => {
  const files: [name: string, file: string, bytes: Uint8Array, change: typeof mutate][] = [
    [".xlsx as a container", "a.xlsx", book, mutate],
    [".xlsx inside", "a.xlsx", book, mutatePart],
    [".csv", "a.csv", utf8([header, ...rows].map((cells) => cells.join(",")).join("\r\n")), mutate],
    [".srt", "a.srt", utf8(subtitles.join("\n")), mutate],
    [".docx as a container", "a.docx", document, mutate],
    [".docx inside", "a.docx", document, mutatePart],
    [".docx with a table", "a.docx", rich, mutatePart],
    [".txt", "a.txt", utf8(rows.map(([id = ""]) => `ANNA: line ${id}`).join("\n")), mutate],
    [".pdf", "a.pdf", printed, mutate],
  ];
  test.each(files)("%s", (...file) => readMutants(...file, rounds), 180_000);
  test.each(files)(`%s, ${longRounds} times`, { ...long, timeout: 600_000 }, (...file) =>
    readMutants(...file, longRounds),
  );

  async function readMutants(
    name: string,
    fileName: string,
    bytes: Uint8Array,
    change: typeof mutate,
    seeds: number,
  ): Promise<void> {
    const before = process.memoryUsage().rss;
    let slowest = 0;
    const codes = new Set<string>();
    for (let seed = 1; seed <= seeds; seed += 1) {
      const mutant = change(bytes, random(seed));
      const started = performance.now();
      const result = await scripts.readScript(mutant, fileName, {
        purpose: seed % 2 === 0 ? "line-dubbing" : "audio-production",
        languageCode: "en-gb",
        speakerSeparator: ":",
      });
      slowest = Math.max(slowest, performance.now() - started);
      expect(script.safeParse(result).error, `${name}, seed ${seed}`).toBeUndefined();
      if (result.lines.length === 0) expect(result.problems, `seed ${seed}`).not.toEqual([]);
      for (const { code } of result.problems) codes.add(code);
    }
    expect([...codes]).not.toContain("reader-failed");
    expect([...codes]).not.toContain("too-much-memory");
    expect(slowest).toBeLessThan(timeoutMs + 1_000);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(600);
  }

  test("bulk workbooks", async () => {
    const sheet = await workbook(
      [
        ["BATCH_NAME", "SCRIPT_PATH", "LANGUAGE_CODE", "noOfAlternativeTakes", "autoCasting"],
        ["One", "https://e.com/a.srt", "fr-fr", 2, true],
        ["Two", "https://e.com/b.xlsx", null, null, "no"],
      ],
      "Batches",
    );
    for (let seed = 1; seed <= rounds; seed += 1) {
      const result = await scripts.readBulk(mutatePart(sheet, random(seed)), "a.xlsx");
      expect(bulk.safeParse(result).error, `seed ${seed}`).toBeUndefined();
      expect(result.problems.map(({ code }) => code)).not.toContain("reader-failed");
    }
  }, 180_000);
});
