/** Where the preview of the video of a batch is stored. It is removed with the batch. */
export const previewLocation = (batchId: string): string => `previews/${batchId}`;
