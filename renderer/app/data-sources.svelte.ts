import { track } from "./messages/track";

/**
 * A reactive collection of what the mounted components provide. The list itself is not state: a
 * component that is destroyed would read a list without its successor, and remove the successor
 * too.
 */
export class Sources<T> {
  #sources: readonly (() => readonly T[])[] = [];
  #changes = 0;
  #version = $state(0);
  all = $derived.by(() => {
    track(this.#version);
    return this.#sources.flatMap((source) => source());
  });

  /** Returns a function that removes the source. */
  add(source: () => readonly T[]): () => void {
    this.#set([...this.#sources, source]);
    return () => this.#set(this.#sources.filter((other) => other !== source));
  }

  #set(sources: readonly (() => readonly T[])[]): void {
    this.#sources = sources;
    this.#version = ++this.#changes;
  }
}
