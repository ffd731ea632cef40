import type { Action } from "../../app/actions.svelte";
import { groupBy } from "../../app/group-by";
import { t } from "../../app/strings";

/** What is about the window itself stands behind what is about the work. */
const last = [t.navigation.goToGroup, t.app.group, t.settings.appearance, t.diagnostics.title];

/** Actions by group, those of the present screen first: they were offered last. */
export function byNearness(actions: readonly Action[]): Action[] {
  const indexOf = new Map(actions.map((action, index) => [action, index]));
  const rank = ([group, members]: [string, Action[]]) => {
    const place = last.indexOf(group);
    return place >= 0
      ? place + 1
      : -Math.max(...members.map((action) => indexOf.get(action) ?? 0)) / actions.length;
  };
  return groupBy(actions, ({ group }) => group ?? "")
    .sort((a, b) => rank(a) - rank(b))
    .flatMap(([, members]) => members);
}
