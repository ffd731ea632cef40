import type { LineFinding, ReviewedLine } from "../../../preload/contract/review";

/** What the checks found on a line and is not ignored, the worst first. */
export const marksOf = ({ checks }: Pick<ReviewedLine, "checks">): LineFinding[] =>
  checks.filter(({ ignoredBy }) => ignoredBy === null);
