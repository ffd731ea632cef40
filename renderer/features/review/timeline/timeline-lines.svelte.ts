import type { ReviewedLine } from "../../../../preload/contract/review";
import { groupBy } from "../../../app/lists/group-by";
import { PlacedLines, type TimelineLine } from "./placed-lines";

/** Lines that the timeline shows; those after them are only in the list. */
export const maxTimelineLines = 20_000;
/** Lines that are read at once. */
export const linesPerPage = 1_000;
/** Reads lines from `offset` in the order of the script. */
export type FetchLines = (
  offset: number,
  limit: number,
) => Promise<{ lines: readonly ReviewedLine[]; total: number }>;

/**
 * The lines of a language at their places, in the order of their begins. Lines of a script without
 * times follow each other in its order.
 */
export class TimelineLines {
  /** Changes when lines are read or changed. */
  version = $state(0);
  /** Number of all lines, also of those that are not shown. */
  total = $state(0);
  /** Whether the script has times, so that lines belong to places of the video. */
  isTimed = $state(false);
  /** The characters of the lines with their numbers of lines, by name. */
  characters = $state.raw<readonly { id: string; name: string; lines: number }[]>([]);
  /**
   * The identities of all lines, as they were when all were read for the first time. Null before,
   * or if lines were added or removed during that, or are more than the timeline shows.
   */
  first = $state.raw<ReadonlySet<number> | null>(null);
  #lines: (ReviewedLine | undefined)[] = [];
  #placed = new PlacedLines([]);
  #fetch: FetchLines;
  #reading: Promise<void> | null = null;
  #isWanted = false;
  #isClosed = false;

  constructor(fetch: FetchLines) {
    this.#fetch = fetch;
  }

  /** Reads all lines, page by page; again after a reading that is in progress. */
  load(): Promise<void> {
    this.#isWanted = true;
    this.#reading ??= this.#loadWanted().finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Ends the reading: lines that are not read yet are not needed any more. */
  close(): void {
    this.#isClosed = true;
  }

  /** Reads the pages of these lines again. */
  async refresh(numbers: readonly number[]): Promise<void> {
    const pages = numbers.map((number) => Math.floor((number - 1) / linesPerPage));
    for (const [index, page] of pages.entries())
      if (pages.indexOf(page) === index) await this.#loadPage(page);
  }

  /** Shows a line as it is now. */
  put(line: ReviewedLine): void {
    if (this.#lines[line.number - 1] === undefined) return;
    this.#lines[line.number - 1] = line;
    this.#place();
  }

  find(number: number): TimelineLine | undefined {
    void this.version;
    return this.#placed.find(number);
  }

  /** See PlacedLines. */
  in(fromMs: number, toMs: number): TimelineLine[] {
    void this.version;
    return this.#placed.in(fromMs, toMs);
  }

  /** The line whose slot or take is heard at a time; null for none. */
  at(ms: number): TimelineLine | null {
    return this.in(ms, ms + 1).at(-1) ?? null;
  }

  /** How many lines are read. */
  get shown(): number {
    void this.version;
    return this.#placed.count;
  }

  /** The end of the last line or take, in milliseconds. */
  get endMs(): number {
    void this.version;
    return this.#placed.endMs;
  }

  async #loadWanted(): Promise<void> {
    while (this.#isWanted && !this.#isClosed) {
      this.#isWanted = false;
      await this.#loadAll();
    }
  }

  async #loadAll(): Promise<void> {
    const totals: number[] = [];
    for (let page = 0; page * linesPerPage < maxTimelineLines; page += 1) {
      const count = await this.#loadPage(page);
      totals.push(this.total);
      if (this.#isClosed) return;
      if (count < linesPerPage) break;
    }
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- it is never changed
    const identities = new Set(this.#lines.flatMap((line) => line?.identity ?? []));
    const isWhole = totals.every((total) => total === identities.size);
    if (isWhole) this.first ??= identities;
  }

  async #loadPage(page: number): Promise<number> {
    const offset = page * linesPerPage;
    const { lines, total } = await this.#fetch(offset, linesPerPage);
    for (const line of lines) this.#lines[line.number - 1] = line;
    this.total = total;
    // Lines may have been removed.
    if (this.#lines.length > total) this.#lines.length = total;
    this.characters = charactersOf(this.#lines);
    this.#place();
    return lines.length;
  }

  #place(): void {
    this.#placed = new PlacedLines(this.#lines.filter((line) => line !== undefined));
    this.isTimed = this.#placed.isTimed;
    this.version += 1;
  }
}

function charactersOf(lines: readonly (ReviewedLine | undefined)[]) {
  const loaded = lines.filter((line) => line !== undefined);
  return groupBy(loaded, (line) => line.characterId)
    .map(([id, spoken]) => ({ id, name: spoken[0]?.character ?? "", lines: spoken.length }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
