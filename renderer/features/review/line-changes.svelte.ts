/* eslint-disable svelte/prefer-svelte-reactivity -- no view reads the revisions */
import type { LineChange, ReviewedLine } from "../../../preload/contract/review";
import { api, fieldIssues, toProblem } from "../../app/api";
import { problemText } from "../../app/messages/problem-text";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";
import { setTexts, type ChangedText } from "./replacement";

interface Language {
  workspaceId: string;
  projectId: string;
  batchId: string;
  languageId: string;
}

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
  /** Changes are sent one after another: the next one names the revision that the former one made. */
  #last: Promise<unknown> = Promise.resolve();
  /** The revisions that these changes made, by line. */
  #revisions = new Map<number, number>();

  /** `onConflict`: a line was changed by somebody else, so that the shown values are outdated. */
  constructor(language: Language, onConflict: () => void) {
    this.#language = language;
    this.#onConflict = onConflict;
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /** Returns the changed line; null after a failure, which is shown. */
  async change(line: ReviewedLine, change: LineChange): Promise<ReviewedLine | null> {
    const changed = await this.#send(line, change);
    if (changed) {
      const step = { number: line.number, inverse: inverseOf(line, change) };
      this.#steps = [...this.#steps.slice(1 - maxSteps), step];
    }
    return changed;
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
  async undo(): Promise<number | null> {
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

  #send(line: ReviewedLine, change: LineChange): Promise<ReviewedLine | null> {
    const sent = this.#last.then(() => this.#sendNext(line, change));
    this.#last = sent;
    return sent;
  }

  async #sendNext(line: ReviewedLine, change: LineChange): Promise<ReviewedLine | null> {
    const { number } = line;
    // The line may have been read before the last change of the same reviewer was made, as for two quick keys.
    const revision = Math.max(line.revision, this.#revisions.get(number) ?? 0);
    try {
      const changed = await api.review.change({ ...this.#language, number, revision, change });
      this.#revisions.set(number, changed.line.revision);
      return changed.line;
    } catch (error) {
      const problem = toProblem(error);
      const isConflict = fieldIssues(error).some(({ field }) => field === "revision");
      if (isConflict) {
        this.#revisions.delete(number);
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
