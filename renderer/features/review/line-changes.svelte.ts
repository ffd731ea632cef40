/* eslint-disable svelte/prefer-svelte-reactivity -- no view reads the changed lines */
import type { LineChange, ReviewedLine } from "../../../preload/contract/review";
import { api, fieldIssues, toProblem } from "../../app/api";
import { problemText } from "../../app/messages/problem-text";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";
import { setTexts, type ChangedText } from "./replacement";
import type { Language } from "./language";

/** A change that is undone by another one, lines that were decided together: their decisions are removed, or texts
 * that were changed together: the former ones are set. */
type Step =
  | { number: number; inverse: LineChange }
  | { decided: number[] }
  | { texts: readonly ChangedText[] };

/** Changes that can be undone; earlier ones are forgotten. */
const maxSteps = 200;

/** The changes of a reviewer, and their undo. */
export class LineChanges {
  #steps = $state.raw<readonly Step[]>([]);
  #language: Language;
  #onConflict: () => void;
  /** Changes are made one after another: each is about what the former one made. */
  #last: Promise<unknown> = Promise.resolve();
  /** The lines as these changes made them, by number. */
  #made = new Map<number, ReviewedLine>();

  /** `onConflict`: a line was changed by somebody else, so that the shown values are outdated. */
  constructor(language: Language, onConflict: () => void) {
    this.#language = language;
    this.#onConflict = onConflict;
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /**
   * Returns the changed line; null after a failure, which is shown. A function is called with the line after all former
   * changes: several keys may be pressed before the first change is stored.
   */
  change(
    line: ReviewedLine,
    change: LineChange | ((line: ReviewedLine) => LineChange),
  ): Promise<ReviewedLine | null> {
    return this.#queue(async () => {
      const present = this.#present(line);
      const wanted = typeof change === "function" ? change(present) : change;
      const changed = await this.#send(present, wanted);
      if (changed) {
        const step = { number: line.number, inverse: inverseOf(present, wanted) };
        this.#steps = [...this.#steps.slice(1 - maxSteps), step];
      }
      return changed;
    });
  }

  /** Notes that these lines, which had no decision, were decided together. */
  addDecided(lines: number[]): void {
    if (lines.length > 0) this.#steps = [...this.#steps.slice(1 - maxSteps), { decided: lines }];
  }

  /** Notes that these texts were changed together. */
  addTexts(texts: readonly ChangedText[]): void {
    if (texts.length > 0) this.#steps = [...this.#steps.slice(1 - maxSteps), { texts }];
  }

  /** Undoes the last change. Returns the number of its line, or null. */
  undo(): Promise<number | null> {
    return this.#queue(() => this.#undoLast());
  }

  async #undoLast(): Promise<number | null> {
    const step = this.#steps.at(-1);
    if (!step) return null;
    this.#steps = this.#steps.slice(0, -1);
    try {
      if ("decided" in step) {
        const selection = { lines: step.decided };
        await api.review.decide({ ...this.#language, selection, decision: null });
        return step.decided[0] ?? null;
      }
      if ("texts" in step) {
        const texts = step.texts.map((text) => ({ ...text, before: "" }));
        const { problems } = await setTexts(this.#language, texts);
        if (problems.length > 0)
          toasts.show(t.review.replace.notChanged(problems.length), { tone: "bad" });
        return step.texts[0]?.number ?? null;
      }
      const { number, inverse } = step;
      const { line } = await api.review.line({ ...this.#language, number });
      return (await this.#send(line, inverse)) ? number : null;
    } catch (error) {
      toasts.show(t.problem(toProblem(error)), { tone: "bad" });
      return null;
    }
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** The line, or what these changes made of it since it was read. */
  #present(line: ReviewedLine): ReviewedLine {
    const made = this.#made.get(line.number);
    return made && made.revision > line.revision ? made : line;
  }

  async #send(line: ReviewedLine, change: LineChange): Promise<ReviewedLine | null> {
    const { number, revision } = line;
    try {
      const changed = await api.review.change({ ...this.#language, number, revision, change });
      this.#made.set(number, changed.line);
      return changed.line;
    } catch (error) {
      const problem = toProblem(error);
      const isConflict = fieldIssues(error).some(({ field }) => field === "revision");
      if (isConflict) {
        this.#made.delete(number);
        this.#onConflict();
      }
      const text = problem.code === "invalid-input" ? problemText(problem) : t.problem(problem);
      toasts.show(isConflict ? t.review.conflict : text, { tone: "bad" });
      return null;
    }
  }
}

/** The change that restores what `change` replaces. */
function inverseOf(line: ReviewedLine, change: LineChange): LineChange {
  const inverse: LineChange = {};
  if (change.target !== undefined) inverse.target = line.target;
  if (change.voice !== undefined) inverse.voice = line.voice;
  if (change.offsetMs !== undefined) inverse.offsetMs = line.offsetMs;
  if (change.fit !== undefined) inverse.fit = line.fit;
  if (change.takeId !== undefined && line.chosen) inverse.takeId = line.chosen.id;
  if (change.decision !== undefined) {
    // A decision about an earlier take or text does not apply any more, so there is none to restore.
    inverse.decision = line.state === line.decision ? line.decision : null;
    if (inverse.decision === "rejected") inverse.reason = line.reason;
  }
  return inverse;
}
