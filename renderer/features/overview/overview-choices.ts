import type { OverviewGroup } from "./overview-row";

/** The stored view of the overview. */
export type OverviewChoices = {
  /** The state that is shown; "" for all. */
  shown: string;
  groupBy: string;
  order: string;
  /** The ids of collapsed groups, separated by line breaks; the last collapsed one last. */
  collapsed: string;
};

/** Collapsed groups that are remembered: their ids fit into a stored view. */
const maxCollapsed = 60;

export const collapsedIds = ({ collapsed }: OverviewChoices): readonly string[] =>
  collapsed.split("\n").filter((id) => id !== "");

/** Expands or collapses a group. */
export function toggleGroup(view: OverviewChoices, id: string): void {
  const ids = collapsedIds(view);
  const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  view.collapsed = next.slice(-maxCollapsed).join("\n");
}

/** The groups of the state that is shown. */
export const ofState = (
  groups: readonly OverviewGroup[],
  shown: string,
): readonly OverviewGroup[] => (shown === "" ? groups : groups.filter(({ id }) => id === shown));
