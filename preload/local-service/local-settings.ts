/** Settings of a batch that the interface does not have; they are stored with the batch. */
import { z } from "zod";

export const localSettings = z.strictObject({
  /**
   * The version of the video that is dubbed although it was cut off or damaged; another version is
   * checked again.
   */
  acceptedVideo: z.string().max(1_000).optional(),
});
export type LocalSettings = z.infer<typeof localSettings>;
