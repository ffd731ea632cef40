import { maxTexts } from "../../../../preload/facts/review";
import type { Problem } from "../../../../preload/model";
import { api, toProblem } from "../../../app/api";
import type { Language } from "../language";

/** A text that was changed, to be undone. */
export interface ChangedText {
  number: number;
  revision: number;
  /** The former text. */
  target: string;
}

export interface SetTexts {
  changed: ChangedText[];
  /** The service's messages about lines that were not changed. */
  problems: { number: number; problem: string }[];
  /** Why the requests ended before the last text; null if all were sent. */
  error: Problem | null;
}

/**
 * Stores texts in several requests. What was stored before a failure is returned, so that it can be
 * undone.
 */
export async function setTexts(
  language: Language,
  texts: readonly { number: number; revision: number; before: string; target: string }[],
  onProgress: (done: number) => void = () => undefined,
): Promise<SetTexts> {
  const changed: ChangedText[] = [];
  const problems: { number: number; problem: string }[] = [];
  for (let at = 0; at < texts.length; at += maxTexts) {
    const chunk = texts.slice(at, at + maxTexts);
    const sent = chunk.map(({ number, revision, target }) => ({ number, revision, target }));
    try {
      const { lines } = await api.review.setTexts({ ...language, texts: sent });
      for (const { number, problem, revision } of lines) {
        const text = chunk.find((one) => one.number === number);
        if (revision === null) problems.push({ number, problem });
        else if (text) changed.push({ number, revision, target: text.before });
      }
    } catch (error) {
      return { changed, problems, error: toProblem(error) };
    }
    onProgress(at + chunk.length);
  }
  return { changed, problems, error: null };
}
