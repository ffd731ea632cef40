import { everyLine, lineStates, type LineState } from "../../../preload/facts/review";
import { t } from "../../app/strings";

/** Which lines are listed: those in a state, or in all states but one, or with comments; "" for all. */
export const shownLines = ["unapproved", ...lineStates, "commented"] as const;
export type ShownLines = (typeof shownLines)[number] | "";

/** The part of the filter. */
export function filterOf(shown: ShownLines): Pick<typeof everyLine, "states" | "isCommented"> {
  if (shown === "" || shown === "commented")
    return { states: [], isCommented: shown === "commented" };
  const states =
    shown === "unapproved" ? lineStates.filter((state) => state !== "approved") : [shown];
  return { states, isCommented: false };
}

/** The option with its number of lines. `counts` of states are absent for none. */
export function shownTitle(
  shown: string,
  counts: Partial<Record<LineState, number>>,
  commented: number,
): string {
  const known = shownLines.find((one) => one === shown);
  if (known === undefined) return shown;
  const { stateWithCount, states, commentedLines, unapproved } = t.review;
  if (known === "commented") return stateWithCount(commentedLines, commented);
  const open = filterOf(known).states;
  const count = open.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return stateWithCount(known === "unapproved" ? unapproved : states[known], count);
}
