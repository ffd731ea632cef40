/** How old cached lists are. */
import type { ResourceList } from "../../../preload/model/resources";
import { listName } from "./list-cache";
import { dependentsOf, listKey } from "./list-definitions";
import type { ListStore } from "./store";

export function createListAges({
  store,
  now,
}: {
  store: Pick<ListStore, "state">;
  now: () => number;
}) {
  /** The times of the last attempts, by the names of the lists. */
  const triedAt = new Map<string, number>();
  /** A list that they depend on changed after they were synced. */
  const stale = new Set<string>();
  const nameOf = (workspaceId: string, list: ResourceList) => listName(listKey(workspaceId, list));

  const readAt = (workspaceId: string, list: ResourceList) =>
    store.state(listKey(workspaceId, list)).readAt;

  return {
    /** When a list was last synced successfully; null for never. */
    readAt,
    /** A sync of a list begins. */
    begun(workspaceId: string, list: ResourceList): void {
      const name = nameOf(workspaceId, list);
      triedAt.set(name, now());
      stale.delete(name);
    },
    /** A sync changed a list. */
    changed(workspaceId: string, list: ResourceList): void {
      for (const other of dependentsOf(list)) stale.add(nameOf(workspaceId, other));
    },
    /**
     * Milliseconds since the last sync of a list, successful or not; Infinity when there was none,
     * and when a list that it depends on changed since.
     */
    age(workspaceId: string, list: ResourceList): number {
      const name = nameOf(workspaceId, list);
      if (stale.has(name)) return Infinity;
      const tried = triedAt.get(name) ?? 0;
      const at = Math.max(tried, readAt(workspaceId, list) ?? 0);
      // A read in the future: the clock was set back, and the age is unknown.
      return at === 0 || at > now() ? Infinity : now() - at;
    },
  };
}
