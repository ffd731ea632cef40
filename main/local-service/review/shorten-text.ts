/** Shorter texts of lines, where an engine makes them. A text is proposed, not stored. */
import { countCharacters } from "../checks/characters";
import type { Engine } from "../engine/engine";
import { EngineError, type TextShortener } from "../engine/ports";
import { HttpError } from "../common/http-error";
import type { ReviewRows, ReviewedLanguage, ReviewedLine } from "../rows/review/review-port";
import { createLineSelections } from "./line-selection";

export interface TextShortening {
  /** Whether an engine shortens texts of a language. */
  isPossible(languageId: string): boolean;
  /**
   * A shorter form of a text of the line, or why there is none, in English. While a text of the
   * line is being shortened, the same text gets the result of that run, and another one is refused.
   * @throws HttpError 404 for an unknown line; 409 if no engine shortens texts of the language.
   */
  propose(
    language: ReviewedLanguage,
    number: number,
    text: string,
    signal: AbortSignal,
  ): Promise<{ text: string | null; problem: string }>;
}

/** The share of the characters that is asked for when it is not known how much too long it is. */
const usualShare = 0.8;

export function createTextShortening({
  store,
  engine,
}: {
  store: ReviewRows;
  engine: Pick<Engine, "external"> | null;
}): TextShortening {
  const { requireLine } = createLineSelections(store);
  /** Null if none shortens texts of the language. */
  function shortenerOf(languageId: string): TextShortener | null {
    const shortener = engine?.external?.shortener;
    return shortener?.languages().has(languageId) === true ? shortener : null;
  }
  /** The texts that are being shortened, by the languages and identities of their lines. */
  const running = new Map<string, { text: string; result: Promise<string> }>();
  return {
    isPossible: (languageId) => shortenerOf(languageId) !== null,
    async propose(language, number, text, signal) {
      const { languageId } = language;
      const line = await requireLine(language, number);
      const shortener = shortenerOf(languageId);
      if (!shortener) throw new HttpError(409, `no engine shortens texts in "${languageId}"`);
      const key = JSON.stringify([language.batchId, languageId, line.identity]);
      let run = running.get(key);
      if (run && run.text !== text)
        return { text: null, problem: "another text of this line is being shortened" };
      if (!run) {
        const request = { text, languageId, characters: charactersFor(line, text) };
        const result = shortener.shorten(request, signal).finally(() => running.delete(key));
        run = { text, result };
        running.set(key, run);
      }
      try {
        return { text: await run.result, problem: "" };
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        return { text: null, problem: error.message };
      }
    },
  };
}

/** So many characters fit into the time of the line, by the length of the take of its text. */
function charactersFor(line: ReviewedLine, text: string): number {
  const finding = line.checks.find(({ name }) => name === "too-long");
  const factor = text === line.target ? (finding?.value ?? null) : null;
  const share = factor !== null && factor > 1 ? 1 / factor : usualShare;
  return Math.max(1, Math.floor(countCharacters(text) * share));
}
