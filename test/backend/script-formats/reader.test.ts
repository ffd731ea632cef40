/** The pool of reader processes: limits, failures and the queue. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ReadOptions } from "../../../main/script-formats/model";
import { createScriptReader, type ScriptReader } from "../../../main/script-formats/process/reader";
import type { ReaderOptions } from "../../../main/script-formats/process/reader-pool";
import { forkReader } from "../../../main/script-formats/process/reader-process";
import { writeTemplate } from "../../../main/script-formats/templates";
import { docx, pdf, utf8, workbook } from "../../helpers/script-files";
import { scriptWorkerFile } from "../../helpers/programs";

const options: ReadOptions = { purpose: "audio-production", languageCode: "en-gb" };
const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);

let folder: string;
/** The program of a reader process whose behaviour is set by the file name. */
let hook: string;
const open: ScriptReader[] = [];

function reader(file: string, more: Partial<ReaderOptions> = {}) {
  const made = createScriptReader({ launch: forkReader(file), ...more });
  open.push(made);
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "scripts-"));
  hook = path.join(folder, "hook.cjs");
  await writeFile(
    hook,
    `const { serialize } = require("node:v8");
     const send = (message) => process.send(message);
     let portions = 0;
     process.on("message", ({ kind, fileName, bytes }) => {
       if (kind === "more" || fileName === "portions") {
         portions += 1;
         const answer = { format: "txt", lines: [], characters: [], languages: [], problems: [] };
         send(portions < 4 ? { items: serialize([portions, -portions]) } : { result: serialize(answer) });
         return;
       }
       if (fileName === "hang") for (;;);
       if (fileName === "memory") send({ failure: "too-much-memory" });
       if (fileName === "abort") process.abort();
       if (fileName === "crash") throw new Error("crash");
       if (fileName === "exit") process.exit(3 + 1);
       const answer = { format: "txt", lines: [], characters: [String(process.pid), String(bytes.length), JSON.stringify(process.env)], languages: [], problems: [] };
       setTimeout(() => send({ result: serialize(answer) }), fileName === "slow" ? 300 : 0);
     });
     process.on("disconnect", () => process.exit());`,
  );
});
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())));
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("a real reader process", () => {
  test("reads every format in succession and does not change the caller's bytes", async () => {
    const scripts = reader(scriptWorkerFile);
    const files: [string, Uint8Array][] = [
      ["a.xlsx", await workbook([["Text_EN-GB"], ["Hello"]])],
      ["a.csv", utf8("Text_EN-GB\nHello")],
      ["a.srt", utf8("00:01 --> 00:02\nHello")],
      ["a.docx", docx("Hello")],
      ["a.txt", utf8("Hello")],
      ["a.pdf", pdf([{ text: "Hello", y: 700 }])],
    ];
    const read = await Promise.all(
      files.map(([name, bytes]) => scripts.readScript(bytes, name, options)),
    );
    expect(read.map(({ format, lines }) => [format, lines[0]?.text])).toEqual(
      files.map(([name]) => [name.slice(2), { "en-gb": "Hello" }]),
    );
    expect(read.flatMap(codes)).toEqual([]);
    expect(files.every(([, bytes]) => bytes.length > 0)).toBe(true);
    const bulk = await scripts.readBulk(utf8("BATCH_NAME,SCRIPT_PATH\nA,a.xlsx"), "a.csv");
    expect(bulk.rows.map(({ name }) => name)).toEqual(["A"]);
    const template = await scripts.readBulk(await writeTemplate("bulk"), "a.xlsx");
    expect(codes(template)).toEqual(["rows-missing"]);
  });

  test("sends many lines in portions, complete and in order", async () => {
    const texts = Array.from({ length: 12_345 }, (_, index) => `Line ${index}`);
    const content = utf8(["Text_EN-GB", ...texts].join("\n"));
    const scripts = reader(scriptWorkerFile);
    for (let count = 0; count < 2; count += 1) {
      const { lines } = await scripts.readScript(content, "a.csv", options);
      expect(lines.map(({ text }) => text["en-gb"])).toEqual(texts);
    }
    const rows = utf8(["BATCH_NAME,SCRIPT_PATH", ...texts.map((one) => `${one},a`)].join("\n"));
    const bulk = await scripts.readBulk(rows, "a.csv");
    expect(bulk.rows.map(({ name }) => name)).toEqual(texts);
    // A portion is sent after the previous one was received: other work runs in between.
    const result = await reader(hook).readScript(utf8(""), "portions", options);
    expect(result.lines).toEqual([1, -1, 2, -2, 3, -3]);
  });

  test("sends only the viewed range of a larger buffer", async () => {
    const bytes = new Uint8Array(1_000_000).fill(32);
    bytes.set(utf8("Hi"), 500_000);
    const script = await reader(scriptWorkerFile).readScript(
      bytes.subarray(500_000, 500_002),
      "a.txt",
      options,
    );
    expect(script.lines[0]?.text).toEqual({ "en-gb": "Hi" });
  });

  test("does not send a file over the size limit", async () => {
    const scripts = reader("/nowhere/worker.cjs");
    const bytes = new Uint8Array(50 * 1024 * 1024 + 1);
    expect(codes(await scripts.readScript(bytes, "a.txt", options))).toEqual(["too-large"]);
    expect(codes(await scripts.readBulk(bytes, "a.csv"))).toEqual(["too-large"]);
  });

  test("ends only itself when a sheet needs too much memory", async () => {
    const bytes = utf8(`Text_EN-GB\n${"abc\n".repeat(150_000)}`);
    const scripts = reader(scriptWorkerFile, { heapMb: 24 });
    expect(codes(await scripts.readScript(bytes, "a.csv", options))).toEqual(["too-much-memory"]);
    expect(codes(await scripts.readScript(utf8("Hi"), "a.txt", options))).toEqual([]);
  });
});

