/* eslint-disable svelte/prefer-svelte-reactivity -- no view reads the changed lines */
import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import { revisionsOfLineSet } from "../../../../preload/facts/line-edits";
import type { Decision } from "../../../../preload/facts/review";
import type { LineEdit, MadeLineEdit } from "../../../../preload/local-service/line-edits";
import { api, fieldIssues, toProblem } from "../../../app/api";
import { problemText } from "../../../app/messages/problem-text";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import type { Language } from "../language";
import type { ChangedText } from "./set-texts";
import { isDecidedEqual, isReplacedEqual } from "./conflict-values";
import { appliedDecision, inverseOf } from "./inverse-change";
import {
  maxSteps,
  newer,
  restoreDecisions,
  restoreTexts,
  type DecidedLine,
  type UndoStep,
} from "./undo-steps";

/** The change of a line, or null for none. */
export type ToChange = (line: ReviewedLine) => LineChange | null | Promise<LineChange | null>;

/** The present line and the change that was made for an older version of it. */
export interface Conflict {
  line: ReviewedLine;
  change: LineChange;
  /** Who changed the line last, or "". */
  by: string;
}

export interface LineChangesOptions {
  language: Language;
  /** The line as it is shown; undefined if it is not loaded. */
  shown: (number: number) => ReviewedLine | undefined;
  /** A line has another revision than is shown: shown values are outdated. */
  onconflict: () => void;
  /** Shows both versions of a line. Resolves with whether the present one is to be replaced. */
  resolve: (conflict: Conflict) => Promise<boolean>;
}

/** The changes of a reviewer, and their undo. */
export class LineChanges {
  #steps = $state.raw<readonly UndoStep[]>([]);
  #options: LineChangesOptions;
  /** Changes are made one after another: each is about what the former one made. */
  #last: Promise<unknown> = Promise.resolve();
  /** The lines as these changes made them, by number. */
  #made = new Map<number, ReviewedLine>();
  /**
   * The decisions that were made together, by the identity of the line; rows below this revision
   * still show an earlier one.
   */
  #decided = new Map<number, { decision: Decision | null; reason: string; revision: number }>();

  /** How often lines were added or removed. */
  #sets = 0;

  constructor(options: LineChangesOptions) {
    this.#options = options;
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /**
   * Returns the changed line; null if nothing is to be changed, or after a failure, which is shown.
   * A function is called with the line after all former changes: several keys may be pressed before
   * the first change is stored.
   */
  change(line: ReviewedLine, change: LineChange | ToChange): Promise<ReviewedLine | null> {
    return this.#queue(async () => {
      const present = newer(line, this.#made.get(line.number)) ?? line;
      const wanted = typeof change === "function" ? await change(present) : change;
      if (wanted === null) return null;
      const sent = await this.#send(present, wanted);
      if (!sent) return null;
      const { before, after } = sent;
      const { number, identity, revision } = after;
      const inverse = inverseOf(before, wanted);
      this.#add({ kind: "line", line: { number, identity, revision }, inverse, sets: this.#sets });
      return after;
    });
  }

