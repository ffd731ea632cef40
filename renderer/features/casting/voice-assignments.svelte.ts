/* eslint-disable svelte/prefer-svelte-reactivity -- maps that are local to one call */
import { SvelteMap } from "svelte/reactivity";
import type { Problem } from "../../../preload/model";
import type { Character, Outcome } from "../../../preload/model/resources";
import { api, toProblem } from "../../app/api";
import { carryOut, type Work } from "../../app/item-results.svelte";
import type { PagedList } from "../../app/paged-list.svelte";
import { problemText } from "../../app/problem-text";
import { t } from "../../app/strings";
import { toasts } from "../../app/toasts.svelte";

/** The assignment of a voice to a character. */
export interface Cast {
  id: string;
  name: string;
  /** The current voice, or null. */
  from: string | null;
  to: string;
}

/** The voice shown in a row: the stored one, or one that is being saved. */
export interface Shown {
  /** Null for none. */
  voice: string | null;
  isSaving: boolean;
  /** Why the last assignment was rejected, or "". */
  refusal: string;
}

interface Given {
  voice: string;
  isSaving: boolean;
  /** The row's `updatedAt` at the time of the assignment: a row with another value is newer than the assignment. */
  updatedAt: number | null;
}

/** Assignments that were made together, and are undone together. */
interface Step {
  /** Steps are undone in descending order. */
  order: number;
  casts: readonly Cast[];
}

/** Maximum number of assignments per call, so that a long list shows progress. */
const chunk = 200;

/** Note: Optimistic voice assignments
 * A row shows its new voice at once, marked as being saved until the service has confirmed it. A rejected assignment
 * is reverted, with the reason in the row. A confirmed one is shown until the list has been read again.
 */
export class Casts {
  #given = new SvelteMap<string, Given>();
  #refusals = new SvelteMap<string, string>();
  #steps = $state.raw<readonly Step[]>([]);
  #nextOrder = 1;
  #workspaceId: string;
  #projectId: string;

  constructor(workspaceId: string, projectId: string) {
    this.#workspaceId = workspaceId;
    this.#projectId = projectId;
  }

  shown(character: Character): Shown {
    const given = this.#given.get(character.id);
    return {
      voice: given?.voice ?? character.voice?.name ?? null,
      isSaving: given?.isSaving ?? false,
      refusal: this.#refusals.get(character.id) ?? "",
    };
  }

  /** The assignment of a voice to a character, with its current voice. */
  cast(character: Character, voice: string): Cast {
    return { id: character.id, name: character.name, from: this.shown(character).voice, to: voice };
  }

  /** Call after the list was read again: drops confirmed assignments that the rows now include. */
  follow(list: PagedList<Character>): void {
    for (const [id, { voice, isSaving, updatedAt }] of [...this.#given]) {
      const row = list.at(list.indexOf(id));
      if (isSaving) continue;
      if (row?.voice?.name === voice || row?.updatedAt !== updatedAt) this.#given.delete(id);
    }
  }

  /** Assigns voices; `toastText` is the toast for the assignments that succeeded, or null for none. */
  async give(
    casts: readonly Cast[],
    rows: readonly Character[],
    said: (casts: readonly Cast[]) => string | null,
  ): Promise<void> {
    await this.#carryOut(casts, rows, (done) => {
      const order = this.#nextOrder++;
      this.#steps = [...this.#steps, { order, casts: done }];
      const text = said(done);
      if (text === null) return null;
      const isUndoable = done.some(({ from, to }) => from !== null && from !== to);
      const action = { title: t.common.undo, run: () => void this.#takeBack(order) };
      return isUndoable ? { text, action } : { text };
    });
  }