describe("a process that fails", () => {
  test.each([
    ["hang", "too-slow"],
    ["memory", "too-much-memory"],
    ["abort", "too-much-memory"],
    ["crash", "reader-failed"],
    ["exit", "reader-failed"],
  ])("%s: the job ends with %s, and the pool continues", async (fileName, code) => {
    const scripts = reader(hook, { timeoutMs: fileName === "hang" ? 1_000 : 10_000 });
    const [invalid, valid, bulk] = await Promise.all([
      scripts.readScript(utf8("x"), fileName, options),
      scripts.readScript(utf8("xy"), "good", options),
      scripts.readBulk(utf8("x"), fileName),
    ]);
    expect(invalid).toMatchObject({
      format: null,
      lines: [],
      problems: [{ severity: "error", row: null, column: null, code }],
    });
    expect(invalid.problems[0]?.message).toContain(`“${fileName}”: The file`);
    expect(invalid.problems[0]?.message).toContain("too large or too complex");
    expect(valid.characters[1]).toBe("2");
    expect(bulk).toMatchObject({ rows: [], problems: [{ code }] });
    const after = await scripts.readScript(utf8("xyz"), "good", options);
    expect(after.characters[1]).toBe("3");
  });

  test("a program that does not exist", async () => {
    const scripts = reader(path.join(folder, "missing.cjs"));
    expect(codes(await scripts.readScript(utf8("x"), "a.txt", options))).toEqual(["reader-failed"]);
    expect(codes(await scripts.readScript(utf8("x"), "a.txt", options))).toEqual(["reader-failed"]);
  });
});

describe("the pool", () => {
  test("uses one process for successive documents, and replaces it after a number of them", async () => {
    const scripts = reader(hook, { documentsPerProcess: 3 });
    const pids: (string | undefined)[] = [];
    for (let count = 0; count < 7; count += 1)
      pids.push((await scripts.readScript(utf8("x"), "good", options)).characters[0]);
    expect(pids.map((pid) => pids.indexOf(pid))).toEqual([0, 0, 0, 3, 3, 3, 6]);
  });

  test("rejects documents beyond the queue limit, and reads the others", async () => {
    const scripts = reader(hook, { maxWaiting: 2 });
    const read = await Promise.all(
      Array.from({ length: 5 }, () => scripts.readScript(utf8("x"), "good", options)),
    );
    expect(read.map(codes)).toEqual([[], [], [], ["reader-busy"], ["reader-busy"]]);
  });

  test("does not pass the environment of the program to its processes", async () => {
    process.env["DUBYARD_TEST_SECRET"] = "secret";
    try {
      const { characters } = await reader(hook).readScript(utf8("x"), "good", options);
      expect(characters[2]).toContain("{");
      expect(characters[2]).not.toContain("secret");
    } finally {
      delete process.env["DUBYARD_TEST_SECRET"];
    }
  });

  test("runs one document per process; the timeouts of waiting documents do not start", async () => {
    const scripts = reader(hook, { processes: 2, timeoutMs: 2_000 });
    const started = performance.now();
    const read = await Promise.all(
      Array.from({ length: 8 }, () => scripts.readScript(utf8("x"), "slow", options)),
    );
    expect(performance.now() - started).toBeGreaterThan(1_100);
    expect(read.flatMap(codes)).toEqual([]);
    expect(new Set(read.map(({ characters }) => characters[0])).size).toBe(2);
  });

  test("is not blocked by one process that hangs", async () => {
    const scripts = reader(hook, { processes: 2 });
    let hasEnded = false;
    const hung = scripts.readScript(utf8("x"), "hang", options).finally(() => (hasEnded = true));
    for (let at = 0; at < 5; at += 1) {
      expect(codes(await scripts.readScript(utf8("x"), "good", options))).toEqual([]);
    }
    expect(hasEnded).toBe(false);
    await scripts.close();
    expect(codes(await hung)).toEqual(["closed"]);
  });

  test("rejects active, waiting and later documents when it is closed", async () => {
    const scripts = reader(hook);
    const jobs = [1, 2, 3].map(() => scripts.readScript(utf8("x"), "hang", options));
    await new Promise((resolve) => setTimeout(resolve, 100));
    await scripts.close();
    expect((await Promise.all(jobs)).flatMap(codes)).toEqual(["closed", "closed", "closed"]);
    expect(codes(await scripts.readBulk(utf8("x"), "a.csv"))).toEqual(["closed"]);
    await scripts.close();
  });
});
