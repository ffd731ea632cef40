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
  /** The language of the voice; null for the voice in all others. */
  languageId: string | null;
  /** The current voice, or null; in one language only a voice of its own. */
  from: string | null;
  /** The voice to assign; null, which only a language can have: the voice in all others. */
  to: string | null;
}

/** The voice shown in a row: the stored one, or one that is being saved. */
export interface ShownVoice {
  /** Null for none. */
  voice: string | null;
  /** It is a voice in one language only. */
  isOwn: boolean;
  isSaving: boolean;
  /** Why the last assignment was rejected, or "". */
  error: string;
}

interface PendingVoice {
  /** Null: the voice in all languages. */
  voice: string | null;
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

/** The key of the voice of a character in a language. Ids contain no space. */
const keyOf = ({ id, languageId }: Pick<VoiceAssignment, "id" | "languageId">) =>
  languageId === null ? id : `${id} ${languageId}`;
function ofKey(key: string): { id: string; languageId: string | null } {
  const [id = "", languageId = null] = key.split(" ");
  return { id, languageId };
}

/** The interface cannot remove the voice for all languages. */
const isReversible = ({ languageId, from }: VoiceAssignment) =>
  languageId !== null || from !== null;

/** Maximum number of assignments per call, so that a long list shows progress. */
const chunk = 200;

/**
 * Note: Optimistic voice assignments
 * A row shows its new voice at once, marked as being saved until the service has confirmed it. A
 * rejected assignment is reverted, with the reason in the row. A confirmed one is shown until the
 * list has been read again.
 */
export class VoiceAssignments {
  /** By `keyOf`. */
  #pending = new SvelteMap<string, PendingVoice>();
  #errors = new SvelteMap<string, string>();
  #steps = $state.raw<readonly Step[]>([]);
  #nextOrder = 1;
  #workspaceId: string;
  #projectId: string;
  #storedIn: (characterId: string, languageId: string) => string | null;

  /** `storedIn` returns the stored voice of a character in one language, or null. */
  constructor(
    workspaceId: string,
    projectId: string,
    storedIn: (characterId: string, languageId: string) => string | null,
  ) {
    this.#storedIn = storedIn;
    this.#workspaceId = workspaceId;
    this.#projectId = projectId;
  }

