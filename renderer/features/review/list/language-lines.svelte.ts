import { untrack } from "svelte";
import type { ReviewedLine, ReviewFilter } from "../../../../preload/contract/review";
import type { CheckName } from "../../../../preload/facts/checks";
import { everyLine } from "../../../../preload/facts/review";
import { api } from "../../../app/api";
import { pagedList, type PagedList } from "../../../app/lists/paged-list.svelte";
import { Selection } from "../../../app/lists/selection.svelte";
import { track } from "../../../app/messages/track";
import { query, type Query } from "../../../app/query.svelte";
import type { Language } from "../language";
import type { PresentPerson } from "./poll-changes.svelte";
import type { PollState } from "./poll-interval";
import { filterOf, shownByLink, type ShownLines } from "./line-filter";

/**
 * The lines of a language that match a filter, the selected ones, and the numbers of all by state
 * and check.
 */
export class LanguageLines {
  shown = $state<ShownLines>("");
  /** "" for all. */
  check = $state<CheckName | "">("");
  /** "" for all. */
  characterId = $state("");
  search = $state("");
  /** The other persons who are at lines now. */
  people = $state.raw<readonly PresentPerson[]>([]);
  /** Increases when the details of a line are to be read again. */
  revision = $state(0);
  readonly list: PagedList<ReviewedLine>;
  readonly selection: Selection<ReviewedLine>;
  /** The selected line, if it is one. */
  readonly single = $derived.by(() => {
    track(this.list.version);
    return this.selection.count === 1 ? this.selection.rows[0] : undefined;
  });
  #language: Language;
  #summary: Query<Awaited<ReturnType<typeof api.review.summary>>>;
  readonly filter = $derived<ReviewFilter>({
    ...everyLine,
    ...filterOf(this.shown),
    search: this.search,
    checks: this.check === "" ? [] : [this.check],
    characterId: this.characterId === "" ? null : this.characterId,
  });
  #own = $derived.by(() => {
    const { languageId: own } = this.#language;
    return this.#summary.data?.languages.find(({ languageId }) => languageId === own);
  });
  readonly counts = $derived(this.#own?.states ?? {});
  readonly checkCounts = $derived(this.#own?.checks ?? {});
  /** Lines or takes that will be there later: the script is being read, or takes are being made. */
  readonly isMaking = $derived.by(
    () =>
      (this.counts.generating ?? 0) > 0 ||
      this.#own?.areChecksDue === true ||
      (this.#summary.data !== undefined && (this.#own?.lines ?? 0) === 0),
  );

  /** Whether this window has requested the takes that are made. */
  isRequested = $state(false);

  /**
   * `filterNames`: what is shown at first. Call while a component is created; it ends with the
   * component.
   */
  constructor(language: Language, filterNames: string) {
    this.#language = language;
    const first = shownByLink(filterNames);
    this.shown = first.shown;
    this.check = first.check;
    this.list = pagedList<ReviewedLine>({
      topics: ["review"],
      keyOf: ({ number }) => number,
      inputs: () => this.inputs,
      fetch: async (offset, limit) => {
        const filter = untrack(() => this.filter);
        const found = await api.review.list({ ...language, filter, offset, limit });
        return { items: found.lines, total: found.total };
      },
    });
    this.selection = new Selection(this.list, ({ number }) => number);
    // The own language only: the numbers of the others are not shown.
    this.#summary = query(["review", "batches"], () => api.review.summary(language));
    $effect(() => {
      if (!this.isMaking) this.isRequested = false;
    });
  }

  get #choices(): readonly string[] {
    return [this.shown, this.check, this.characterId, this.search];
  }
  /** Changes with the filter. */
  get inputs(): string {
    return this.#choices.join("\n");
  }
  /** Whether the list and the numbers have been read. */
  get isRead(): boolean {
    return !this.list.isLoading && !this.#summary.isLoading;
  }
  /** Whether the list has all lines, so that a number is an index. */
  get isComplete(): boolean {
    return this.#choices.every((one) => one === "");
  }

  /** `isShared`: whether other persons may be at the lines. */
  pollState(isShared: boolean): PollState {
    return { isMaking: this.isMaking, isRequested: this.isRequested, isShared };
  }

  /** Shows all lines. */
  clear(): void {
    this.shown = this.check = this.characterId = this.search = "";
  }
  /** Reads the visible lines, the numbers and the details of the selected line again. */
  refresh(): void {
    this.list.refresh();
    this.#summary.refresh();
    this.revision += 1;
  }
  /** Reads the numbers again. */
  refreshCounts(): void {
    this.#summary.refresh();
  }
}
