/** Selections of many lines, split into those of single requests. */
import { maxLinesOfPage, maxReviewedLines } from "../../../preload/facts/review";
import type { LineSelection, ReviewCalls, ReviewedLanguage } from "../../remote/extensions/review";

/**
 * The selections of at most `maxReviewedLines` lines that are the selection together. A filter that matches more becomes
 * the numbers of its lines.
 */
export async function splitSelection(
  calls: Pick<ReviewCalls, "reviewLines">,
  language: ReviewedLanguage,
  selection: LineSelection,
): Promise<LineSelection[]> {
  const numbers = "lines" in selection ? [...selection.lines] : [];
  if ("filter" in selection) {
    const read = (offset: number, limit: number) =>
      calls.reviewLines(language, selection.filter, { offset, limit });
    const { total } = await read(0, 1);
    if (total <= maxReviewedLines) return [selection];
    for (;;) {
      const { lines } = await read(numbers.length, maxLinesOfPage);
      for (const { number } of lines) numbers.push(number);
      if (lines.length < maxLinesOfPage) break;
    }
  }
  const parts: LineSelection[] = [];
  for (let at = 0; at < numbers.length; at += maxReviewedLines)
    parts.push({ lines: numbers.slice(at, at + maxReviewedLines) });
  return parts;
}