  /**
   * Decides lines together. Returns how many were changed; rejects if the request fails. Lines that
   * have other numbers meanwhile are still the same lines.
   */
  decide(lines: readonly ReviewedLine[], decision: Decision | null): Promise<number> {
    return this.#queue(async () => {
      const { language } = this.#options;
      // A line that another reviewer has changed since it was shown is left out.
      const named = lines.map((line) => {
        const { number, identity } = line;
        return { number, identity, revision: this.#revisionOf(line) };
      });
      const selection = { lines: named };
      const { changed } = await api.review.decide({ ...language, selection, decision });
      const revisions = new Map(changed.map(({ identity, revision }) => [identity, revision]));
      const decided = lines.filter(({ identity }) => revisions.has(identity));
      this.addDecided(
        decided.map((line) => ({
          number: line.number,
          identity: line.identity,
          ...this.#decisionOf(line),
        })),
        decision,
      );
      for (const { identity } of decided)
        this.#setDecided(identity, { decision, reason: "" }, revisions.get(identity));
      return changed.length;
    });
  }

  /**
   * Splits, merges, adds or deletes lines. The function is called after all former changes. Returns
   * the lines that were made; null after a failure, which is shown.
   */
  edit(toEdit: () => LineEdit | null): Promise<readonly ReviewedLine[] | null> {
    return this.#queue(async () => {
      try {
        const wanted = toEdit();
        if (!wanted) return null;
        const { id, lines } = await this.#edit(wanted);
        this.#add({ kind: "edit", id });
        return lines;
      } catch (error) {
        const isChanged = fieldIssues(error).some(({ field }) => field === "revision");
        if (isChanged) toasts.show(t.review.lineEdit.notEdited, { tone: "bad" });
        else showFailure(error);
        this.#options.onconflict();
        return null;
      }
    });
  }
  /** The line after all changes that were made until now. */
  latest(line: ReviewedLine): ReviewedLine {
    return newer(line, this.#made.get(line.number)) ?? line;
  }

  /** Adds lines that got the decision `made` together. */
  addDecided(lines: readonly DecidedLine[], made: Decision | null): void {
    if (lines.length > 0) this.#add({ kind: "decisions", lines, made });
  }

  /** Adds texts that were changed together. */
  addTexts(texts: readonly ChangedText[]): void {
    if (texts.length > 0) this.#add({ kind: "texts", texts, sets: this.#sets });
  }

  /** Undoes the last change. A change that cannot be undone now stays, and can be undone later. */
  undo(): Promise<void> {
    return this.#queue(async () => {
      const step = this.#steps.at(-1);
      if (!step) return;
      const rest = await this.#undo(step).catch((error: unknown) => {
        toasts.show(t.problem(toProblem(error)), { tone: "bad" });
        return step;
      });
      this.#steps = [...this.#steps.slice(0, -1), ...(rest ? [rest] : [])];
    });
  }

  /** The decision of a line with its reason, also before its row is read again. */
  #decisionOf(line: ReviewedLine): { decision: Decision | null; reason: string } {
    const known = this.#decided.get(line.identity);
    if (known && line.revision < known.revision)
      return { decision: known.decision, reason: known.reason };
    const decision = appliedDecision(line);
    return { decision, reason: decision === null ? "" : line.reason };
  }

  /** The revision of a line after the changes of this desk, also before its row is read again. */
  #revisionOf(line: ReviewedLine): number {
    const made = newer(line, this.#made.get(line.number)) ?? line;
    return Math.max(made.revision, this.#decided.get(line.identity)?.revision ?? 0);
  }

  #setDecided(
    identity: number,
    decided: { decision: Decision | null; reason: string },
    revision: number | undefined,
  ): void {
    if (revision !== undefined) this.#decided.set(identity, { ...decided, revision });
  }

  async #edit(edit: LineEdit): Promise<MadeLineEdit> {
    const made = await api.review.editLines({ ...this.#options.language, edit });
    this.#sets += 1;
    // The lines have other numbers and revisions.
    this.#made.clear();
    this.#decided.clear();
    // Keys may follow before the list is read again.
    for (const line of made.lines) this.#made.set(line.number, line);
    return made;
  }
  /** What the additions and removals of this desk have added to all revisions since a step. */
  #addedSince(sets: number): number {
    return (this.#sets - sets) * revisionsOfLineSet;
  }

  #add(step: UndoStep): void {
    this.#steps = [...this.#steps.slice(1 - maxSteps), step];
  }

  /** Returns what is still to be undone, or null. */
  async #undo(step: UndoStep): Promise<UndoStep | null> {
    const { language, shown } = this.#options;
    if (step.kind === "decisions") {
      const { failed, revisions } = await restoreDecisions(language, step);
      for (const { identity, decision, reason } of step.lines)
        this.#setDecided(identity, { decision, reason }, revisions.get(identity));
      if (failed > 0) toasts.show(t.review.notDecided(failed), { tone: "bad" });
      return null;
    }
    if (step.kind === "texts") {
      const added = this.#addedSince(step.sets);
      const texts = await restoreTexts(
        language,
        step.texts.map((text) => ({ ...text, revision: text.revision + added })),
      );
      return texts.length > 0 ? { ...step, texts, sets: this.#sets } : null;
    }
    if (step.kind === "edit") {
      await this.#edit({ kind: "undo", id: step.id });
      return null;
    }
    const { line, inverse } = step;
    const { number, identity } = line;
    const known = newer(shown(number), this.#made.get(number));
    const isSame = known?.identity === identity;
    const expected = line.revision + this.#addedSince(step.sets);
    const revision = Math.max(expected, isSame ? known.revision : 0);
    const target = { number, identity, revision };
    return (await this.#send(target, inverse)) ? null : step;
  }

  #queue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * Returns the line before and after the change; null after a failure, which is shown, or if the
   * reviewer prefers the present version.
   */
  async #send<L extends { number: number; revision: number }>(
    line: L,
    change: LineChange,
  ): Promise<{ before: L | ReviewedLine; after: ReviewedLine } | null> {
    const { language, onconflict } = this.#options;
    const { number } = line;
    try {
      return { before: line, after: await this.#store(line, change) };
    } catch (error) {
      if (!fieldIssues(error).some(({ field }) => field === "revision")) {
        showFailure(error);
        return null;
      }
    }
    this.#made.delete(number);
    onconflict();
    try {
      const { line: present, history } = await api.review.line({ ...language, number });
      if ("identity" in line && line.identity !== present.identity) {
        toasts.show(t.review.lineEdit.renumbered, { tone: "bad" });
        return null;
      }
      // Another value was changed meanwhile, such as a time of the line in another language.
      if (isReplacedEqual(line, present, change))
        return { before: present, after: await this.#store(present, change) };
      if (change.target !== undefined && change.target === present.target)
        return { before: present, after: present };
      if (isDecidedEqual(present, change)) return { before: present, after: present };
      const by = history[0]?.by ?? "";
      if (!(await this.#options.resolve({ line: present, change, by }))) return null;
      return { before: present, after: await this.#store(present, change) };
    } catch (error) {
      showFailure(error);
      return null;
    }
  }

  async #store(
    { number, revision }: { number: number; revision: number },
    change: LineChange,
  ): Promise<ReviewedLine> {
    const { language } = this.#options;
    const { line } = await api.review.change({ ...language, number, revision, change });
    this.#made.set(number, line);
    return line;
  }
}

function showFailure(error: unknown): void {
  const problem = toProblem(error);
  const text = problem.code === "invalid-input" ? problemText(problem) : t.problem(problem);
  toasts.show(text, { tone: "bad" });
}
