import { onDestroy, untrack } from "svelte";
import type { Topic } from "../../preload/contract";
import { onChanged, toProblem } from "./api";
import type { Problem } from "../../preload/model";

/** Answers to "changed" events wait this long, so that a burst of them asks once. */
const burstMs = 60;

/** A call that is repeated when its inputs or topics change. Old data stays while new data is loading; an outdated result is dropped. */
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
  ask(answer: Promise<T> | null = this.#run()): void {
    const sequence = ++this.#sequence;
    this.#isDirty = false;
    if (!answer) {
      this.data = undefined;
      this.error = null;
      this.isLoading = false;
      return;
    }
    this.isLoading = true;
    answer.then(
      (data) => this.#settle(sequence, () => ((this.data = data), (this.error = null))),
      (error: unknown) => this.#settle(sequence, () => (this.error = toProblem(error))),
    );
  }

  /** Asks again, after the running question if there is one. */
  refresh(): void {
    if (this.isLoading) this.#isDirty = true;
    else this.ask();
  }

  #settle(sequence: number, keep: () => void): void {
    if (sequence !== this.#sequence) return;
    keep();
    this.isLoading = false;
    if (this.#isDirty) this.ask();
  }
}

/**
 * Makes a query of this component: it asks again when a topic changes and when a reactive value that `run` reads
 * (before its first await) changes. `run` answers null while there is nothing to ask.
 */
export function query<T>(topics: readonly Topic[], run: () => Promise<T> | null): Query<T> {
  const result = new Query(run);
  // run() itself is tracked, so that its inputs re-ask; the query's own state is not.
  $effect.pre(() => {
    const answer = run();
    untrack(() => result.ask(answer));
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onChanged(topics, () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      result.refresh();
    }, burstMs);
  });
  onDestroy(() => {
    stop();
    clearTimeout(timer);
  });
  return result;
}
