import type { ConflictChoice, Plan } from "../../../preload/model";

/** The choices for files whose gallery path exists already, in display order. */
export const conflictChoices: readonly ConflictChoice[] = ["skip", "replace", "rename"];

/**
 * The files and bytes that confirming the plan would queue. Conflicting files count once the user
 * has chosen to upload them.
 */
export function planTotals(plan: Plan): { files: number; bytes: number } {
  const areConflictsUploaded =
    plan.conflictChoice === "replace" || plan.conflictChoice === "rename";
  return {
    files: plan.counts.new + (areConflictsUploaded ? plan.counts.conflict : 0),
    bytes: plan.newBytes + (areConflictsUploaded ? plan.conflictBytes : 0),
  };
}

/**
 * The number of files whose path exists in the gallery. With "rename", the conflicts of a plan
 * include its duplicates.
 */
export const existingCount = ({ counts, duplicates, conflictChoice }: Plan): number =>
  conflictChoice === "rename" ? counts.conflict - duplicates : counts.conflict;
