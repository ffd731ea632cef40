/** Changes the texts of several lines. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Checking } from "../checks/checking";
import type { ReviewedLanguage, ReviewRows } from "../rows/review/review-port";
import type { LinePlanner } from "./line-planner";

/** A text in the language, and the revision of the line that it replaces. */
export interface NewText {
  number: number;
  revision: number;
  target: string;
}

export interface TextOutcome {
  number: number;
  /** Why the line was not changed, or null. */
  problem: string | null;
  /** Revision of the changed line; null if it was not changed. */
  revision: number | null;
}

/** Lines that are changed together: they share a sync to disk. */
export const linesPerCommit = 100;

export interface SetTextsDeps {
  store: ReviewRows;
  checking: () => Pick<Checking, "wake" | "settle"> | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** What is not possible for a line is its outcome. An equal text changes nothing. */
export function createSetTexts({ store, checking, now }: SetTextsDeps, { planAgain }: LinePlanner) {
  async function setText(
    language: ReviewedLanguage,
    { number, revision, target }: NewText,
    by: string,
  ): Promise<TextOutcome & { isChanged: boolean }> {
    const failed = (problem: string) => ({ number, problem, revision: null, isChanged: false });
    if (target.trim() === "") return failed("target: must not be empty");
    const line = await store.findReviewed(language, number);
    if (!line) return failed("unknown line or language");
    if (line.revision !== revision) return failed("revision: the line was changed meanwhile");
    if (line.target === target) return { number, problem: null, revision, isChanged: false };
    const values = { target, by };
    const changed = await store.changeReview(language, { number, revision }, values, now());
    if (!changed) return failed("revision: the line was changed meanwhile");
    return { number, problem: null, revision: changed.revision, isChanged: true };
  }

  return async (
    language: ReviewedLanguage,
    texts: readonly NewText[],
    by: string,
  ): Promise<TextOutcome[]> => {
    const outcomes: (TextOutcome & { isChanged: boolean })[] = [];
    for (let at = 0; at < texts.length; at += linesPerCommit) {
      const chunk = texts.slice(at, at + linesPerCommit);
      const done = await Promise.all(chunk.map((text) => setText(language, text, by)));
      outcomes.push(...done);
      const changed = done
        .filter(({ isChanged }) => isChanged)
        .map(({ number }) => ({ number, queue: null }));
      await planAgain(language, changed);
      if (changed.length > 0) checking()?.wake();
      await yieldToEventLoop();
    }
    return outcomes.map(({ isChanged: _isChanged, ...outcome }) => outcome);
  };
}
