/** The values of which two versions are shown after a conflict. */
import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import { t } from "../../../app/strings";
import { historyText } from "./history-text";
import { appliedDecision } from "./inverse-change";

/** What all languages share of a line. */
const sharedNames = ["startMs", "endMs", "character", "source", "emotion", "intensity"] as const;

interface Versions {
  line: ReviewedLine;
  change: LineChange;
}

/** The values that a change replaces, as they are and as they would be. */
export const conflictValues = ({ line, change }: Versions) =>
  sharedNames.flatMap((name) => {
    const own = change[name];
    if (own === undefined) return [];
    const title = t.review.history.values[name];
    return [{ title, present: historyText(name, line[name]), own: historyText(name, own) }];
  });

/** Whether both versions are shown; of other values, the present ones stay. */
export const isShownConflict = (versions: Versions): boolean =>
  versions.change.target !== undefined || conflictValues(versions).length > 0;

/** Whether a line has the decision already that a change is about: another person made it too. */
export function isDecidedEqual(present: ReviewedLine, change: LineChange): boolean {
  const { decision, reason, takeId, ...others } = change;
  if (decision === undefined || Object.keys(others).length > 0) return false;
  const isOfTake = takeId === undefined || present.chosen?.id === takeId;
  const isSameReason = decision === null || reason === undefined || reason === present.reason;
  return isOfTake && isSameReason && appliedDecision(present) === decision;
}

/**
 * Whether a change of values that all languages share, of the text, the voice or the placement,
 * replaces the same ones in both versions of a line.
 */
export function isReplacedEqual(
  before: { number: number } | ReviewedLine,
  present: ReviewedLine,
  change: LineChange,
): boolean {
  if (!("target" in before)) return false;
  const names = ["target", "voice", "offsetMs", "levelDb", "fit", ...sharedNames] as const;
  const isOther = Object.keys(change).some((name) => !names.some((known) => known === name));
  return (
    !isOther && names.every((name) => change[name] === undefined || before[name] === present[name])
  );
}
