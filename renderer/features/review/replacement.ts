import { everyLine, maxLinesOfPage, maxTexts } from "../../../preload/facts/review";
import type { ReviewedLine } from "../../../preload/contract/review";
import { api } from "../../app/api";
import { replacedText, splitText, type Search, type TextPart } from "./replace-text";
import type { Language } from "./language";

/** A line whose text changes. */
export interface Replaced {
  line: ReviewedLine;
  parts: TextPart[];
  /** The new text. */
  target: string;
}

/** A text that was changed, to be undone. */
export interface ChangedText {
  number: number;
  revision: number;
  /** The former text. */
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

/** Stores texts in several requests. Returns those that were changed, and the messages about the others. */
export async function setTexts(
  language: Language,
  texts: readonly { number: number; revision: number; before: string; target: string }[],
  onProgress: (done: number) => void = () => undefined,
): Promise<{ changed: ChangedText[]; problems: { number: number; problem: string }[] }> {
  const changed: ChangedText[] = [];
  const problems: { number: number; problem: string }[] = [];
  for (let at = 0; at < texts.length; at += maxTexts) {
    const chunk = texts.slice(at, at + maxTexts);
    const sent = chunk.map(({ number, revision, target }) => ({ number, revision, target }));
    const { lines } = await api.review.setTexts({ ...language, texts: sent });
    for (const { number, problem, revision } of lines) {
      const text = chunk.find((one) => one.number === number);
      if (revision === null) problems.push({ number, problem });
      else if (text) changed.push({ number, revision, target: text.before });
    }
    onProgress(at + chunk.length);
  }
  return { changed, problems };
}
