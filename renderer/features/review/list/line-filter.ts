import { checkNames, type CheckName } from "../../../../preload/facts/checks";
import { parseFilter } from "../../../../preload/facts/review-filter";
import { lineStates, type everyLine, type LineState } from "../../../../preload/facts/review";
import { t } from "../../../app/strings";

/**
 * Which lines are listed: those with some states, or with comments. The names are those of filters.
 * "" for all.
 */
export const shownLines = ["open", "not-approved", ...lineStates, "commented"] as const;
export type ShownLines = (typeof shownLines)[number] | "";

/** The part of the filter. */
export function filterOf(shown: ShownLines): Pick<typeof everyLine, "states" | "isCommented"> {
  const { states = [], isCommented = false } = parseFilter(shown) ?? {};
  return { states, isCommented };
}

/** What a link selects by names of filters. Unknown names are ignored. */
export function shownByLink(names: string): { shown: ShownLines; check: CheckName | "" } {
  const all = names.split(",");
  return {
    shown: shownLines.find((one) => all.includes(one)) ?? "",
    check: checkNames.find((one) => all.includes(one)) ?? "",
  };
}

/** The option with its number of lines. `counts` of states are absent for none. */
export function shownTitle(
  shown: string,
  counts: Partial<Record<LineState, number>>,
  commented: number,
): string {
  const known = shownLines.find((one) => one === shown);
  if (known === undefined) return shown;
  const { stateWithCount, states, shownLines: titles } = t.review;
  if (known === "commented") return stateWithCount(titles.commented, commented);
  const count = filterOf(known).states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  const title = known === "open" || known === "not-approved" ? titles[known] : states[known];
  return stateWithCount(title, count);
}
