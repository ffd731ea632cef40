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
 * Which lines: by name, or by a filter; with both, the named lines that match the filter. A name
 * with an identity is the line that has it, whatever its number is now; without one, it is the line
 * with the number.
 */
export type LineSelection =
  | {
      lines: readonly { number: number; identity: number | null; revision?: number | undefined }[];
      filter?: ReviewFilter | undefined;
    }
  | { filter: ReviewFilter };

/** A line that a request is about. */
export interface SelectedLine {
  /** When it was selected: the number in the request, or the one with which a filter found it. */
  number: number;
  /** Null if the request does not name it: the line is the one that has the number. */
  identity: number | null;
  /** The one that the request is based on; undefined for any. */
  revision?: number | undefined;
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

  /** Null for a line that no longer exists, or does not match. */
  async function findSelected(
    language: ReviewedLanguage,
    { number, identity }: SelectedLine,
    filter?: ReviewFilter,
  ): Promise<ReviewedLine | null> {
    const line = await store.findReviewed(language, number, filter);
    if (identity === null || line?.identity === identity) return line;
    // Lines before it were added or removed after the selection.
    const present = (await store.findLineNumbers(language.batchId, [identity])).get(identity);
    const moved =
      present === undefined ? null : await store.findReviewed(language, present, filter);
    return moved?.identity === identity ? moved : null;
  }

  /**
   * The selected lines, each once; named ones are not compared with a filter yet. A line is found
   * again by its identity when it is changed: while many lines are changed, other requests may add,
   * remove and change lines.
   * @throws HttpError 400 for too many lines.
   */
  async function select(
    language: ReviewedLanguage,
    selection: LineSelection,
  ): Promise<SelectedLine[]> {
    if (!("lines" in selection)) {
      const lines = await store.listReviewNames(language, selection.filter);
      checkCount(lines.length);
      return lines;
    }
    checkCount(selection.lines.length);
    const selected = new Map<string, SelectedLine>();
    for (const line of selection.lines)
      selected.set(line.identity === null ? `#${line.number}` : String(line.identity), line);
    return [...selected.values()];
  }

  return { requireLine, findSelected, select };
}

function checkCount(count: number): void {
  if (count > maxReviewedLines)
    throw new HttpError(400, `lines: must be at most ${maxReviewedLines}`);
}
