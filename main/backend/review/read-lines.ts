/** All lines of a language, and selections of them in parts. */
import type { ReviewedLine, ReviewFilter } from "../../../preload/contract/review";
import { everyLine, maxLinesOfPage, maxReviewedLines } from "../../../preload/facts/review";
import { chunk } from "../../common/bulk-operations";
import type { LineSelection, ReviewCalls, ReviewedLanguage } from "../../remote/extensions/review";

type Calls = Pick<ReviewCalls, "lines">;

/** The lines that match a filter, page by page. */
export async function readLines(
  calls: Calls,
  language: ReviewedLanguage,
  filter: ReviewFilter = everyLine,
): Promise<ReviewedLine[]> {
  const lines: ReviewedLine[] = [];
  for (;;) {
    const page = { offset: lines.length, limit: maxLinesOfPage };
    const found = await calls.lines(language, filter, page);
    lines.push(...found.lines);
    if (found.lines.length < maxLinesOfPage) return lines;
  }
}

/**
 * The selections of at most `maxReviewedLines` lines that are the selection together. A filter that
 * matches more becomes the names of its lines, which still have to match it.
 */
export async function splitSelection(
  calls: Calls,
  language: ReviewedLanguage,
  selection: LineSelection,
): Promise<LineSelection[]> {
  if ("lines" in selection)
    return chunk(selection.lines, maxReviewedLines).map((lines) => ({ ...selection, lines }));
  const { filter } = selection;
  const { total } = await calls.lines(language, filter, { offset: 0, limit: 1 });
  if (total <= maxReviewedLines) return [selection];
  const found = await readLines(calls, language, filter);
  const names = found.map(({ number, identity }) => ({ number, identity }));
  return chunk(names, maxReviewedLines).map((lines) => ({ lines, filter }));
}
