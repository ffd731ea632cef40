/** The lines that a request of a review names. */
import { maxReviewedLines } from "../../../preload/facts/review";
import { HttpError } from "../common/http-error";
import type {
  ReviewedLanguage,
  ReviewedLine,
  ReviewFilter,
  ReviewRows,
} from "../rows/review/review-port";

/** Which lines: by their numbers, or by a filter. */
export type LineSelection = { lines: readonly number[] } | { filter: ReviewFilter };

export function createLineSelections(store: ReviewRows) {
  /** @throws HttpError 404 */
  async function requireLine(language: ReviewedLanguage, number: number): Promise<ReviewedLine> {
    const line = await store.findReviewed(language, number);
    if (!line) throw new HttpError(404, "unknown line or language");
    return line;
  }

  /** @throws HttpError 400 for too many lines. */
  async function numbersOf(
    language: ReviewedLanguage,
    selection: LineSelection,
  ): Promise<readonly number[]> {
    const numbers =
      "lines" in selection
        ? [...new Set(selection.lines)]
        : await store.listReviewNumbers(language, selection.filter);
    if (numbers.length > maxReviewedLines)
      throw new HttpError(400, `lines: must be at most ${maxReviewedLines}`);
    return numbers;
  }

  return { requireLine, numbersOf };
}
