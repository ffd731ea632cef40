/** Selections of more lines than a request can name. Each selection is the whole one's part. */
import { expect, it } from "vitest";
import { readLines, splitSelection } from "../../../../main/backend/review/read-lines";
import type { NamedLine } from "../../../../preload/contract/review";
import { everyLine, maxReviewedLines } from "../../../../preload/facts/review";
import { lineOf } from "../../../ui/review-material";

const language = { batchId: "b", languageId: "fr-fr" };
const filter = { ...everyLine, states: ["ready" as const] };
const lines = Array.from({ length: maxReviewedLines + 1 }, (_, index) => lineOf(index + 1));
const names: NamedLine[] = lines.map(({ number, identity }) => ({ number, identity }));
const parts = [names.slice(0, maxReviewedLines), names.slice(maxReviewedLines)];
const callsOf = (found: typeof lines) => ({
  lines: (_language: unknown, _filter: unknown, page: { offset: number; limit: number }) =>
    Promise.resolve({
      lines: found.slice(page.offset, page.offset + page.limit),
      total: found.length,
    }),
});

it("a filter that more lines match than a request can name becomes names that still have to match", async () => {
  const split = await splitSelection(callsOf(lines), language, { filter });
  expect(split).toEqual(parts.map((part) => ({ lines: part, filter })));
  const few = await splitSelection(callsOf(lines.slice(0, 3)), language, { filter });
  expect(few).toEqual([{ filter }]);
  expect(await readLines(callsOf(lines), language)).toHaveLength(lines.length);
});

it("named lines are split with their filter, or without one", async () => {
  const calls = callsOf([]);
  expect(await splitSelection(calls, language, { lines: names, filter })).toEqual(
    parts.map((part) => ({ lines: part, filter })),
  );
  expect(await splitSelection(calls, language, { lines: names })).toEqual(
    parts.map((part) => ({ lines: part })),
  );
});