  /** The voice of a character in a language; null for the one in all languages without another. */
  shown(character: Character, languageId: string | null = null): ShownVoice {
    const key = keyOf({ id: character.id, languageId });
    const pending = this.#pending.get(key);
    const state = { isSaving: pending?.isSaving ?? false, error: this.#errors.get(key) ?? "" };
    if (languageId === null) {
      const voice = pending?.voice ?? character.voice?.name ?? null;
      return { voice, isOwn: false, ...state };
    }
    const own = pending ? pending.voice : this.#storedIn(character.id, languageId);
    return { voice: own ?? this.shown(character).voice, isOwn: own !== null, ...state };
  }

  /** The assignment of a voice to a character, with its current voice. */
  assignmentOf(
    character: Character,
    voice: string | null,
    languageId: string | null = null,
  ): VoiceAssignment {
    const shown = this.shown(character, languageId);
    const from = languageId === null || shown.isOwn ? shown.voice : null;
    return { id: character.id, name: character.name, languageId, from, to: voice };
  }

  /** Call after the list was read again: drops confirmed assignments that the rows now include. */
  reconcile(list: PagedList<Character>): void {
    for (const [key, { voice, isSaving, updatedAt }] of [...this.#pending]) {
      const { id, languageId } = ofKey(key);
      if (isSaving || languageId !== null) continue;
      const row = list.at(list.indexOf(id));
      if (row?.voice?.name === voice || row?.updatedAt !== updatedAt) this.#pending.delete(key);
    }
  }

  /** The same, after the voices in single languages were read again. */
  reconcileLanguages(): void {
    for (const [key, { isSaving }] of [...this.#pending])
      if (!isSaving && ofKey(key).languageId !== null) this.#pending.delete(key);
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
      const isUndoable = done.some((one) => isReversible(one) && one.from !== one.to);
      const action = { title: t.common.undo, run: () => void this.#undoStep(order) };
      return isUndoable ? { text, action } : { text };
    });
  }

  /**
   * Assigns voices and shows them as being saved. Resolves with the keys of the successful
   * assignments.
   */
  #run(
    assignments: readonly VoiceAssignment[],
    rows: readonly Character[],
    toToast: (done: readonly VoiceAssignment[]) => ReturnType<ItemAction["done"]>,
  ): Promise<readonly string[]> {
    const byKey = new Map(assignments.map((one) => [keyOf(one), one]));
    const versions = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
    const of = (keys: readonly string[]) =>
      keys.map((key) => byKey.get(key)).filter((one) => one !== undefined);
    return runOnItems({
      ids: [...byKey.keys()],
      run: async (keys) => {
        for (const one of of(keys)) {
          const key = keyOf(one);
          const updatedAt = versions.get(one.id) ?? null;
          this.#errors.delete(key);
          this.#pending.set(key, { voice: one.to, isSaving: true, updatedAt });
        }
        const outcomes = await this.#send(of(keys));
        for (const { id, problem } of outcomes) this.#settle(id, byKey.get(id)?.to, problem);
        return outcomes;
      },
      nameOf: (key) => byKey.get(key)?.name ?? key,
      done: (keys) => toToast(of(keys)),
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
    const without = step.assignments.filter((one) => !isReversible(one)).map(({ name }) => name);
    if (without.length > 0)
      toasts.show(t.casting.noUndo(without.slice(0, 3), Math.max(0, without.length - 3)));
    const back = step.assignments
      .filter(isReversible)
      .map((one) => ({ ...one, from: one.to, to: one.from }));
    if (back.length === 0) return;
    const succeeded = await this.#run(back, [], (done) => {
      // After a retry: assignments that failed before were put back into the step.
      const keys = new Set(done.map(keyOf));
      this.#filterStep(order, (one) => !keys.has(keyOf(one)));
      const [only] = done;
      const text =
        done.length === 1 && only
          ? only.to === null
            ? t.casting.usesAll(only.name)
            : t.casting.undone(only.name, only.to)
          : t.casting.undoneSome(done.length);
      return { text };
    });
    const assignments = step.assignments.filter(
      (one) => isReversible(one) && !succeeded.includes(keyOf(one)),
    );
    if (assignments.length > 0)
      this.#steps = [...this.#steps, { order, assignments }].sort((a, b) => a.order - b.order);
  }

  /** Removes the assignments of a step that do not match; an empty step is removed. */
  #filterStep(order: number, matches: (one: VoiceAssignment) => boolean): void {
    this.#steps = this.#steps
      .map((one) =>
        one.order === order ? { order, assignments: one.assignments.filter(matches) } : one,
      )
      .filter(({ assignments }) => assignments.length > 0);
  }

  async #send(assignments: readonly VoiceAssignment[]): Promise<Outcome[]> {
    const project = { workspaceId: this.#workspaceId, projectId: this.#projectId };
    const outcomes: Outcome[] = [];
    for (let at = 0; at < assignments.length; at += chunk) {
      const part = assignments.slice(at, at + chunk);
      const input = part.map(({ id, languageId, to }) => ({
        characterId: id,
        ...(languageId === null ? {} : { languageId }),
        voice: to,
      }));
      try {
        const results = await api.casting.assign({ ...project, assignments: input });
        for (const [index, one] of part.entries())
          outcomes.push({ id: keyOf(one), problem: results[index]?.problem ?? null });
      } catch (error) {
        const problem = toProblem(error);
        outcomes.push(...assignments.slice(at).map((one) => ({ id: keyOf(one), problem })));
        break;
      }
    }
    return outcomes;
  }

  #settle(key: string, voice: string | null | undefined, problem: Problem | null): void {
    const pending = this.#pending.get(key);
    // A newer assignment is in progress: its result counts.
    if (pending?.voice !== voice) return;
    if (problem) {
      this.#pending.delete(key);
      this.#errors.set(key, problemText(problem));
    } else if (pending) this.#pending.set(key, { ...pending, isSaving: false });
  }
}
