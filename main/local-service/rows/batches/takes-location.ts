/**
 * The prefix of the locations of the takes of a batch, and of their speech. In `removals` it stands
 * for all objects below it.
 */
export const takesBelow = (batchId: string): string => `takes/${batchId}/`;
