/** How the rows of a file with texts are matched with the lines of a batch. */

/** The evidence by which a row is matched, the strongest first. */
export const matchEvidence = [
  /** The row and the line have the same ID, and no other row or line has it. */
  "id",
  /** The ID of the line as a spreadsheet program changes it: "1" for "001". */
  "changed-id",
  /** Both begin at the same time, to within a frame. */
  "time",
  /** All times of the file differ from those of the batch by the same value. */
  "shifted-time",
  /** The number of the line. Numbers of lines and characters agree. */
  "number",
] as const;
export type MatchEvidence = (typeof matchEvidence)[number];
