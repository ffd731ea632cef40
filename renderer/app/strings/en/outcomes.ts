/** What became of something done to several things. */
export const outcomes = {
  show: "Show",
  retryFailed: "Retry failed",
  more: (number: string) => `and ${number} more`,
};
