/**
 * Note: List screens
 * A screen that shows a list of the service creates one ListScreen and renders it with ListView and ListSearch. The
 * ListScreen has the search text, the rows, the selection, the age of the list, refreshing, and the search action;
 * the screen adds its columns, cells, filters, actions and the empty state:
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
import { pagedList, type PagedList } from "../app/paged-list.svelte";
import { attempt } from "../app/run-with-toast";
import { Selection } from "../app/selection.svelte";
import { useSession } from "../app/session.svelte";
import { t } from "../app/strings";
import { dependOn } from "../app/track";
import { refreshReason } from "./offline-reason";
import { showLists } from "./visible-lists.svelte";

interface Options<T> {
  /** Topics of changes after which the visible rows are fetched again. */
  topics: readonly Topic[];
  keyOf: (item: T) => string | number;
  /** The lists of the service that are shown and therefore kept in sync. The user refreshes the first one. */
  lists: () => readonly [ResourceList, ...ResourceList[]];
  /** The filters and the sort key. A change fetches the rows anew and scrolls to the first one. */
  inputs: () => readonly unknown[];
  /** The inputs that clear the selection when they change, besides the search text. Default: `inputs`. */
  selectionInputs?: () => readonly unknown[];
  /** Fetches a range of rows that match the search text. */
  fetch: (
    search: string,
    offset: number,
    limit: number,
  ) => Promise<{ items: readonly T[]; total: number; freshness: Freshness }>;
}

/** The state of a list screen. Create it during the initialization of a component. See Note: List screens. */
export class ListScreen<T> {
  search = $state("");
  /** The age of the list; undefined until the first rows are fetched. */
  freshness = $state.raw<Freshness>();
  /** The rendered components, set by ListView and ListSearch. */
  listing = $state.raw<{ focus: () => void; show: (index: number) => void }>();
  searchField = $state.raw<{ focus: () => void }>();
  readonly list: PagedList<T>;
  readonly selection: Selection<T>;
  #options: Options<T>;
  #session = useSession();
  /** Changes when another list is shown: it then starts at its first row. */
  readonly position: unknown = $derived.by(() => [this.search, ...this.#options.inputs()]);

  constructor(options: Options<T>) {
    this.#options = options;
    const { topics, keyOf, lists, inputs, selectionInputs = inputs, fetch } = options;
    this.list = pagedList<T>({
      topics,
      keyOf,
      inputs: () => [this.search, ...inputs()],
      fetch: async (offset, limit) => {
        const { items, total, freshness } = await fetch(this.search, offset, limit);
        this.freshness = freshness;
        return { items, total };
      },
    });
    this.selection = new Selection(this.list, keyOf);
    $effect.pre(() => {
      dependOn(this.search, ...selectionInputs());
      this.selection.clear();
    });
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
    const [list] = this.#options.lists();
    return attempt(() => api.lists.refresh({ workspaceId, list }));
  };
}
