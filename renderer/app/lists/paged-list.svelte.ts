/* eslint-disable svelte/prefer-svelte-reactivity -- readers of the pages depend on #version */
import { untrack } from "svelte";
import type { Topic } from "../../../preload/contract";
import type { Problem } from "../../../preload/model";
import { toProblem } from "../api";
import { refreshOnChange } from "./refresh-on-change";
import { track } from "../messages/track";

/** A range of a list and the length of the whole list. */
export interface Slice<T> {
  items: readonly T[];
  total: number;
}

interface Page<T> {
  items: readonly T[];
  /** Older data is shown until its page is loaded again. */
  age: number;
}

interface Source<T> {
  /** When one of these topics changes, the visible rows are loaded again. */
  topics: readonly Topic[];
  /**
   * Reads the reactive inputs of `fetch`. A change of any of them loads the list again; the result
   * is not used.
   */
  inputs: () => unknown;
  fetch: (offset: number, limit: number) => Promise<Slice<T>> | null;
  keyOf: (item: T) => string | number;
}

const pageSize = 200;
/** Maximum number of pages in memory: about 10,000 rows around the visible ones. */
const maxPages = 50;
/** Maximum number of rows per call. */
const sliceLimit = 1000;

/**
 * A long list of which only the visible pages are fetched; rows that are not loaded are undefined.
 */
export class PagedList<T> {
  total = $state(0);
  error = $state.raw<Problem | null>(null);
  /** True until the first result for the current inputs. */
  isLoading = $state(true);
  #version = $state(0);
  #source: Source<T>;
  #pages = new Map<number, Page<T>>();
  #pending = new Map<number, number>();
  #age = 0;
  #inputs = 0;
  #first = 0;
  #last = 0;
  #isEmptied = false;

  constructor(source: Source<T>) {
    this.#source = source;
  }

  /** The row at a position, or undefined while it is loading. */
  at(index: number): T | undefined {
    track(this.#version);
    return this.#pages.get(Math.floor(index / pageSize))?.items[index % pageSize];
  }

  /** The row at a position, if it was read after the last `refresh`. */
  fresh(index: number): T | undefined {
    const page = this.#pages.get(Math.floor(index / pageSize));
    return page?.age === this.#age ? page.items[index % pageSize] : undefined;
  }

  /** Counts data changes; a lookup by key depends on it. */
  get version(): number {
    return this.#version;
  }

  /** The position of a key among the loaded rows, or -1. */
  indexOf(key: string | number): number {
    for (const [number, page] of this.#pages) {
      const index = page.items.findIndex((item) => this.#source.keyOf(item) === key);
      if (index >= 0) return number * pageSize + index;
    }
    return -1;
  }

  /** Sets the visible rows; loads the pages that are missing or stale. */
  need(first: number, last: number): void {
    this.#first = first;
    this.#last = last;
    const lastPage = Math.floor(Math.max(last, 0) / pageSize);
    for (let number = Math.floor(first / pageSize); number <= lastPage; number++) {
      if (this.#pages.get(number)?.age !== this.#age) this.#load(number);
    }
  }

  /** Reloads the visible rows now, the others when they are needed. */
  refresh(): void {
    this.#age++;
    this.need(this.#first, this.#last);
  }

  /** Reloads with changed inputs; the shown rows stay until the first result. */
  restart(): void {
    this.#inputs++;
    this.#age++;
    this.#isEmptied = true;
    this.isLoading = true;
    this.#pending.clear();
    this.#first = 0;
    this.#last = pageSize - 1;
    this.#load(0);
  }

  /** All rows of a range, for actions on more than the visible rows. */
  async range(from: number, to: number): Promise<T[]> {
    const rows: T[] = [];
    for (let offset = from; offset < to; offset += sliceLimit) {
      const slice = await this.#source.fetch(offset, Math.min(sliceLimit, to - offset));
      if (!slice) break;
      rows.push(...slice.items);
      if (slice.items.length === 0) break;
    }
    return rows;
  }

  #load(number: number): void {
    if (this.#pending.get(number) === this.#age) return;
    const result = this.#source.fetch(number * pageSize, pageSize);
    if (!result) return;
    const age = this.#age;
    const inputs = this.#inputs;
    this.#pending.set(number, age);
    result.then(
      (slice) => {
        if (inputs === this.#inputs) this.#store(number, age, slice);
      },
      (error: unknown) => {
        if (inputs !== this.#inputs) return;
        this.error = toProblem(error);
        this.isLoading = false;
        this.#pending.delete(number);
      },
    );
  }

  #store(number: number, age: number, slice: Slice<T>): void {
    if (this.#pending.get(number) === age) this.#pending.delete(number);
    if ((this.#pages.get(number)?.age ?? -1) > age) return;
    if (this.#isEmptied) this.#pages.clear();
    this.#isEmptied = false;
    this.#pages.set(number, { items: slice.items, age });
    if (this.#pages.size > maxPages) this.#drop();
    this.total = slice.total;
    this.error = null;
    this.isLoading = false;
    this.#version++;
  }

  /** Drops the page that is farthest from the visible rows. */
  #drop(): void {
    const middle = (this.#first + this.#last) / 2 / pageSize;
    const [farthest] = [...this.#pages.keys()].sort(
      (a, b) => Math.abs(b - middle) - Math.abs(a - middle),
    );
    if (farthest !== undefined) this.#pages.delete(farthest);
  }
}

/** Minimum time between reloads while the data keeps changing, in milliseconds. */
const refreshMs = 250;

/** Creates the paged list of a component. */
export function pagedList<T>(source: Source<T>): PagedList<T> {
  const list = new PagedList(source);
  $effect.pre(() => {
    source.inputs();
    untrack(() => list.restart());
  });
  refreshOnChange(source.topics, refreshMs, () => list.refresh());
  return list;
}
