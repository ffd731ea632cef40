/** The channels everything crosses on. Apart from the contract, so that the preload bundles no schema. */
export const channels = {
  call: "dubyard:call",
  event: "dubyard:event",
  /** From the preload alone: paths of files that the user dropped or picked. */
  chosenPaths: "dubyard:chosen-paths",
} as const;
