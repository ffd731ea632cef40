import type { Fit } from "../../../../preload/facts/review";

/** The fit of a stored text. */
export const fitOf = (stored: string): Fit =>
  stored === "auto" || stored === "natural" ? stored : Number(stored);
