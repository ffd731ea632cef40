/**
 * Note: List screens
 * A screen that shows a list of the service creates one ListScreen and renders it with ListView and
 * ListSearch. The ListScreen has the search text, the rows, the selection, the age of the list,
 * refreshing, and the search action; the screen adds its columns, cells, filters, actions and the
 * empty state:
 *
 *   const screen = new ListScreen<User>({ topics: ["users"], keyOf, lists, inputs, fetch });
 *   …
 *   <ScreenHeader title="Users">
 *     {#snippet searchBox()}<ListSearch {screen} label="Search users" />{/snippet}
 *   </ScreenHeader>
 *   <ListView {screen} label="Users" {columns} {cell} {actions} {empty} />
 */
import type { Topic } from "../../preload/contract";
import type { Freshness, ResourceList } from "../../preload/model/resources";
import { offerActions } from "../app/actions.svelte";
import { api } from "../app/api";
import { pagedList, type PagedList } from "../app/lists/paged-list.svelte";
import { runWithToast } from "../app/messages/run-with-toast";
import { Selection } from "../app/lists/selection.svelte";
import { useSession } from "../app/session.svelte";
import { t } from "../app/strings";
import { track } from "../app/messages/track";
import { refreshReason } from "./offline-reason";
import { showLists } from "./visible-lists.svelte";

type Rows<T> = { items: readonly T[]; total: number; freshness: Freshness };

interface ListOptions<T> {
  /** Topics of changes after which the visible rows are fetched again. */
  topics: readonly Topic[];
  keyOf: (item: T) => string | number;
  /** The filters and the sort key. A change fetches the rows again and scrolls to the first one. */
  inputs: () => readonly unknown[];
  /**
   * The inputs that clear the selection when they change, besides the search text. Default:
   * `inputs`.
   */
  selectionInputs?: () => readonly unknown[];
  /** Fetches a range of rows that match the search text; null while an input is unknown. */
  fetch: (search: string, offset: number, limit: number) => Promise<Rows<T>> | null;
}

/**
 * A list of the service with a search text and a selection. Create it during the initialization of
 * a component.
 */
export class SearchableList<T> {
  search = $state("");
  /** The age of the list; undefined until the first rows are fetched. */
  freshness = $state.raw<Freshness>();
  readonly list: PagedList<T>;
  readonly selection: Selection<T>;
  #inputs: () => readonly unknown[];
  /** Changes when another list is shown: it then starts at its first row. */
  readonly resetKey: unknown = $derived.by(() => [this.search, ...this.#inputs()]);

  constructor({ topics, keyOf, inputs, selectionInputs = inputs, fetch }: ListOptions<T>) {
    this.#inputs = inputs;
    this.list = pagedList<T>({
      topics,
      keyOf,
      inputs: () => [this.search, ...inputs()],
      fetch: (offset, limit) =>
        fetch(this.search, offset, limit)?.then(({ items, total, freshness }) => {
          this.freshness = freshness;
          return { items, total };
        }) ?? null,
    });
    this.selection = new Selection(this.list, keyOf);
    $effect.pre(() => {
      track(this.search, ...selectionInputs());
      this.selection.clear();
    });
  }
}

interface ScreenOptions<T> extends ListOptions<T> {
  /** The lists of the service that are shown and therefore kept in sync. */
  lists: () => readonly [ResourceList, ...ResourceList[]];
  /** The lists that the user refreshes. Default: the first of `lists`. */
  refreshed?: () => readonly ResourceList[];
}

/**
 * The state of a list screen. Create it during the initialization of a component. See Note: List
 * screens.
 */
export class ListScreen<T> extends SearchableList<T> {
  /** The rendered components, set by ListView and ListSearch. */
  listing = $state.raw<{ focus: () => void; show: (index: number) => void }>();
  searchField = $state.raw<{ focus: () => void }>();
  #refreshed: () => readonly ResourceList[];
  #session = useSession();

  constructor(options: ScreenOptions<T>) {
    super(options);
    const { lists, refreshed = () => lists().slice(0, 1) } = options;
    this.#refreshed = refreshed;
    showLists(lists);
    offerActions(() => [
      {
        id: "app.search",
        title: t.app.search,
        shortcut: "Mod+F",
        group: t.app.group,
        run: () => this.searchField?.focus(),
      },
    ]);
  }

  /** Why the list cannot be refreshed; undefined if it can. */
  get refreshReason(): string | undefined {
    return refreshReason(this.#session);
  }

  /** Syncs the list with the service. Errors are shown in a toast. */
  refresh = (): Promise<boolean> => {
    const workspaceId = this.#session.workspaceId ?? "";
    return runWithToast(async () => {
      for (const list of this.#refreshed()) await api.lists.refresh({ workspaceId, list });
    });
  };
}
