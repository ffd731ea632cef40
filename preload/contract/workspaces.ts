/** The workspaces: how they are added, their credentials, and their connections. */
import { z } from "zod";
import { authScheme, workspace } from "../model";
import { call, inWorkspace, nothing } from "./call";

const credentials = z.object({
  name: z.string().trim().min(1).max(200),
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().trim().min(1).max(1000),
  clientSecret: z.string().trim().min(1).max(4000),
  authScheme,
});

/** A folder for a local workspace. */
const localFolder = z.object({
  dataDir: z.string(),
  /** Free space of its disk. */
  freeBytes: z.number(),
  /** The workspace that exists in the folder, which is opened then; null for none. */
  workspace: z
    .object({
      /** Null if its database is damaged or missing. */
      counts: z.object({ projects: z.number(), files: z.number() }).nullable(),
    })
    .nullable(),
});
export type LocalFolder = z.infer<typeof localFolder>;

export const workspaces = {
  list: call(nothing, z.array(workspace)),
  /**
   * Requests the service's models with these credentials. Stores nothing. Rejects with the reason.
   */
  test: call(credentials.omit({ name: true }), z.object({ milliseconds: z.number() })),
  connect: call(credentials, workspace),
  /**
   * Exchanges an invitation for credentials, which go to the vault, and adds the workspace.
   * `invitation`: its link. Rejects with the field "invitation" for one that is wrong, was used or
   * has expired.
   */
  join: call(
    z.object({
      invitation: z.string().trim().min(1).max(4000),
      name: z.string().trim().min(1).max(200),
    }),
    workspace,
  ),
  /** The default data folder of a local workspace. */
  localDefaults: call(nothing, localFolder),
  /**
   * Opens the native folder dialog; null if the user cancels. A folder of a workspace, or inside of
   * it, is that workspace.
   */
  chooseLocalFolder: call(nothing, localFolder.nullable()),
  /**
   * "Work on this computer". The first local workspace is named `name`, others are named after
   * their folder.
   */
  createLocal: call(
    z.object({
      dataDir: z.string().min(1),
      name: z.string().trim().min(1).max(500).optional(),
      /**
       * The user wants to open the workspace that exists in the folder. Without it, such a folder
       * is refused.
       */
      opensExisting: z.boolean().optional(),
    }),
    workspace,
  ),
  rename: call(inWorkspace.extend({ name: z.string().trim().min(1).max(200) }), nothing),
  /** Tests new credentials and replaces rejected or lost ones with them. */
  replaceSecret: call(
    inWorkspace.extend({
      clientId: z.string().trim().min(1).max(1000),
      clientSecret: z.string().trim().min(1).max(4000),
      authScheme,
    }),
    nothing,
  ),
  /**
   * The data of the workspace that exists only on this computer; removing the workspace deletes it.
   */
  usage: call(
    inWorkspace,
    z.object({
      /** Requests of the outbox that are not sent. */
      pendingRequests: z.number(),
      bulkDrafts: z.number(),
      /** Bulk requests that are tracked on this computer. */
      trackedRequests: z.number(),
      formDrafts: z.number(),
      /** A bucket for its scripts is configured on this computer, with its key. */
      hasBucket: z.boolean(),
    }),
  ),
  /**
   * Deletes the workspace, its queue, its cache and its secret. The media of a local workspace
   * remain on disk.
   */
  remove: call(inWorkspace, nothing),
  /** Attempts to connect to the service now. */
  reconnect: call(inWorkspace, nothing),
  /**
   * Replaces a local workspace's damaged or missing database with the newest usable copy; the
   * damaged file is not deleted. Or opens one with invalid rows. Called only after the user has
   * confirmed the one or the other.
   */
  recover: call(inWorkspace.extend({ consent: z.enum(["copy", "rows"]) }), nothing),
};
