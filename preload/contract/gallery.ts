/** The media gallery of a workspace. */
import { z } from "zod";
import { galleryEntry, problem, timestamp } from "../model";
import { call, inWorkspace, nothing, page, search } from "./call";

export const gallery = {
  /** A page of a folder's entries, or of the paths below it that match a search. */
  browse: call(
    inWorkspace.extend({
      /** "" for the root, otherwise ending in "/". */
      folder: z.string(),
      search,
      sort: z.enum(["name", "-name"]),
      ...page.shape,
    }),
    z.object({
      entries: z.array(galleryEntry),
      total: z.number(),
      /** The search stopped at its limit. */
      isTruncated: z.boolean(),
    }),
  ),
  /** The direct subfolders of a folder, for the tree. */
  folders: call(
    inWorkspace.extend({ folder: z.string(), ...page.shape }),
    z.object({
      folders: z.array(
        z.object({
          path: z.string(),
          name: z.string(),
          fileCount: z.number(),
          hasFolders: z.boolean(),
        }),
      ),
      total: z.number(),
    }),
  ),
  /** The age of the cached gallery, and whether it is being refreshed. */
  status: call(
    inWorkspace,
    z.object({
      fileCount: z.number(),
      readAt: timestamp.nullable(),
      isReading: z.boolean(),
      problem: problem.nullable(),
    }),
  ),
  /** Reloads the gallery from the service. Resolves when it is complete. */
  refresh: call(inWorkspace, z.object({ added: z.number(), removed: z.number() })),
  /** The number of files that these paths include; a folder's path ends in "/". */
  count: call(
    inWorkspace.extend({ paths: z.array(z.string()).max(100_000) }),
    z.object({ files: z.number() }),
  ),
  delete: call(inWorkspace.extend({ paths: z.array(z.string()).min(1).max(100_000) }), nothing),
};
