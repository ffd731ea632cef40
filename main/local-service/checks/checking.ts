/**
 * Makes the findings of languages in the background, after each change of a value that they follow
 * from.
 */
import { withEitherSignal } from "../../common/either-signal";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Log } from "../../common/log";
import { createMutex } from "../../common/mutex";
import { repeatPolicies, type RepeatPolicy } from "../../common/retry";
import type { Lease } from "../rows/lease-port";
import { LeasedElsewhere, type Leases } from "../work/leases";
import { createBackgroundLoop } from "../common/background-loop";
import type { GlossaryRows } from "../rows/projects/project-port";
import type { CheckSubject, FindingRows } from "../rows/review/finding-port";
import type { ReviewedLanguage } from "../rows/review/review-port";
import type { PictureTimes } from "../engine/picture-times";
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
  store: FindingRows & Pick<GlossaryRows, "listGlossary">;
  leases: Leases;
  log: Log;
  /** Of the video of a batch; null without one, or if it cannot be read. Default: null. */
  pictureOf?: (batchId: string, signal: AbortSignal) => Promise<PictureTimes | null>;
  /** After a check that failed; default `repeatPolicies.languageCheck`. */
  retryPolicy?: RepeatPolicy;
}

const pageSize = 500;
/** While values change all the time, the checks use one tenth of the time. */
const restFactor = 9;

/** Checks lines in the background. Starts at once with the work that an earlier process left. */
export function createChecking({
  store,
  leases,
  log,
  pictureOf = () => Promise.resolve(null),
  retryPolicy = repeatPolicies.languageCheck,
}: CheckingDeps): Checking {
  const loop = createBackgroundLoop({ name: "checks", step: checkDue, policy: retryPolicy, log });
  const { signal } = loop;
  /** The passes run one after the other. */
  const inTurn = createMutex();

  const idOf = ({ batchId, languageId }: ReviewedLanguage) => `${batchId}/${languageId}`;
  async function findNext(): Promise<ReviewedLanguage | undefined> {
    const failed = loop.aside();
    const due = await store.listFindingsDue(failed.length + 1);
    return due.find((language) => !failed.includes(idOf(language)));
  }

  async function checkDue(): Promise<void> {
    await leases.start();
    const begunAt = performance.now();
    for (;;) {
      const next = await findNext();
      if (!next || signal.aborted) break;
      if (!(await loop.attempt(idOf(next), () => check(next)))) continue;
      // Its values may have changed again: other languages first, and after a rest.
      if (await store.areFindingsDue(next)) {
        loop.wake();
        break;
      }
    }
    loop.rest((performance.now() - begunAt) * restFactor);
  }

  const check = (language: ReviewedLanguage) =>
    inTurn(() =>
      leases.run("check", idOf(language), (lease) =>
        withEitherSignal(signal, lease.signal, (ending) => makeFindings(language, lease, ending)),
      ),
    );

  async function makeFindings(
    language: ReviewedLanguage,
    lease: Lease,
    ending: AbortSignal,
  ): Promise<void> {
    const checked = await store.beginFindings(lease, language);
    if (!checked) return;
    const glossary = await store.listGlossary(checked.projectId);
    const lines: CheckSubject[] = [];
    for (;;) {
      ending.throwIfAborted();
      const page = await store.listCheckSubjects(language, lines.at(-1)?.number ?? 0, pageSize);
      lines.push(...page);
      if (page.length < pageSize) break;
      await yieldToEventLoop();
    }
    const picture = await pictureOf(language.batchId, ending);
    const findings = await findFindings(lines, { ...checked, glossary, picture });
    let at = 0;
    for (let first = 0; first < lines.length; first += pageSize) {
      ending.throwIfAborted();
      const after = lines[first - 1]?.number ?? 0;
      const to = lines[Math.min(first + pageSize, lines.length) - 1]?.number ?? 0;
      const from = at;
      while ((findings[at]?.line ?? Infinity) <= to) at += 1;
      await store.putFindings(lease, language, { after, to }, findings.slice(from, at));
      await yieldToEventLoop();
    }
    await store.finishFindings(lease, language);
  }

  loop.wake();
  return {
    wake: loop.wake,
    async settle(language) {
      while (await store.areFindingsDue(language)) {
        const other = await check(language).then(
          () => null,
          (error: unknown) => {
            if (error instanceof LeasedElsewhere) return error;
            throw error;
          },
        );
        if (!other) return;
        await other.ended;
        signal.throwIfAborted();
      }
    },
    async close() {
      await loop.close();
      // Also the checks of `settle`.
      await inTurn(() => Promise.resolve());
    },
  };
}
