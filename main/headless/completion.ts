/** The end of a terminal command that waits for work to complete. */
export type Outcome = "done" | "interrupted";

/**
 * The end of a run: `outcome` resolves when `check` finds that the condition is met, or with the
 * value of `resolve`.
 */
export function createCompletion() {
  let condition: () => Outcome | null = () => null;
  let resolve: (outcome: Outcome) => void = () => undefined;
  let isScheduled = false;
  let isResolved = false;
  const outcome = new Promise<Outcome>((settle) => {
    resolve = (result) => {
      isResolved = true;
      settle(result);
    };
  });
  return {
    outcome,
    resolve: (result: Outcome) => resolve(result),
    /** Sets the function that returns the outcome, or null while the run continues. */
    setCondition(next: () => Outcome | null) {
      condition = next;
    },
    /** Call after each change. Several changes in one turn of the event loop are checked once. */
    check() {
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        const result = isResolved ? null : condition();
        if (result) resolve(result);
      });
    },
  };
}
