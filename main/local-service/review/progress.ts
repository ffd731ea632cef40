/** How far the dubs of all projects are, by language. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { countOpen, type LineState } from "../../../preload/facts/review";
import type { LanguageProgress } from "../../../preload/local-service/review";
import type { ReviewRows } from "../rows/review/review-port";

export interface Progress {
  /** By the name of the project and the language. Projects that are archived are left out. */
  list(): Promise<CountedLanguage[]>;
}

type CountedLanguage = LanguageProgress & { batches: NonNullable<LanguageProgress["batches"]> };

/**
 * Readings of a large workspace use one tenth of the time: a result is valid for this multiple of
 * its duration.
 */
const restFactor = 9;

export function createProgress(store: ReviewRows): Progress {
  let last: { result: Promise<CountedLanguage[]>; validTo: number } | null = null;

  async function read(): Promise<CountedLanguage[]> {
    const found: CountedLanguage[] = [];
    for (const { projectId, project, batchId, batch, languageId } of await store.listDubbed()) {
      const { lines, states, takesMs, approvedMs } = await store.summariseLanguage({
        batchId,
        languageId,
      });
      let row = found.at(-1);
      if (row?.projectId !== projectId || row.languageId !== languageId) {
        row = {
          projectId,
          project,
          languageId,
          lines: 0,
          states: {},
          takesMs: 0,
          approvedMs: 0,
          next: null,
          batches: [],
        };
        found.push(row);
      }
      row.batches.push({ batchId, lines, states, takesMs, approvedMs });
      row.lines += lines;
      row.takesMs += takesMs;
      row.approvedMs += approvedMs;
      for (const [state, count] of Object.entries(states) as [LineState, number][])
        row.states[state] = (row.states[state] ?? 0) + count;
      if (countOpen(states) > 0) row.next ??= { batchId, batch };
      await yieldToEventLoop();
    }
    return found;
  }

  return {
    list() {
      const begunAt = performance.now();
      if (last && begunAt < last.validTo) return last.result;
      const reading = { result: read(), validTo: Infinity };
      last = reading;
      reading.result.then(
        () => (reading.validTo = performance.now() + (performance.now() - begunAt) * restFactor),
        () => (last = null),
      );
      return reading.result;
    },
  };
}
