/**
 * When cached lists were synced, whether they are complete, and what prevents a sync: shown with
 * their data.
 */
import type { Freshness, ResourceList } from "../../../preload/model/resources";
import type { Connectivity } from "../connectivity/connectivity";
import { listKey } from "./list-definitions";
import type { ListSync } from "./list-sync";
import type { ListStore } from "./store";

export interface ListFreshnessDeps {
  store: Pick<ListStore, "counts" | "state">;
  connectivity: Pick<Connectivity, "blocked" | "lastProblem">;
  isReading: ListSync["isReading"];
  /** Bound of the cached items of one list. */
  maxItems: number;
}

export type ListFreshness = ReturnType<typeof createListFreshness>;

export function createListFreshness(deps: ListFreshnessDeps) {
  const { store, connectivity, isReading, maxItems } = deps;
  return {
    /** When a list was last synced completely, in milliseconds since 1970; null for never. */
    readAt: (workspaceId: string, list: ResourceList): number | null =>
      store.state(listKey(workspaceId, list)).readAt,
    /**
     * Whether items of a list were skipped because there are too many. A later failure replaces
     * that problem: then a list with the maximum number of items counts as truncated.
     */
    isTruncated(workspaceId: string, list: ResourceList): boolean {
      const key = listKey(workspaceId, list);
      const { problem } = store.state(key);
      if (problem === null || problem.code === "list-too-long") return problem !== null;
      const cached = Object.values(store.counts(key)).reduce((sum, some) => sum + some, 0);
      return cached >= maxItems;
    },
    /** The freshness of data from several lists: that of the oldest. */
    freshness(workspaceId: string, ...lists: ResourceList[]): Freshness {
      const states = lists.map((list) => store.state(listKey(workspaceId, list)));
      const times = states.map(({ readAt }) => readAt);
      const readAt = times.reduce(
        (oldest, at) => (at === null || oldest === null ? null : Math.min(oldest, at)),
        times[0] ?? null,
      );
      const own = states.find(({ problem }) => problem !== null)?.problem;
      // No sync starts without a connection: a list that was never synced would seem to be loading
      // for ever.
      const { lastProblem, blocked } = connectivity;
      const connectionProblem = (readAt === null ? lastProblem : blocked)(workspaceId);
      return {
        readAt,
        isReading: lists.some((list) => isReading(workspaceId, list)),
        problem: own ?? connectionProblem,
      };
    },
  };
}
