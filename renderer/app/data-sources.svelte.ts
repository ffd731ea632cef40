import { dependOn } from "./track";

/**
 * What the components that are there now bring, together and reactive. The list itself is no state: a component that
 * goes would read it as it was before the one that took its place came, and take that one out with itself.
 */
export class Sources<T> {
  #sources: readonly (() => readonly T[])[] = [];
  #changes = 0;
  #version = $state(0);
  all = $derived.by(() => {
    dependOn(this.#version);
    return this.#sources.flatMap((source) => source());
  });

  /** Returns its own undo. */
  add(source: () => readonly T[]): () => void {
    this.#set([...this.#sources, source]);
    return () => this.#set(this.#sources.filter((other) => other !== source));
  }

  #set(sources: readonly (() => readonly T[])[]): void {
    this.#sources = sources;
    this.#version = ++this.#changes;
  }
}
