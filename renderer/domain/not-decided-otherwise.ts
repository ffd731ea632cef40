import type { ReviewFilter } from "../../preload/contract/review";
import { decisions, everyLine, lineStates, type Decision } from "../../preload/facts/review";

/**
 * The lines that were not decided otherwise since they got the decision `made`. The undo of that
 * decision is only about these: a later decision of another reviewer stays.
 */
export function notDecidedOtherwise(made: Decision | null): ReviewFilter {
  const others: readonly string[] = decisions.filter((one) => one !== made);
  return { ...everyLine, states: lineStates.filter((state) => !others.includes(state)) };
}
