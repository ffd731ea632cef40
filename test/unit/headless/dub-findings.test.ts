/** The messages of `dubyard dub` about the findings of the checks. */
import { expect, it, vi } from "vitest";
import { reportFindings } from "../../../main/headless/dub-findings";
import type { Output } from "../../../main/headless/output";

const finding = (name: string, severity: string, value: number) => ({
  name,
  severity,
  rule: "pastEndMs",
  value,
  limit: 42,
  subject: null,
  ignoredBy: null,
});
const lineOf = (number: number, ...checks: object[]) => ({
  number,
  lineId: "",
  character: "ANNA",
  checks,
});

it("asks for the checks at once, and names each line outside of the picture", async () => {
  const settleChecks = vi.fn(() => Promise.resolve());
  const summary = vi.fn(() =>
    Promise.resolve([{ areChecksDue: settleChecks.mock.calls.length === 0 }]),
  );
  const lines = [
    lineOf(1, finding("outside-picture", "error", 1200.004)),
    lineOf(2, finding("silence", "note", 5)),
  ];
  const review = { summary, lines: () => Promise.resolve({ lines }) };
  const said: string[] = [];
  const output = { event: vi.fn(), line: (text: string) => said.push(text), ready: vi.fn() };
  const service = { remote: { extensions: { review } }, settleChecks } as unknown;
  const outside = await reportFindings(service as Parameters<typeof reportFindings>[0], {
    batchId: "b",
    languageId: "es-es",
    output: output as unknown as Output,
    signal: new AbortController().signal,
  });
  expect(outside).toBe(1);
  expect(settleChecks.mock.calls).toEqual([[{ batchId: "b", languageId: "es-es" }]]);
  expect(summary).toHaveBeenCalledOnce();
  expect(said).toEqual(["error: es-es, line 1 (ANNA): outside-picture, pastEndMs 1200 (limit 42)"]);
});
