import { everyLine, maxLinesOfPage } from "../../../../preload/facts/review";
import type { ReviewedLine } from "../../../../preload/contract/review";
import { api } from "../../../app/api";
import { replacedText, splitText, type Search, type TextPart } from "../changes/replace-text";
import type { Language } from "../language";

/** A line whose text changes. */
export interface Replaced {
  line: ReviewedLine;
  parts: TextPart[];
  /** The new text. */
  target: string;
}

/** All lines of a language, page by page. */
export async function readLines(language: Language): Promise<ReviewedLine[]> {
  const lines: ReviewedLine[] = [];
  for (;;) {
    const page = { offset: lines.length, limit: maxLinesOfPage };
    const found = await api.review.list({ ...language, filter: everyLine, ...page });
    lines.push(...found.lines);
    if (found.lines.length < maxLinesOfPage) return lines;
  }
}

/** The lines in which something is replaced, in order. */
export function findReplaced(lines: readonly ReviewedLine[], search: Search): Replaced[] {
  return lines.flatMap((line) => {
    const parts = splitText(line.target, search);
    if (!parts) return [];
    const target = replacedText(parts);
    return target === line.target ? [] : [{ line, parts, target }];
  });
}
