/**
 * The review of lines: decisions, other texts, voices and placements; its takes are in
 * take-requests.ts.
 */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CheckName } from "../../../preload/facts/checks";
import { isSameRevision } from "../../../preload/facts/line-edits";
import type { Engines } from "../engines/engines";
import { HttpError } from "../common/http-error";
import type { TakeRows } from "../rows/dubs/dub-port";
import type { FindingRows } from "../rows/review/finding-port";
import type { LineChange } from "../../../preload/local-service/review";
import type { ReviewedLanguage, ReviewedLine, ReviewFilter } from "../rows/review/review-port";
import { createLinePlanner, type ChangedLine } from "./line-planner";
import {
  createLineSelections,
  presentNumber,
  type LineSelection,
  type SelectedLine,
} from "./line-selection";
import { createSharedValues, type SharedValuesDeps } from "./shared-values";
import { createSetTexts, linesPerCommit, type NewText, type TextOutcome } from "./set-texts";
import {
  createTakeRequests,
  requestedBy,
  type TakeRequestDeps,
  type TakeRequests,
} from "./take-requests";
import { createRequestedChanges, isDecidedSo, type RequestedChange } from "./requested-change";

interface LineOutcome {
  /** The one of the request. */
  number: number;
  /** Identity of the line; 0 if it does not exist. */
  identity: number;
  /** The one that the line has now; 0 if it was not changed. */
  revision: number;
  /** Why the line was not changed, or null. */
  problem: string | null;
}

export interface ReviewDeps extends TakeRequestDeps {
  store: TakeRequestDeps["store"] &
    TakeRows &
    SharedValuesDeps["store"] &
    Pick<FindingRows, "ignoreCheck">;
  engines: () => Engines;
}

export interface Review extends TakeRequests {
  /**
   * @throws HttpError 404 for an unknown line, 409 for another revision or a change that is not
   * possible.
   */
  change(
    language: ReviewedLanguage,
    line: { number: number; revision: number },
    change: RequestedChange,
  ): Promise<ReviewedLine>;
  /**
   * Changes lines one by one; what is not possible for a line is its outcome. A decision by a
   * filter is only about lines that match it when the decision is stored, and a change of a line
   * with a revision only about the values of that revision.
   */
  apply(
    language: ReviewedLanguage,
    selection: LineSelection,
    change: RequestedChange,
  ): Promise<LineOutcome[]>;
  /**
   * Changes the texts of several lines; what is not possible for a line is its outcome. An equal
   * text changes nothing.
   */
  setTexts(
    language: ReviewedLanguage,
    texts: readonly NewText[],
    by: string,
  ): Promise<TextOutcome[]>;
  /**
   * Ignores a check of a line while it has its present text; `by` is null to end that.
   * @throws HttpError 404 for an unknown line.
   */
  ignore(
    language: ReviewedLanguage,
    line: { number: number; identity: number | null },
    ignored: { check: CheckName; by: string | null },
  ): Promise<ReviewedLine>;
  /**
   * How many lines with present takes another voice of a line, or of its character, makes outdated.
   * @throws HttpError 404 for an unknown line.
   */
  voiceEffect(
    language: ReviewedLanguage,
    number: number,
    change: { scope: "line" | "character"; voice: string },
  ): Promise<{ lines: number; batches: number }>;
}

/** Values that takes of a line depend on. */
const takeValues = [
  "target",
  "voice",
  "fit",
  "startMs",
  "endMs",
  "character",
  "source",
  "emotion",
  "intensity",
] as const satisfies (keyof LineChange)[];

/** The line has another revision than a change is based on. */
export class LineChanged extends HttpError {
  constructor() {
    super(409, "revision: the line was changed meanwhile");
  }
}

/** The message of an HttpError. @throws every other error */
function problemOf(error: unknown): string {
  if (error instanceof HttpError) return error.message;
  throw error;
}

