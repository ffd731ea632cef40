/** The review of lines: decisions, other texts, voices, placements and takes. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { CheckName } from "../../../preload/facts/checks";
import type { Checking } from "../checks/checking";
import { findVoice, type Engines } from "../catalogue/engines";
import { voiceIn } from "../catalogue/voices";
import type { Dubbing } from "../dubbing/dubbing";
import type { Engine } from "../dubbing/deps";
import { variantsOf } from "../dubbing/plan";
import { contextOf, prepareTake, type TakeContext } from "../dubbing/take-request";
import { variantCount } from "../engine/speech/expression";
import { HttpError } from "../http-error";
import type { DubSubject, TakeRow } from "../rows/dubs/dub-port";
import type { LocalStore } from "../rows/port";
import { maxReviewedLines, type Decision, type Fit } from "../../../preload/facts/review";
import type {
  ReviewChange,
  ReviewedLanguage,
  ReviewedLine,
  ReviewFilter,
} from "../rows/review/review-port";

/** Lines that are changed together: they share a sync to disk. */
const linesPerCommit = 100;

/** A change that a reviewer requests; absent values stay. */
export interface RequestedChange {
  target?: string | undefined;
  /** Null for the voice of the character. */
  voice?: string | null | undefined;
  offsetMs?: number | undefined;
  fit?: Fit | undefined;
  takeId?: number | undefined;
  /** Null removes the decision. */
  decision?: Decision | null | undefined;
  reason?: string | undefined;
  by?: string | undefined;
}

/** Which lines: by their numbers, or by a filter. */
export type LineSelection = { lines: readonly number[] } | { filter: ReviewFilter };

/** A text in the language, and the revision of the line that it replaces. */
export interface NewText {
  number: number;
  revision: number;
  target: string;
}

export interface TextOutcome extends LineOutcome {
  /** Of the changed line; null if it was not changed. */
  revision: number | null;
}

export interface LineOutcome {
  number: number;
  /** Why the line was not changed, or null. */
  problem: string | null;
}

