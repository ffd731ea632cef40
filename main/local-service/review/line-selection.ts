/** The lines that a request of a review names. */
import { maxReviewedLines } from "../../../preload/facts/review";
import { HttpError } from "../common/http-error";
import type {
  ReviewedLanguage,
  ReviewedLine,
  ReviewFilter,
  ReviewRows,
} from "../rows/review/review-port";

/**
 * Which lines: by name, or by a filter. A name with an identity is the line that has it, whatever
 * its number is now; without one, it is the line with the number.
 */
export type LineSelection =
  { lines: readonly { number: number; identity: number | null }[] } | { filter: ReviewFilter };

export interface SelectedLine {
  /** The number in the request. */
  requested: number;
  /** The present number; null for a line that no longer exists. */
  number: number | null;
  /** Null if the request does not name it. */
  identity: number | null;
}

/**
 * The present number of a line that a request names.
 * @throws HttpError 404 for an identity that no line of the batch has.
 */
export async function presentNumber(
  store: Pick<ReviewRows, "findLineNumbers">,
  batchId: string,
  { number, identity }: { number: number; identity: number | null },
): Promise<number> {
  if (identity === null) return number;
  const found = (await store.findLineNumbers(batchId, [identity])).get(identity);
  if (found === undefined) throw new HttpError(404, "identity: the line no longer exists");
  return found;
}

export function createLineSelections(store: ReviewRows) {
  /** @throws HttpError 404 */
  async function requireLine(language: ReviewedLanguage, number: number): Promise<ReviewedLine> {
    const line = await store.findReviewed(language, number);
    if (!line) throw new HttpError(404, "unknown line or language");
    return line;
  }

  /** @throws HttpError 409 for another line than the named one. */
  async function requireSelected(
    language: ReviewedLanguage,
    { number, identity }: SelectedLine,
  ): Promise<ReviewedLine> {
    const gone = () => new HttpError(409, "the line no longer exists");
    if (number === null) throw gone();
    const line = await requireLine(language, number);
    if (identity !== null && line.identity !== identity) throw gone();
    return line;
  }

  async function named(
    { batchId }: ReviewedLanguage,
    lines: readonly { number: number; identity: number | null }[],
  ): Promise<SelectedLine[]> {
    const identities = lines.flatMap(({ identity }) => identity ?? []);
    const numbers = await store.findLineNumbers(batchId, identities);
    const selected = new Map<string, SelectedLine>();
    for (const { number: requested, identity } of lines) {
      const number = identity === null ? requested : (numbers.get(identity) ?? null);
      selected.set(identity === null ? `#${requested}` : String(identity), {
        requested,
        number,
        identity,
      });
    }
    return [...selected.values()];
  }

  /** @throws HttpError 400 for too many lines. */
  async function select(
    language: ReviewedLanguage,
    selection: LineSelection,
  ): Promise<SelectedLine[]> {
    if ("filter" in selection) {
      const numbers = await store.listReviewNumbers(language, selection.filter);
      checkCount(numbers.length);
      return numbers.map((number) => ({ requested: number, number, identity: null }));
    }
    checkCount(selection.lines.length);
    return named(language, selection.lines);
  }

  return { requireLine, requireSelected, select };
}

function checkCount(count: number): void {
  if (count > maxReviewedLines)
    throw new HttpError(400, `lines: must be at most ${maxReviewedLines}`);
}
