/** Makes the findings of languages in the background, after each change of a value that they follow from. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Log } from "../../common/log";
import type { LocalStore } from "../rows/port";
import type { CheckSubject, FindingStore } from "../rows/review/finding-port";
import type { ReviewedLanguage } from "../rows/review/review-port";
import { findFindings } from "./find-findings";

export interface Checking {
  /** Starts due work. Call after any change that may have added some. */
  wake(): void;
  /** Resolves when the findings of a language follow from the values at the time of the call. */
  settle(language: ReviewedLanguage): Promise<void>;
  /** Stops; unfinished work is repeated after the next start. */
  close(): Promise<void>;
}

export interface CheckingDeps {
  store: Pick<LocalStore, keyof FindingStore | "listGlossary">;
  log: Log;
  /** Frames per second of the video of a batch; null without one, or if it is unknown. Default: null. */
  frameRateOf?: (batchId: string, signal: AbortSignal) => Promise<number | null>;
  /** Milliseconds until the first retry of a language whose check failed; doubles up to the maximum. */
  retryDelays?: { firstMs: number; maxMs: number };
}

const pageSize = 500;
/** While values change all the time, the checks use one tenth of the time. */
const restFactor = 9;
const defaultRetryDelays = { firstMs: 10_000, maxMs: 600_000 };

/** Also starts at once with the work that an earlier process left. */
export function createChecking({
  store,
  log,
  frameRateOf = () => Promise.resolve(null),
  retryDelays = defaultRetryDelays,
}: CheckingDeps): Checking {
  const closing = new AbortController();
  let isWanted = false;
  let loop: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** The passes run one after the other. */
  let last: Promise<void> = Promise.resolve();

  function wake(): void {
    isWanted = true;
    if (isClosing() || timer) return;
    loop ??= run()
      .then(() => void failures.delete("checks"))
      .catch((error: unknown) => retryLater("checks", error))
      .finally(() => {
        loop = null;
      });
  }

  /** Languages whose check failed unexpectedly, until their retry: the others must not wait for them. */
  const failed = new Map<string, NodeJS.Timeout>();
  /** Failures since the last success. */
  const failures = new Map<string, number>();
  function retryLater(id: string, error: unknown): void {
    const count = (failures.get(id) ?? 0) + 1;
    const delayMs = Math.min(retryDelays.maxMs, retryDelays.firstMs * 2 ** (count - 1));
    log.error(`checks: ${id} failed, and is repeated in ${delayMs / 1000} s`, error);
    failures.set(id, count);
    clearTimeout(failed.get(id));
    const retry = () => {
      failed.delete(id);
      wake();
    };
    failed.set(id, setTimeout(retry, delayMs).unref());
  }

  const isClosing = () => closing.signal.aborted;
  const idOf = ({ batchId, languageId }: ReviewedLanguage) => `${batchId}/${languageId}`;
  async function findNext(): Promise<ReviewedLanguage | undefined> {
    const due = await store.listFindingsDue(failed.size + 1);
    return due.find((language) => !failed.has(idOf(language)));
  }

  async function run(): Promise<void> {
    const begunAt = performance.now();
    isWanted = false;
    for (;;) {
      const next = await findNext();
      if (!next || isClosing()) break;
      try {
        await check(next);
      } catch (error) {
        if (isClosing()) return;
        retryLater(idOf(next), error);
        continue;
      }
      failures.delete(idOf(next));
      // Its values may have changed again: other languages first, and after a rest.
      if (await store.areFindingsDue(next)) {
        isWanted = true;
        break;
      }
    }
    const rest = (performance.now() - begunAt) * restFactor;
    timer = setTimeout(() => {
      timer = null;
      if (isWanted) wake();
    }, rest).unref();
  }

  function check(language: ReviewedLanguage): Promise<void> {
    last = last.catch(() => undefined).then(() => makeFindings(language));
    return last;
  }

  async function makeFindings(language: ReviewedLanguage): Promise<void> {
    const checked = await store.beginFindings(language);
    if (!checked) return;
    const glossary = await store.listGlossary(checked.projectId);
    const lines: CheckSubject[] = [];
    for (;;) {
      closing.signal.throwIfAborted();
      const page = await store.listCheckSubjects(language, lines.at(-1)?.number ?? 0, pageSize);
      lines.push(...page);
      if (page.length < pageSize) break;
      await yieldToEventLoop();
    }
    const frameRate = await frameRateOf(language.batchId, closing.signal);
    const findings = await findFindings(lines, { ...checked, glossary, frameRate });
    let at = 0;
    for (let first = 0; first < lines.length; first += pageSize) {
      closing.signal.throwIfAborted();
      const after = lines[first - 1]?.number ?? 0;
      const to = lines[Math.min(first + pageSize, lines.length) - 1]?.number ?? 0;
      const from = at;
      while ((findings[at]?.line ?? Infinity) <= to) at += 1;
      await store.putFindings(language, { after, to }, findings.slice(from, at));
      await yieldToEventLoop();
    }
    await store.finishFindings(language);
  }

  wake();
  return {
    wake,
    async settle(language) {
      if (await store.areFindingsDue(language)) await check(language);
    },
    async close() {
      closing.abort();
      if (timer) clearTimeout(timer);
      await loop;
      for (const retry of failed.values()) clearTimeout(retry);
      await last.catch(() => undefined);
    },
  };
}