  /** Assigns voices and shows them as being saved. Resolves with the ids of the successful assignments. */
  #carryOut(
    casts: readonly Cast[],
    rows: readonly Character[],
    told: (done: readonly Cast[]) => ReturnType<Work["done"]>,
  ): Promise<readonly string[]> {
    const byId = new Map(casts.map((cast) => [cast.id, cast]));
    const ages = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
    const of = (ids: readonly string[]) =>
      ids.map((id) => byId.get(id)).filter((cast) => cast !== undefined);
    return carryOut({
      ids: casts.map(({ id }) => id),
      run: async (ids) => {
        for (const { id, to } of of(ids)) {
          this.#refusals.delete(id);
          this.#given.set(id, { voice: to, isSaving: true, updatedAt: ages.get(id) ?? null });
        }
        const outcomes = await this.#assign(of(ids));
        for (const { id, problem } of outcomes) this.#settle(id, byId.get(id)?.to, problem);
        return outcomes;
      },
      nameOf: (id) => byId.get(id)?.name ?? id,
      done: (ids) => told(of(ids)),
      failedTitle: t.casting.failedSome,
    });
  }

  get canUndo(): boolean {
    return this.#steps.length > 0;
  }

  /** Undoes the last step: restores the previous voices. A first voice cannot be undone, since none can be removed. */
  async undo(): Promise<void> {
    const last = this.#steps.at(-1);
    if (last) await this.#takeBack(last.order);
  }

  /** Undoes a step. Undoing is not a step itself; assignments that could not be undone remain in the step. */
  async #takeBack(order: number): Promise<void> {
    const step = this.#steps.find((one) => one.order === order);
    if (!step) return;
    this.#steps = this.#steps.filter((one) => one !== step);
    const without = step.casts.filter(({ from }) => from === null).map(({ name }) => name);
    if (without.length > 0)
      toasts.show(t.casting.noUndo(without.slice(0, 3), Math.max(0, without.length - 3)));
    const back = step.casts.flatMap(({ id, name, from, to }) =>
      from === null ? [] : [{ id, name, from: to, to: from }],
    );
    if (back.length === 0) return;
    const well = await this.#carryOut(back, [], (done) => {
      // After a retry: assignments that failed before were put back into the step.
      this.#keepOf(order, (id) => !done.some((cast) => cast.id === id));
      const [only] = done;
      const text =
        done.length === 1 && only
          ? t.casting.undone(only.name, only.to)
          : t.casting.undoneSome(done.length);
      return { text };
    });
    const casts = step.casts.filter(({ id, from }) => from !== null && !well.includes(id));
    if (casts.length > 0)
      this.#steps = [...this.#steps, { order, casts }].sort((a, b) => a.order - b.order);
  }

  /** Removes the characters of a step that do not match; an empty step is removed. */
  #keepOf(order: number, isKept: (id: string) => boolean): void {
    this.#steps = this.#steps
      .map((one) =>
        one.order === order ? { order, casts: one.casts.filter(({ id }) => isKept(id)) } : one,
      )
      .filter(({ casts }) => casts.length > 0);
  }

  async #assign(casts: readonly Cast[]): Promise<Outcome[]> {
    const place = { workspaceId: this.#workspaceId, projectId: this.#projectId };
    const outcomes: Outcome[] = [];
    for (let at = 0; at < casts.length; at += chunk) {
      const part = casts.slice(at, at + chunk);
      const assignments = part.map(({ id, to }) => ({ characterId: id, voice: to }));
      try {
        outcomes.push(...(await api.casting.assign({ ...place, assignments })));
      } catch (error) {
        const problem = toProblem(error);
        outcomes.push(...casts.slice(at).map(({ id }) => ({ id, problem })));
        break;
      }
    }
    return outcomes;
  }

  #settle(id: string, voice: string | undefined, problem: Problem | null): void {
    const given = this.#given.get(id);
    // A newer assignment is in progress: its result counts.
    if (given?.voice !== voice) return;
    if (problem) {
      this.#given.delete(id);
      this.#refusals.set(id, problemText(problem));
    } else if (given) this.#given.set(id, { ...given, isSaving: false });
  }
}
