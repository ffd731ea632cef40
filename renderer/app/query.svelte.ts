import { untrack } from "svelte";
import type { Topic } from "../../preload/contract";
import { toProblem } from "./api";
import { refreshOnChange } from "./lists/refresh-on-change";
import type { Problem } from "../../preload/model";

/**
 * The delay of a reload after a "changed" event, in milliseconds: a burst of events causes one
 * reload.
 */
const burstMs = 60;

/**
 * A call that is repeated when its inputs or topics change. Old data stays while new data is
 * loading; an outdated result is dropped.
 */
export class Query<T> {
  data = $state.raw<T | undefined>(undefined);
  error = $state.raw<Problem | null>(null);
  isLoading = $state(false);
  #sequence = 0;
  #isDirty = false;
  #run: () => Promise<T> | null;

  constructor(run: () => Promise<T> | null) {
    this.#run = run;
  }

  /** Loads now with the current inputs, or joins a call in progress. */
  load(result: Promise<T> | null = this.#run()): void {
    const sequence = ++this.#sequence;
    this.#isDirty = false;
    if (!result) {
      this.data = undefined;
      this.error = null;
      this.isLoading = false;
      return;
    }
    this.isLoading = true;
    result.then(
      (data) => this.#settle(sequence, () => ((this.data = data), (this.error = null))),
      (error: unknown) => this.#settle(sequence, () => (this.error = toProblem(error))),
    );
  }

  /**
   * Replaces the data by what the caller writes or has just read. The result of a running call is
   * older, and is dropped: it would undo a change on the screen, and the next change would start
   * from it.
   */
  put(data: T): void {
    this.#sequence += 1;
    this.#isDirty = false;
    this.isLoading = false;
    this.data = data;
    this.error = null;
  }

  /** Loads again, after the running call if there is one. */
  refresh(): void {
    if (this.isLoading) this.#isDirty = true;
    else this.load();
  }

  #settle(sequence: number, store: () => void): void {
    if (sequence !== this.#sequence) return;
    store();
    this.isLoading = false;
    if (this.#isDirty) this.load();
  }
}

/**
 * Creates the query of a component. It loads again when a topic changes, and when a reactive value
 * changes that `run` reads before its first await. `run` returns null while an input is unknown.
 */
export function query<T>(topics: readonly Topic[], run: () => Promise<T> | null): Query<T> {
  const created = new Query(run);
  // run() itself is tracked, so that a change of its inputs loads again; the state of the query is
  // not.
  $effect.pre(() => {
    const result = run();
    untrack(() => created.load(result));
  });
  refreshOnChange(topics, burstMs, () => created.refresh());
  return created;
}
