/** The lists that are polled: those on screen, and those in which work is running. */
import type { ResourceList } from "../../../preload/model/resources";
import { listKey } from "./list-definitions";
import type { Target } from "./poll-intervals";
import type { PollIntervals } from "./poll-intervals";

type Targets = Map<string, Target>;

/** The key of a list among the targets. */
export const nameOf = (workspaceId: string, list: ResourceList) =>
  JSON.stringify(listKey(workspaceId, list));

export function createPollTargets(intervals: PollIntervals) {
  function add(targets: Targets, workspaceId: string, list: ResourceList, isShown = false): Target {
    const name = nameOf(workspaceId, list);
    const known = targets.get(name);
    if (known) {
      if (isShown && !known.isShown) {
        known.isShown = true;
        intervals.reset(known);
      }
      return known;
    }
    const added: Target = {
      workspaceId,
      list,
      isShown,
      isBackground: false,
      intervalMs: 0,
      dueAt: 0,
      syncedAt: 0,
    };
    intervals.begin(added);
    targets.set(name, added);
    return added;
  }

  return {
    /** These lists are on screen, and no others. */
    setShown(targets: Targets, workspaceId: string, shown: readonly ResourceList[]): void {
      const names = new Set(shown.map((list) => nameOf(workspaceId, list)));
      for (const [name, { isShown }] of targets)
        if (isShown && !names.has(name)) targets.delete(name);
      for (const list of shown) add(targets, workspaceId, list, true);
    },
    /**
     * Adds the background lists, and removes lists that are neither in the background nor on
     * screen.
     */
    setBackground(
      targets: Targets,
      lists: readonly { workspaceId: string; list: ResourceList }[],
    ): void {
      const background = lists.map(({ workspaceId, list }) => add(targets, workspaceId, list));
      for (const target of targets.values()) target.isBackground = false;
      for (const target of background) target.isBackground = true;
      for (const [name, { isShown, isBackground }] of targets)
        if (!isShown && !isBackground) targets.delete(name);
    },
  };
}
