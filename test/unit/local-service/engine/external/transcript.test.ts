/** Transcripts of external engines. */
import { expect, test } from "vitest";
import { readTranscript } from "../../../../../main/local-service/engine/external/transcript";

const read = (value: unknown, endMs = 5000) =>
  readTranscript(Buffer.from(JSON.stringify(value)), { startMs: 1000, endMs });

test("one span is one text", () => {
  const segments = [
    { start: 0, end: 1, text: " Hello" },
    { start: 1, end: 2, text: " there. " },
  ];
  const line = { startMs: 1000, endMs: 5000, text: "Hello there." };
  expect(read({ text: " Hello\nthere. ", segments })).toEqual([line]);
  expect(read({ text: "Hello there." })).toEqual([line]);
  expect(read({ segments })).toEqual([line]);
  expect(read({ text: "  " })).toEqual([]);
});

test("a long span becomes a text for each segment, within the span and without overlaps", () => {
  const segments = [
    { start: 0, end: 10, text: "One" },
    { start: 9, end: 20, text: "Two" },
    { start: 20, end: 99, text: "Three" },
  ];
  expect(read({ text: "One Two Three", segments }, 41_000)).toEqual([
    { startMs: 1000, endMs: 11_000, text: "One" },
    { startMs: 11_000, endMs: 21_000, text: "Two" },
    { startMs: 21_000, endMs: 41_000, text: "Three" },
  ]);
  // Impossible times: the whole text.
  const reversed = [...segments].reverse();
  expect(read({ text: "One Two Three", segments: reversed }, 41_000)).toHaveLength(1);
});

test.each([[{}], [null], ["text"], [{ text: 5 }], [{ segments: [{ start: "0" }] }]])(
  "refuses %j",
  (value) => {
    expect(() => read(value)).toThrow(expect.objectContaining({ problem: "unexpected" }));
  },
);
