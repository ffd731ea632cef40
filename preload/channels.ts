/** The two channels everything crosses on. Apart from the contract, so that the preload bundles no schema. */
export const channels = { call: "dubyard:call", event: "dubyard:event" } as const;
