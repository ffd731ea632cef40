/**
 * Gains of the original sound in dB, if it stays: during the takes, and otherwise. A delivered mix
 * sounds like the dub.
 */
export const originalGains = { duckedDb: -18, otherwiseDb: 0 } as const;

/** Gains of music and effects: they are mixed to stay below speech as they are. */
export const bedGains = { duckedDb: 0, otherwiseDb: 0 } as const;
