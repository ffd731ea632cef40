import type { ReviewFilter } from "../../../preload/contract/review";

/** The filter that all lines match. */
export const everyLine: ReviewFilter = {
  ...{ states: [], checks: [], isWithoutWarnings: false, search: "" },
};
