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
   * The run of the engine ends when the signals of all its callers are aborted.
   * @throws HttpError 404 for an unknown line; 409 if no engine shortens texts of the language; the
   *   reason of the signal.
   */
  propose(
    language: ReviewedLanguage,
    number: number,
    text: string,
    signal: AbortSignal,
  ): Promise<{ text: string | null; problem: string }>;
}

/** A run of the engine. */
interface Run {
  text: string;
  /** The requests that await the result. */
  callers: Set<object>;
  /** Aborted when none awaits it any more. */
  controller: AbortController;
  result: Promise<string>;
}

/** The result for one caller. Rejects with the reason of its signal. */
async function resultFor({ result, callers, controller }: Run, signal: AbortSignal) {
  const caller = {};
  callers.add(caller);
  let onAbort = (): void => undefined;
  const left = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      callers.delete(caller);
      if (callers.size === 0) controller.abort(signal.reason);
      reject(signal.reason as Error);
    };
  });
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([result, left]);
  } finally {
    callers.delete(caller);
    signal.removeEventListener("abort", onAbort);
  }
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
  const running = new Map<string, Run>();
  function start(key: string, text: string, shorten: (signal: AbortSignal) => Promise<string>) {
    const controller = new AbortController();
    const run: Run = { text, callers: new Set(), controller, result: shorten(controller.signal) };
    running.set(key, run);
    const forget = () => {
      if (running.get(key) === run) running.delete(key);
    };
    // Without callers nothing awaits the result.
    run.result.then(forget, forget);
    controller.signal.addEventListener("abort", forget, { once: true });
    return run;
  }
  return {
    isPossible: (languageId) => shortenerOf(languageId) !== null,
    async propose(language, number, text, signal) {
      const { languageId } = language;
      const line = await requireLine(language, number);
      const shortener = shortenerOf(languageId);
      if (!shortener) throw new HttpError(409, `no engine shortens texts in "${languageId}"`);
      signal.throwIfAborted();
      const key = JSON.stringify([language.batchId, languageId, line.identity]);
      const known = running.get(key);
      if (known && known.text !== text)
        return { text: null, problem: "another text of this line is being shortened" };
      const request = { text, languageId, characters: charactersFor(line, text) };
      const run = known ?? start(key, text, (ended) => shortener.shorten(request, ended));
      try {
        return { text: await resultFor(run, signal), problem: "" };
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
