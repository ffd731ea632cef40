/** Requests for takes of lines: made, stopped, discarded. */
import type { ExportRows } from "../rows/exports/export-port";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Checking } from "../checks/checking";
import { variantsOf } from "../dubbing/plan";
import { variantCount } from "../engine/speech/expression";
import { HttpError } from "../common/http-error";
import { everyLine } from "../../../preload/facts/review";
import type { QueueOptions, TakeRemovalRows } from "../rows/dubs/dub-port";
import type { ReviewedLanguage, ReviewedLine } from "../rows/review/review-port";
import type { LinePlanner, LinePlannerDeps } from "./line-planner";
import { createLineSelections, type LineSelection } from "./line-selection";

export interface TakeRequestDeps extends LinePlannerDeps {
  store: LinePlannerDeps["store"] & TakeRemovalRows & Pick<ExportRows, "isExporting">;
  /** Deletes the files of removed rows. */
  removeFiles: () => Promise<void>;
  /** Null while no work is started. */
  checking: () => Pick<Checking, "wake" | "settle"> | null;
}

export interface TakeRequests {
  /**
   * Makes takes: the missing, outdated and failed ones of a line, or `count` further ones if there
   * are none; the line uses the first of these as soon as it is made. `by`: the name of the person.
   */
  makeTakes(
    language: ReviewedLanguage,
    selection: LineSelection,
    request: { count: number; by: string },
  ): Promise<{ queued: number; skipped: number }>;
  /** Removes the queued takes of lines. */
  stopTakes(language: ReviewedLanguage, selection: LineSelection): Promise<void>;
  /**
   * @throws HttpError 409 for a take that is not a failed one requested in addition, or not the
   * last one of its line.
   */
  discardFailedTake(id: number): Promise<void>;
  /**
   * Removes outdated takes of each line beyond the newest ones, and their files.
   * @throws HttpError 409 while files of the batch are being delivered.
   */
  cleanTakes(language: ReviewedLanguage): Promise<{ takes: number; bytes: number }>;
}

/** Before the takes of a whole dub, and first of all the take that the line uses. */
export const requestedBy = ({ chosenVariant }: ReviewedLine): QueueOptions => ({
  priority: 1,
  first: chosenVariant ?? 0,
});

export function createTakeRequests(
  { store, canMakeTakes, dubbing, checking, now, removeFiles }: TakeRequestDeps,
  { subjectOf, planLine }: LinePlanner,
): TakeRequests {
  const { select, findSelected } = createLineSelections(store);

  /** After takes were planned or removed; `added`: by how many there are more. */
  async function recount(language: ReviewedLanguage, added: number): Promise<void> {
    await store.resumeDub(language, added, now());
    dubbing()?.wake();
    checking()?.wake();
  }

  return {
    async makeTakes(language, selection, { count, by }) {
      const subject = await subjectOf(language);
      if (!subject || !canMakeTakes())
        throw new HttpError(409, "nothing makes takes of this language");
      // A line whose take was made meanwhile gets no further one. Only the states are compared: the
      // checks of a line depend on the takes of its neighbours, which this request replaces.
      const states = selection.filter?.states;
      const filter = states ? { ...everyLine, states } : undefined;
      let added = 0;
      let queued = 0;
      let skipped = 0;
      for (const selected of await select(language, selection)) {
        const line = await findSelected(language, selected, filter);
        if (!line || line.target.trim() === "") {
          skipped += 1;
          continue;
        }
        const { number } = line;
        const wanted = variantsOf(subject.dub) + line.extraTakes;
        const isComplete = line.takes >= wanted;
        const further = isComplete ? Math.min(count, variantCount - wanted) : 0;
        if (isComplete && further === 0) {
          skipped += 1;
          continue;
        }
        if (further > 0) {
          const change = { extraTakes: line.extraTakes + further };
          const { revision } = line;
          if (!(await store.changeReview(language, { number, revision }, change, now()))) {
            skipped += 1;
            continue;
          }
        }
        const choose = further > 0 ? { choose: { variant: wanted, by } } : {};
        await planLine(subject, number, { ...requestedBy(line), ...choose });
        added += further;
        queued += isComplete ? further : wanted - line.takes;
        await yieldToEventLoop();
      }
      await recount(language, added);
      return { queued, skipped };
    },
    async stopTakes(language, selection) {
      const selected = await select(language, selection);
      const { filter } = selection;
      const lines = await Promise.all(selected.map((line) => findSelected(language, line, filter)));
      await store.stopTakes(
        language,
        lines.flatMap((line) => line?.number ?? []),
      );
      await recount(language, 0);
    },
    async discardFailedTake(id) {
      const language = await store.discardFailedTake(id);
      if (!language)
        throw new HttpError(409, "takeId: is no failed take that was requested in addition");
      await recount(language, -1);
    },
    async cleanTakes(language) {
      if (await store.isExporting(language.batchId))
        throw new HttpError(409, "files of this batch are being delivered");
      const removed = await store.cleanTakes(language);
      await removeFiles();
      return removed;
    },
  };
}
