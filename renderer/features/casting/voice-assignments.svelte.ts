/* eslint-disable svelte/prefer-svelte-reactivity -- maps that are local to one call */
import { SvelteMap } from "svelte/reactivity";
import type { Problem } from "../../../preload/model";
import type { Character, Outcome } from "../../../preload/model/resources";
import { api, toProblem } from "../../app/api";
import { runOnItems, type ItemAction } from "../../app/lists/item-results.svelte";
import type { PagedList } from "../../app/lists/paged-list.svelte";
import { problemText } from "../../app/messages/problem-text";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";

/** The assignment of a voice to a character. */
export interface VoiceAssignment {
  id: string;
  name: string;
  /** The current voice, or null. */
  from: string | null;
  to: string;
}

/** The voice shown in a row: the stored one, or one that is being saved. */
export interface ShownVoice {
  /** Null for none. */
  voice: string | null;
  isSaving: boolean;
  /** Why the last assignment was rejected, or "". */
  error: string;
}

interface PendingVoice {
  voice: string;
  isSaving: boolean;
  /**
   * The row's `updatedAt` at the time of the assignment: a row with another value is newer than the
   * assignment.
   */
  updatedAt: number | null;
}

/** Assignments that were made together, and are undone together. */
interface Step {
  /** Steps are undone in descending order. */
  order: number;
  assignments: readonly VoiceAssignment[];
}

/** Maximum number of assignments per call, so that a long list shows progress. */
const chunk = 200;

/**
 * Note: Optimistic voice assignments
 * A row shows its new voice at once, marked as being saved until the service has confirmed it. A
 * rejected assignment is reverted, with the reason in the row. A confirmed one is shown until the
 * list has been read again.
 */
export class VoiceAssignments {
  #pending = new SvelteMap<string, PendingVoice>();
  #errors = new SvelteMap<string, string>();
  #steps = $state.raw<readonly Step[]>([]);
  #nextOrder = 1;
  #workspaceId: string;
  #projectId: string;

  constructor(workspaceId: string, projectId: string) {
    this.#workspaceId = workspaceId;
    this.#projectId = projectId;
  }

  shown(character: Character): ShownVoice {
    const pending = this.#pending.get(character.id);
    return {
      voice: pending?.voice ?? character.voice?.name ?? null,
      isSaving: pending?.isSaving ?? false,
      error: this.#errors.get(character.id) ?? "",
    };
  }

  /** The assignment of a voice to a character, with its current voice. */
  assignmentOf(character: Character, voice: string): VoiceAssignment {
    return { id: character.id, name: character.name, from: this.shown(character).voice, to: voice };
  }

  /** Call after the list was read again: drops confirmed assignments that the rows now include. */
  reconcile(list: PagedList<Character>): void {
    for (const [id, { voice, isSaving, updatedAt }] of [...this.#pending]) {
      const row = list.at(list.indexOf(id));
      if (isSaving) continue;
      if (row?.voice?.name === voice || row?.updatedAt !== updatedAt) this.#pending.delete(id);
    }
  }

  /**
   * Assigns voices; `toastText` is the toast for the assignments that succeeded, or null for none.
   */
  async assign(
    assignments: readonly VoiceAssignment[],
    rows: readonly Character[],
    toastText: (assignments: readonly VoiceAssignment[]) => string | null,
  ): Promise<void> {
    await this.#run(assignments, rows, (done) => {
      const order = this.#nextOrder++;
      this.#steps = [...this.#steps, { order, assignments: done }];
      const text = toastText(done);
      if (text === null) return null;
      const isUndoable = done.some(({ from, to }) => from !== null && from !== to);
      const action = { title: t.common.undo, run: () => void this.#undoStep(order) };
      return isUndoable ? { text, action } : { text };
    });
  }

