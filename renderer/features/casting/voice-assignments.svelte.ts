/* eslint-disable svelte/prefer-svelte-reactivity -- maps that live for one call */
import { SvelteMap } from "svelte/reactivity";
import type { Problem } from "../../../preload/model";
import type { Character, Outcome } from "../../../preload/model/resources";
import { api, toProblem } from "../../app/api";
import { carryOut, type Work } from "../../app/item-results.svelte";
import type { PagedList } from "../../app/paged-list.svelte";
import { problemText } from "../../app/problem-text";
import { t } from "../../app/strings";
import { toasts } from "../../app/toasts.svelte";

/** One character and the voice it shall have. */
export interface Cast {
  id: string;
  name: string;
  /** The voice it has now, or null. */
  from: string | null;
  to: string;
}

/** The voice a row shows: the list's, or one that is on its way to the service. */
export interface Shown {
  /** Null while it has none. */
  voice: string | null;
  isSaving: boolean;
  /** Why the last one was refused, or "". */
  refusal: string;
}

interface Given {
  voice: string;
  isSaving: boolean;
  /** The row's own age when it was given: a younger row knows better. */
  updatedAt: number | null;
}

/** What was assigned together, and is undone together. */
interface Step {
  /** Steps are undone from the highest. */
  order: number;
  casts: readonly Cast[];
}

/** The most assignments of one call, so that a long list is seen to progress. */
const chunk = 200;

/**
 * Note: Voices ahead of the service
 * A row shows its new voice at once, marked while the service has not taken it. What the service refuses goes back
 * to what it was, with the reason in the row. A voice that was taken is shown so until the list has been read again.
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

  /** What a character would get. */
  cast(character: Character, voice: string): Cast {
    return { id: character.id, name: character.name, from: this.shown(character).voice, to: voice };
  }

  /** The list was read again: it knows what it shows. */
  follow(list: PagedList<Character>): void {
    for (const [id, { voice, isSaving, updatedAt }] of [...this.#given]) {
      const row = list.at(list.indexOf(id));
      if (isSaving) continue;
      if (row?.voice?.name === voice || row?.updatedAt !== updatedAt) this.#given.delete(id);
    }
  }

  /** Gives characters their voices; `said` is the toast of those that got theirs. */
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

  /** Assigns, and shows what is on its way; answers the ids of those that got their voice. */
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

  /** Gives back the voices from before the last assignment, where there were any. */
  async undo(): Promise<void> {
    const last = this.#steps.at(-1);
    if (last) await this.#takeBack(last.order);
  }

  /** Undoes a step. That is no step of its own; what cannot be taken back now is a step still. */
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
      // A retry of what had failed: it is in its step again.
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

  /** Keeps of a step only some of its characters. */
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
    // Given another one meanwhile: that one's answer counts.
    if (given?.voice !== voice) return;
    if (problem) {
      this.#given.delete(id);
      this.#refusals.set(id, problemText(problem));
    } else if (given) this.#given.set(id, { ...given, isSaving: false });
  }
}
