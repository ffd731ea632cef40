/**
 * Gains of the original sound in dB, if it stays: during the takes, and otherwise. A delivered mix
 * sounds like the dub.
 */
export const originalGains = { duckedDb: -18, otherwiseDb: 0 } as const;
