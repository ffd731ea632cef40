/** Results of an action on several items. */
export const outcomes = {
  show: "Show",
  retryFailed: "Retry failed",
  more: (number: string) => `and ${number} more`,
};
