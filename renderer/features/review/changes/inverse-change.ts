import type { LineChange, ReviewedLine } from "../../../../preload/contract/review";
import type { Decision } from "../../../../preload/facts/review";

/** The decision that counts: one about an earlier take or text does not apply any more. */
export const appliedDecision = ({ state, decision }: ReviewedLine): Decision | null =>
  state === decision ? decision : null;

/** The change that restores what `change` replaces in a line. */
export function inverseOf(line: ReviewedLine, change: LineChange): LineChange {
  const inverse: LineChange = {};
  if (change.target !== undefined) inverse.target = line.target;
  if (change.voice !== undefined) inverse.voice = line.voice;
  if (change.offsetMs !== undefined) inverse.offsetMs = line.offsetMs;
  if (change.levelDb !== undefined) inverse.levelDb = line.levelDb;
  if (change.fit !== undefined) inverse.fit = line.fit;
  if (change.startMs !== undefined) inverse.startMs = line.startMs;
  if (change.endMs !== undefined) inverse.endMs = line.endMs;
  if (change.character !== undefined) inverse.character = line.character;
  if (change.source !== undefined) inverse.source = line.source;
  if (change.emotion !== undefined) inverse.emotion = line.emotion;
  if (change.intensity !== undefined) inverse.intensity = line.intensity;
  const isOtherTake = change.takeId !== undefined && change.takeId !== line.chosen?.id;
  if (isOtherTake && line.chosen) inverse.takeId = line.chosen.id;
  if (change.decision !== undefined) {
    inverse.decision = appliedDecision(line);
    if (inverse.decision === "rejected") inverse.reason = line.reason;
  }
  return inverse;
}
