/** Changes of the lines of a batch, and what their values may be. */

/** How lines are added and removed. "undo": such a change was undone. */
export const lineEdits = ["split", "merge", "add", "delete", "undo"] as const;

/** The latest time of a line in its video, in milliseconds: 100 hours. */
export const maxLineMs = 360_000_000;
/** Milliseconds of the shortest line. */
export const minLineMs = 1;
/** Characters of a word for an emotion or an intensity. */
export const maxExpression = 200;

/**
 * Each addition or removal of lines adds this to the revisions of all lines of a batch: a line with
 * the number and the revision of another one is never taken for it.
 */
export const revisionsOfLineSet = 1_000_000;
/**
 * Whether two revisions of the line with one identity are of the same values: additions and
 * removals of other lines do not count.
 */
export const isSameRevision = (a: number, b: number): boolean =>
  a % revisionsOfLineSet === b % revisionsOfLineSet;

/** The allowed values of the column Emotion. */
export const emotions = [
  "anger",
  "curiosity",
  "fear",
  "joy",
  "narration",
  "pain",
  "pleasure",
  "sadness",
  "surprise",
] as const;
/** The allowed values of the column Intensity. */
export const intensities = ["low", "normal", "high"] as const;
