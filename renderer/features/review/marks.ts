import type { LineFinding, ReviewedLine } from "../../../preload/contract/review";

/** The errors and warnings of a line that are not ignored, the errors first. */
export const marksOf = ({ checks }: Pick<ReviewedLine, "checks">): LineFinding[] =>
  checks.filter(({ severity, ignoredBy }) => severity !== "note" && ignoredBy === null);
