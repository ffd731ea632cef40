/** Where the peaks of the video of a batch are stored. They are removed with the batch. */
export const peaksLocation = (batchId: string): string => `peaks/${batchId}`;