  /**
   * Assigns voices and shows them as being saved. Resolves with the ids of the successful
   * assignments.
   */
  #run(
    assignments: readonly VoiceAssignment[],
    rows: readonly Character[],
    toToast: (done: readonly VoiceAssignment[]) => ReturnType<ItemAction["done"]>,
  ): Promise<readonly string[]> {
    const byId = new Map(assignments.map((one) => [one.id, one]));
    const versions = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
    const of = (ids: readonly string[]) =>
      ids.map((id) => byId.get(id)).filter((one) => one !== undefined);
    return runOnItems({
      ids: assignments.map(({ id }) => id),
      run: async (ids) => {
        for (const { id, to } of of(ids)) {
          this.#errors.delete(id);
          this.#pending.set(id, { voice: to, isSaving: true, updatedAt: versions.get(id) ?? null });
        }
        const outcomes = await this.#send(of(ids));
        for (const { id, problem } of outcomes) this.#settle(id, byId.get(id)?.to, problem);
        return outcomes;
      },
      nameOf: (id) => byId.get(id)?.name ?? id,
      done: (ids) => toToast(of(ids)),
      failedTitle: t.casting.failedSome,
    });
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /**
   * Undoes the last step: restores the previous voices. A first voice cannot be undone, since none
   * can be removed.
   */
  async undo(): Promise<void> {
    const last = this.#steps.at(-1);
    if (last) await this.#undoStep(last.order);
  }

  /**
   * Undoes a step. Undoing is not a step itself; assignments that could not be undone remain in the
   * step.
   */
  async #undoStep(order: number): Promise<void> {
    const step = this.#steps.find((one) => one.order === order);
    if (!step) return;
    this.#steps = this.#steps.filter((one) => one !== step);
    const without = step.assignments.filter(({ from }) => from === null).map(({ name }) => name);
    if (without.length > 0)
      toasts.show(t.casting.noUndo(without.slice(0, 3), Math.max(0, without.length - 3)));
    const back = step.assignments.flatMap(({ id, name, from, to }) =>
      from === null ? [] : [{ id, name, from: to, to: from }],
    );
    if (back.length === 0) return;
    const succeeded = await this.#run(back, [], (done) => {
      // After a retry: assignments that failed before were put back into the step.
      this.#filterStep(order, (id) => !done.some((one) => one.id === id));
      const [only] = done;
      const text =
        done.length === 1 && only
          ? t.casting.undone(only.name, only.to)
          : t.casting.undoneSome(done.length);
      return { text };
    });
    const assignments = step.assignments.filter(
      ({ id, from }) => from !== null && !succeeded.includes(id),
    );
    if (assignments.length > 0)
      this.#steps = [...this.#steps, { order, assignments }].sort((a, b) => a.order - b.order);
  }

  /** Removes the characters of a step that do not match; an empty step is removed. */
  #filterStep(order: number, matches: (id: string) => boolean): void {
    this.#steps = this.#steps
      .map((one) =>
        one.order === order
          ? { order, assignments: one.assignments.filter(({ id }) => matches(id)) }
          : one,
      )
      .filter(({ assignments }) => assignments.length > 0);
  }

  async #send(assignments: readonly VoiceAssignment[]): Promise<Outcome[]> {
    const project = { workspaceId: this.#workspaceId, projectId: this.#projectId };
    const outcomes: Outcome[] = [];
    for (let at = 0; at < assignments.length; at += chunk) {
      const part = assignments.slice(at, at + chunk);
      const input = part.map(({ id, to }) => ({ characterId: id, voice: to }));
      try {
        outcomes.push(...(await api.casting.assign({ ...project, assignments: input })));
      } catch (error) {
        const problem = toProblem(error);
        outcomes.push(...assignments.slice(at).map(({ id }) => ({ id, problem })));
        break;
      }
    }
    return outcomes;
  }

  #settle(id: string, voice: string | undefined, problem: Problem | null): void {
    const pending = this.#pending.get(id);
    // A newer assignment is in progress: its result counts.
    if (pending?.voice !== voice) return;
    if (problem) {
      this.#pending.delete(id);
      this.#errors.set(id, problemText(problem));
    } else if (pending) this.#pending.set(id, { ...pending, isSaving: false });
  }
}
