/**
 * The names of the IPC channels. Separate from the contract, so that the preload bundle contains no
 * schemas.
 */
export const channels = {
  call: "dubyard:call",
  event: "dubyard:event",
  /** Sent only by the preload script: paths of files that the user dropped or picked. */
  chosenPaths: "dubyard:chosen-paths",
} as const;
