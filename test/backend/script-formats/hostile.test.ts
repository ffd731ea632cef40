/**
 * Hostile documents in real reader processes: each fails alone, with its name, at no cost for the
 * application.
 */
import { deflateSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ReadOptions } from "../../../main/script-formats/model";
import { createScriptReader, type ScriptReader } from "../../../main/script-formats/process/reader";
import { forkReader, type LaunchReader } from "../../../main/script-formats/process/reader-process";
import {
  goodDocument,
  hostileDocuments,
  pdfOfStream,
  slowPdf,
} from "../../helpers/hostile-documents";
import { scriptWorkerFile } from "../../helpers/programs";
import { long } from "../../long";
import { utf8 } from "../../helpers/script-files";

const options: ReadOptions = { purpose: "audio-production", languageCode: "en-gb" };
const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);
const mebibyte = 1024 ** 2;

let reader: ScriptReader;
/** Number of started processes. */
let started = 0;
const counted = (launch: LaunchReader): LaunchReader => {
  return (limits) => {
    started += 1;
    return launch(limits);
  };
};
beforeEach(() => {
  started = 0;
  reader = createScriptReader({
    launch: counted(forkReader(scriptWorkerFile)),
    // Long, because a busy computer is not an error; the test checks only that reading ends.
    timeoutMs: 30_000,
  });
});
afterEach(() => reader.close());

describe("a hostile document", () => {
  /** Others of the same format and kind of flood are quicker. */
  const slow = [
    "stream.pdf",
    "flood.srt",
    "cues.srt",
    "cells.csv",
    "entities.docx",
    "nested.docx",
    "pieces.docx",
    "overlapping.docx",
    "paragraphs.docx",
    "rows.xlsx",
    "wrong-size.xlsx",
    "strings.xlsx",
  ];
  const isSlow = ({ fileName }: (typeof hostileDocuments)[number]) => slow.includes(fileName);
  test.each(hostileDocuments.filter((document) => !isSlow(document)))("$name", isReported);
  test.each(hostileDocuments.filter(isSlow))("$name", long, isReported);

  async function isReported({
    fileName,
    createBytes,
    codes: expected,
  }: (typeof hostileDocuments)[number]) {
    const bytes = createBytes();
    expect(bytes.length).toBeLessThanOrEqual(50 * mebibyte);
    const before = process.memoryUsage().rss;
    const [invalid, valid] = await Promise.all([
      reader.readScript(bytes, fileName, options),
      reader.readScript(goodDocument.bytes, goodDocument.fileName, options),
    ]);
    expect(invalid.lines).toEqual([]);
    expect(expected).toContain(codes(invalid)[0]);
    expect(valid.lines).toHaveLength(1);
    // The memory of the document belongs to the reader process; here are only its bytes and the
    // message with them.
    expect(process.memoryUsage().rss - before).toBeLessThan(256 * mebibyte);
  }
});

test("memory outside the heap has a separate limit", async () => {
  await reader.close();
  reader = createScriptReader({
    launch: counted(forkReader(scriptWorkerFile)),
    memoryMb: 160,
    timeoutMs: 30_000,
  });
  const stream = deflateSync(Buffer.alloc(200 * mebibyte, " "), { level: 1 });
  const invalidOne = await reader.readScript(pdfOfStream(stream), "large.pdf", options);
  expect(codes(invalidOne)).toEqual(["too-much-memory"]);
  expect(invalidOne.problems[0]?.message).toContain(
    "“large.pdf”: The file is too large or too complex",
  );
  const validOne = await reader.readScript(utf8("Hi"), "a.txt", options);
  expect(validOne.lines).toHaveLength(1);
  expect(started).toBe(2);
});

test("a document that exceeds the time limit is aborted and named", async () => {
  await reader.close();
  const launch = counted(forkReader(scriptWorkerFile));
  reader = createScriptReader({ launch, timeoutMs: 1_000 });
  const failing = await reader.readScript(slowPdf(), "slow.pdf", options);
  expect(codes(failing)).toEqual(["too-slow"]);
  expect(failing.problems[0]?.message).toContain(
    "“slow.pdf”: The file is too large or too complex",
  );
});

test("documents within the limits share one process", async () => {
  const quick = ["nested.docx", "amplified.xlsx", "containers.docx"];
  for (const { fileName, createBytes: make } of hostileDocuments)
    if (quick.includes(fileName)) await reader.readScript(make(), fileName, options);
  await reader.readScript(goodDocument.bytes, goodDocument.fileName, options);
  expect(started).toBe(1);
});
