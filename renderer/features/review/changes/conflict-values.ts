/** The values of which two versions are shown after a conflict. */
import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import { t } from "../../../app/strings";
import { historyText } from "./history-text";

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

/**
 * Whether a change of values that all languages share, or of the text, replaces the same ones in
 * both versions of a line.
 */
export function isReplacedEqual(
  before: { number: number } | ReviewedLine,
  present: ReviewedLine,
  change: LineChange,
): boolean {
  if (!("target" in before)) return false;
  const names = ["target", ...sharedNames] as const;
  const isOther = Object.keys(change).some((name) => !names.some((known) => known === name));
  return (
    !isOther && names.every((name) => change[name] === undefined || before[name] === present[name])
  );
}
