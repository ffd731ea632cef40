/** What a batch was created from, as far as it is known. */
import { z } from "zod";
import { batchSettings } from "../model/resources";

/** Where the script or the video of a batch came from. */
export const knownSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** A URL without a query, or a gallery path. */
  z.object({ kind: z.literal("location"), location: z.string() }),
  /** A file on this computer. */
  z.object({ kind: z.literal("file"), path: z.string() }),
  /** SECURITY: its URL had a query, which may hold a signature: its file name alone is kept. */
  z.object({ kind: z.literal("name"), name: z.string() }),
  z.object({ kind: z.literal("unknown") }),
]);
export type KnownSource = z.infer<typeof knownSource>;

export const batchOrigin = z.object({
  /** Created by this application, as the service returns it, or not known: the batch was created elsewhere. */
  from: z.enum(["here", "service", "unknown"]),
  script: knownSource,
  video: knownSource,
  /** "" for none; null where it is not known. */
  languageCode: z.string().nullable(),
  /** Those that were given; null where they are not known. */
  settings: batchSettings.nullable(),
  /** Where in the gallery its files went. */
  targetFolder: z.string(),
});
export type BatchOrigin = z.infer<typeof batchOrigin>;
