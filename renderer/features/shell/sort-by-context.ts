import type { Action } from "../../app/actions.svelte";
import { groupBy } from "../../app/lists/group-by";
import { t } from "../../app/strings";

/** Groups about the window, sorted after all others. */
const lastGroups = [
  t.navigation.goToGroup,
  t.app.group,
  t.settings.appearance,
  t.diagnostics.title,
];

/**
 * Sorts actions by group: groups of the current screen first, which are the most recently
 * registered ones.
 */
export function sortByContext(actions: readonly Action[]): Action[] {
  const indexOf = new Map(actions.map((action, index) => [action, index]));
  const rank = ([group, members]: [string, Action[]]) => {
    const index = lastGroups.indexOf(group);
    return index >= 0
      ? index + 1
      : -Math.max(...members.map((action) => indexOf.get(action) ?? 0)) / actions.length;
  };
  return groupBy(actions, ({ group }) => group ?? "")
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(([, members]) => members);
}