export function createReview(deps: ReviewDeps): Review {
  const { store, canMakeTakes, checking, now } = deps;
  const planner = createLinePlanner(deps);
  const { planAgain } = planner;
  const { requireLine, findSelected, select } = createLineSelections(store);
  const toChange = createRequestedChanges(deps, createSharedValues(deps));

  /** Stores a change. Returns the line as changed if its takes no longer fit it. */
  async function storeChange(
    language: ReviewedLanguage,
    { number, revision }: { number: number; revision: number },
    requested: RequestedChange,
    filter?: ReviewFilter,
  ): Promise<{ revision: number; changed: ChangedLine[] }> {
    const line = filter
      ? await store.findReviewed(language, number, filter)
      : await requireLine(language, number);
    if (!line) throw new HttpError(409, "filter: the line does not match any more");
    if (line.revision !== revision) throw new LineChanged();
    const { fit } = requested;
    const changesTakes = takeValues.some((name) => requested[name] !== undefined);
    if (changesTakes && requested.decision)
      throw new HttpError(
        400,
        "decision: cannot be given together with what a take is made of, such as a text or a voice",
      );
    const values = await toChange(language, line, requested);
    const expected = { number, revision, filter };
    const stored = await store.changeReview(language, expected, values, now());
    if (!stored) throw new LineChanged();
    checking()?.wake();
    if (!changesTakes) return { ...stored, changed: [] };
    // Another length needs no other speech: the takes that the line has are made again at once.
    const isMade = fit !== undefined && line.takes > 0 && canMakeTakes();
    return { ...stored, changed: [{ number, queue: isMade ? requestedBy(line) : null }] };
  }

  async function voiceEffect(
    language: ReviewedLanguage,
    number: number,
    { scope, voice }: { scope: "line" | "character"; voice: string },
  ): Promise<{ lines: number; batches: number }> {
    const line = await requireLine(language, number);
    if (scope === "character")
      return voice === line.characterVoice
        ? { lines: 0, batches: 0 }
        : store.countVoiced(line.characterId, line.isLanguageVoice ? language.languageId : null);
    const isChanged = line.takes > 0 && voice !== (line.voice ?? line.characterVoice);
    return isChanged ? { lines: 1, batches: 1 } : { lines: 0, batches: 0 };
  }

  return {
    async change(language, line, requested) {
      const { changed } = await storeChange(language, line, requested);
      await planAgain(language, changed);
      return requireLine(language, line.number);
    },
    voiceEffect,
    setTexts: createSetTexts(deps, planner),
    ...createTakeRequests(deps, planner),
    async ignore(language, line, { check, by }) {
      const number = await presentNumber(store, language.batchId, line);
      if (!(await store.ignoreCheck(language, number, { name: check, by, at: now() })))
        throw new HttpError(404, "unknown line or language");
      return requireLine(language, number);
    },
    async apply(language, selection, requested) {
      // What is approved without being heard must not be selected by the findings of former values.
      const settle = async () => {
        if (selection.filter?.isWithoutWarnings) await checking()?.settle(language);
      };
      // Other changes may themselves alter the states and findings of the lines that follow.
      const isMatched = "lines" in selection || requested.decision !== undefined;
      const filter = isMatched ? selection.filter : undefined;
      const outcomes: LineOutcome[] = [];
      await settle();
      const selected = await select(language, selection);
      for (let at = 0; at < selected.length; at += linesPerCommit) {
        // Lines may have been changed since the last portion was stored.
        const problem = at === 0 ? null : await settle().then(() => null, problemOf);
        // What was stored is reported, with what remains.
        if (problem !== null) {
          for (const { number, identity } of selected.slice(at))
            outcomes.push({ number, identity: identity ?? 0, revision: 0, problem });
          break;
        }
        const chunk = selected.slice(at, at + linesPerCommit);
        const applied = await Promise.all(chunk.map(applyTo));
        await planAgain(
          language,
          applied.flatMap(({ changed }) => changed),
        );
        outcomes.push(...applied.map(({ outcome }) => outcome));
        await yieldToEventLoop();
      }
      return outcomes;

      async function applyTo(
        line: SelectedLine,
      ): Promise<{ outcome: LineOutcome; changed: ChangedLine[] }> {
        const outcome = { number: line.number, identity: line.identity ?? 0, revision: 0 };
        const failed = (problem: string) => ({ outcome: { ...outcome, problem }, changed: [] });
        const present = await findSelected(language, line);
        if (!present)
          return failed(
            line.identity === null ? "unknown line or language" : "the line no longer exists",
          );
        outcome.identity = present.identity;
        const hasRevision = line.revision !== undefined;
        // Such as by an earlier attempt of the same request.
        if ((filter || hasRevision) && isDecidedSo(present, requested)) {
          const { revision } = present;
          return { outcome: { ...outcome, revision, problem: null }, changed: [] };
        }
        if (hasRevision && !isSameRevision(line.revision ?? 0, present.revision))
          return failed("revision: the line was changed meanwhile");
        try {
          const stored = await storeChange(language, present, requested, filter);
          const { revision, changed } = stored;
          return { outcome: { ...outcome, revision, problem: null }, changed };
        } catch (error) {
          return failed(problemOf(error));
        }
      }
    },
  };
}
