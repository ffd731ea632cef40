import { untrack } from "svelte";
import type { ReviewedLine } from "../../../preload/contract/review";
import type { CheckName } from "../../../preload/facts/checks";
import { everyLine } from "../../../preload/facts/review";
import { api } from "../../app/api";
import { pagedList, type PagedList } from "../../app/lists/paged-list.svelte";
import { Selection } from "../../app/lists/selection.svelte";
import { track } from "../../app/messages/track";
import { query, type Query } from "../../app/query.svelte";
import { filterOf, type ShownLines } from "./shown-lines";
import type { Language } from "./language";

/** The lines of a language that match a filter, the selected ones, and the numbers of all by state and check. */
export class LanguageLines {
  shown = $state<ShownLines>("");
  /** "" for all. */
  check = $state<CheckName | "">("");
  search = $state("");
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
  #filter = $derived({
    ...{ ...everyLine, ...filterOf(this.shown), search: this.search },
    checks: this.check === "" ? [] : [this.check],
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

  /** Call while a component is created; it ends with the component. */
  constructor(language: Language) {
    this.#language = language;
    this.list = pagedList<ReviewedLine>({
      topics: ["review"],
      keyOf: ({ number }) => number,
      inputs: () => [this.shown, this.check, this.search],
      fetch: async (offset, limit) => {
        const filter = untrack(() => this.#filter);
        const found = await api.review.list({ ...language, filter, offset, limit });
        return { items: found.lines, total: found.total };
      },
    });
    this.selection = new Selection(this.list, ({ number }) => number);
    this.#summary = query(["review", "batches"], () => api.review.summary(language));
  }

  /** Whether the list and the numbers have been read. */
  get isRead(): boolean {
    return !this.list.isLoading && !this.#summary.isLoading;
  }
  /** Whether the list has all lines, so that a number is an index. */
  get isComplete(): boolean {
    return this.shown === "" && this.check === "" && this.search === "";
  }

  /** Reads the visible lines, the numbers and the details of the selected line again. */
  refresh(): void {
    this.list.refresh();
    this.#summary.refresh();
    this.revision += 1;
  }
}
