/**
 * The origin of a batch: its script, video and settings at creation. Parts of it may be unknown.
 */
import { z } from "zod";
import { batchSettings } from "../model/resources";

/** The source of the script or the video of a batch. */
const knownSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** A URL without a query, or a gallery path. */
  z.object({ kind: z.literal("location"), location: z.string() }),
  /** A file on this computer; `lineKinds` as in the request. */
  z.object({ kind: z.literal("file"), path: z.string(), lineKinds: z.string().optional() }),
  /** SECURITY: the URL had a query, which may contain a signature. Only the file name is stored. */
  z.object({ kind: z.literal("name"), name: z.string() }),
  z.object({ kind: z.literal("unknown") }),
]);
export type KnownSource = z.infer<typeof knownSource>;

export const batchOrigin = z.object({
  /**
   * "here": created by this application. "service": returned by the service. "unknown": created
   * elsewhere.
   */
  from: z.enum(["here", "service", "unknown"]),
  script: knownSource,
  video: knownSource,
  /** "" for none; null if unknown. */
  languageCode: z.string().nullable(),
  /** The settings that were specified; null if unknown. */
  settings: batchSettings.nullable(),
  /** The gallery folder that its files were uploaded to. */
  targetFolder: z.string(),
});
export type BatchOrigin = z.infer<typeof batchOrigin>;
