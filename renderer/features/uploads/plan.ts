import type { ConflictChoice, Plan } from "../../../preload/model";

/** What can happen to files whose place is taken, in the order it is asked. */
export const conflictChoices: readonly ConflictChoice[] = ["skip", "replace", "rename"];

/** What confirming would queue. Files in conflict count once it is said what happens to them. */
export function planTotals(plan: Plan): { files: number; bytes: number } {
  const isTaken = plan.conflictChoice === "replace" || plan.conflictChoice === "rename";
  return {
    files: plan.counts.new + (isTaken ? plan.counts.conflict : 0),
    bytes: plan.newBytes + (isTaken ? plan.conflictBytes : 0),
  };
}
