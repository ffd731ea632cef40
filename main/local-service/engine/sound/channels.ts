/** The channels of sounds: mono, stereo, or 5.1 in the order of WAV files, L R C LFE Ls Rs. */
export type ChannelCount = 1 | 2 | 6;

/** The position of the centre in 5.1. */
export const centre = 2;

/** Weights of the channels of 5.1 for their loudness (ITU-R BS.1770-4, table 3). */
export const surroundWeights: readonly number[] = [1, 1, 1, 0, 1.41, 1.41];

/** The short names of the channels; that of mono is "". */
export const channelNames: Readonly<Record<ChannelCount, readonly string[]>> = {
  1: [""],
  2: ["L", "R"],
  6: ["L", "R", "C", "LFE", "Ls", "Rs"],
};