export interface ReviewDeps {
  store: LocalStore;
  /** Null for a service that does not dub. */
  engine: Engine | null;
  engines: () => Engines;
  dubbing: () => Dubbing | null;
  /** Null while no work is started. */
  checking: () => Checking | null;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Review {
  store: LocalStore;
  /** @throws HttpError 404 */
  find(language: ReviewedLanguage, number: number): Promise<ReviewedLine>;
  /** @throws HttpError 404 for an unknown line, 409 for another revision or a change that is not possible. */
  change(
    language: ReviewedLanguage,
    line: { number: number; revision: number },
    change: RequestedChange,
  ): Promise<ReviewedLine>;
  /** Changes lines one by one; what is not possible for a line is its outcome. */
  apply(
    language: ReviewedLanguage,
    selection: LineSelection,
    change: RequestedChange,
  ): Promise<LineOutcome[]>;
  /** Changes the texts of several lines; what is not possible for a line is its outcome. An equal text changes nothing. */
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
    number: number,
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
  /** Makes takes: the missing, outdated and failed ones of a line, or `count` further ones if there are none. */
  makeTakes(
    language: ReviewedLanguage,
    selection: LineSelection,
    count: number,
  ): Promise<{ queued: number; skipped: number }>;
}

/** The take and the placement to which a decision applies. */
const decisionKeyOf = ({ key, variant }: { key: string; variant: number }, offsetMs: number) =>
  `${key}:${variant}:${offsetMs}`;

export function createReview(deps: ReviewDeps): Review {
  const { store, engine, engines, dubbing, checking, now } = deps;

  async function subjectOf({ batchId, languageId }: ReviewedLanguage) {
    const dub = await store.findDub(batchId, languageId);
    if (!dub || !engine) return null;
    const glossary = await store.listGlossary(dub.projectId);
    return { dub, context: contextOf(languageId, engine.speech, glossary) };
  }

  /** Marks the takes of a line that no longer fit it; queues missing ones if `isQueued`. */
  async function planLine(
    subject: { dub: DubSubject; context: TakeContext },
    number: number,
    isQueued: boolean,
  ): Promise<void> {
    const { dub, context } = subject;
    const [line] = await store.listDubLines(dub.batchId, dub.languageId, number - 1, 1);
    const takes =
      line?.number === number
        ? Array.from({ length: variantsOf(dub) + line.extraTakes }, (_, variant) => ({
            ...{ number, variant },
            key: prepareTake(line, variant, context).key,
          }))
        : [];
    await store.planTakes(dub, { takes, after: number - 1, to: number }, isQueued);
  }

  async function requireLine(language: ReviewedLanguage, number: number): Promise<ReviewedLine> {
    const line = await store.findReviewed(language, number);
    if (!line) throw new HttpError(404, "unknown line or language");
    return line;
  }

  function checkVoice(voice: string, languageId: string): void {
    const found = findVoice(engines(), voice);
    if (!found) throw new HttpError(400, `voice: there is no voice "${voice}"`);
    if (!voiceIn(found, languageId))
      throw new HttpError(400, `voice: "${voice}" does not speak ${languageId}`);
  }

  /** A present take of the line. */
  async function requireTake(
    { batchId, languageId }: ReviewedLanguage,
    number: number,
    takeId: number,
  ): Promise<TakeRow> {
    const after = { number: number - 1, variant: maxReviewedLines };
    const takes = await store.listTakes(batchId, languageId, after, variantCount);
    const take = takes.find((one) => one.id === takeId && one.number === number);
    if (take?.state !== "made")
      throw new HttpError(409, "takeId: is no take of the present text and voice of this line");
    return take;
  }

  /** What is stored for a requested change. */
  async function toChange(
    language: ReviewedLanguage,
    line: ReviewedLine,
    requested: RequestedChange,
  ): Promise<ReviewChange> {
    const { target, voice, offsetMs, fit, takeId, decision, reason, by = "" } = requested;
    if (target?.trim() === "") throw new HttpError(400, "target: must not be empty");
    if (voice !== undefined && voice !== null) checkVoice(voice, language.languageId);
    const change: ReviewChange = {
      decidedBy: by,
      ...(target === undefined ? {} : { target }),
      ...(voice === undefined ? {} : { voice }),
      ...(offsetMs === undefined ? {} : { offsetMs }),
      ...(fit === undefined ? {} : { fit }),
    };
    const chosen =
      takeId === undefined ? line.chosen : await requireTake(language, line.number, takeId);
    if (takeId !== undefined && chosen) change.chosenVariant = chosen.variant;
    if (decision === undefined) return change;
    if (decision === null) return { ...change, decision: null, decisionKey: null, reason: "" };
    if (!chosen) throw new HttpError(409, "decision: the line has no take");
    const decisionKey = decisionKeyOf(chosen, offsetMs ?? line.offsetMs);
    return { ...change, decision, decisionKey, reason: reason ?? "" };
  }

  async function change(
    language: ReviewedLanguage,
    { number, revision }: { number: number; revision: number },
    requested: RequestedChange,
  ): Promise<ReviewedLine> {
    const line = await requireLine(language, number);
    const conflict = () => new HttpError(409, "revision: the line was changed meanwhile");
    if (line.revision !== revision) throw conflict();
    const { target, voice, fit } = requested;
    const changesTakes = target !== undefined || voice !== undefined || fit !== undefined;
    if (changesTakes && requested.decision)
      throw new HttpError(
        400,
        "decision: cannot be given together with another text, voice or fit",
      );
    const values = await toChange(language, line, requested);
    const changed = await store.changeReview(language, { number, revision }, values, now());
    if (!changed) throw conflict();
    checking()?.wake();
    if (changesTakes) await planAgain(language, [number]);
    return requireLine(language, number);
  }

  /** After other texts, voices or lengths of these lines. */
  async function planAgain(language: ReviewedLanguage, numbers: readonly number[]): Promise<void> {
    const subject = numbers.length > 0 ? await subjectOf(language) : null;
    if (!subject) return;
    for (const number of numbers) await planLine(subject, number, false);
    // A plan of the whole dub that is in progress has read the former values.
    await store.requestCheck(language.batchId, language.languageId);
    await store.resumeDub(language, 0, now());
    dubbing()?.wake();
  }

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
    const values = { target, decidedBy: by };
    const changed = await store.changeReview(language, { number, revision }, values, now());
    if (!changed) return failed("revision: the line was changed meanwhile");
    return { number, problem: null, revision: changed.revision, isChanged: true };
  }

  async function numbersOf(language: ReviewedLanguage, selection: LineSelection) {
    const numbers =
      "lines" in selection
        ? [...new Set(selection.lines)]
        : await store.listReviewNumbers(language, selection.filter);
    if (numbers.length > maxReviewedLines)
      throw new HttpError(400, `lines: must be at most ${maxReviewedLines}`);
    return numbers;
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
        : store.countVoiced(line.characterId);
    const isChanged = line.takes > 0 && voice !== (line.voice ?? line.characterVoice);
    return isChanged ? { lines: 1, batches: 1 } : { lines: 0, batches: 0 };
  }

  return {
    store,
    find: requireLine,
    change,
    voiceEffect,
    async setTexts(language, texts, by) {
      const outcomes: (TextOutcome & { isChanged: boolean })[] = [];
      for (let at = 0; at < texts.length; at += linesPerCommit) {
        const chunk = texts.slice(at, at + linesPerCommit);
        outcomes.push(...(await Promise.all(chunk.map((text) => setText(language, text, by)))));
        await yieldToEventLoop();
      }
      const changed = outcomes.filter(({ isChanged }) => isChanged).map(({ number }) => number);
      await planAgain(language, changed);
      if (changed.length > 0) checking()?.wake();
      return outcomes.map(({ isChanged: _isChanged, ...outcome }) => outcome);
    },
    async ignore(language, number, { check, by }) {
      if (!(await store.ignoreCheck(language, number, { name: check, by, at: now() })))
        throw new HttpError(404, "unknown line or language");
      return requireLine(language, number);
    },
    async apply(language, selection, requested) {
      // What is approved without being heard must not be selected by the findings of former values.
      if ("filter" in selection && selection.filter.isWithoutWarnings)
        await checking()?.settle(language);
      const outcomes: LineOutcome[] = [];
      const numbers = await numbersOf(language, selection);
      for (let at = 0; at < numbers.length; at += linesPerCommit) {
        const chunk = numbers.slice(at, at + linesPerCommit);
        outcomes.push(...(await Promise.all(chunk.map((number) => applyTo(number)))));
        await yieldToEventLoop();
      }
      return outcomes;

      async function applyTo(number: number): Promise<LineOutcome> {
        try {
          const { revision } = await requireLine(language, number);
          await change(language, { number, revision }, requested);
          return { number, problem: null };
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          return { number, problem: error.message };
        }
      }
    },
    async makeTakes(language, selection, count) {
      const subject = await subjectOf(language);
      if (!subject || !dubbing()) throw new HttpError(409, "nothing makes takes of this language");
      let added = 0;
      let queued = 0;
      let skipped = 0;
      for (const number of await numbersOf(language, selection)) {
        const line = await store.findReviewed(language, number);
        if (!line || line.target.trim() === "") {
          skipped += 1;
          continue;
        }
        const wanted = variantsOf(subject.dub) + line.extraTakes;
        const isComplete = line.takes >= wanted;
        const further = isComplete ? Math.min(count, variantCount - wanted) : 0;
        if (isComplete && further === 0) {
          skipped += 1;
          continue;
        }
        if (further > 0) {
          const change = { extraTakes: line.extraTakes + further, chosenVariant: wanted };
          const { revision } = line;
          if (!(await store.changeReview(language, { number, revision }, change, now()))) {
            skipped += 1;
            continue;
          }
        }
        await planLine(subject, number, true);
        added += further;
        queued += isComplete ? further : wanted - line.takes;
        await yieldToEventLoop();
      }
      await store.resumeDub(language, added, now());
      dubbing()?.wake();
      checking()?.wake();
      return { queued, skipped };
    },
  };
}
