/** The data of a workspace on this computer: backup, restore, figures, and where its folder is. */
import { z } from "zod";
import { call, inWorkspace, nothing } from "./call";

/** Work on the data of a workspace while it runs. */
export const maintenanceJob = z.object({
  workspaceId: z.string(),
  kind: z.enum(["backup", "restore", "move"]),
  /** The backup's folder, or the new one of a workspace that is moved. */
  folder: z.string(),
  files: z.number(),
  bytes: z.number(),
  /** 0 until they are known. */
  totalFiles: z.number(),
  totalBytes: z.number(),
  isCancelling: z.boolean(),
});
export type MaintenanceJob = z.infer<typeof maintenanceJob>;

export const statistics = z.object({
  projects: z.number(),
  /** By status. */
  batches: z.record(z.string(), z.number()),
  lines: z.number(),
  characters: z.number(),
  glossaryLines: z.number(),
  users: z.number(),
  scripts: z.number(),
  mediaFiles: z.number(),
  mediaBytes: z.number(),
});

/** Null: the native dialog was closed without a choice, or the job was cancelled. */
const result = z.object({ folder: z.string(), files: z.number(), bytes: z.number() }).nullable();

export const maintenance = {
  /** All jobs under way. */
  jobs: call(nothing, z.array(maintenanceJob)),
  /** Where the service offers "statistics". */
  statistics: call(inWorkspace, statistics),
  /** Asks for a folder natively and writes a backup to a new one in it. Where the service offers "backup". */
  backUp: call(inWorkspace, result),
  /** Asks for a backup's folder natively and puts it in the place of everything in the workspace. */
  restore: call(inWorkspace, result),
  /** Asks for a backup's folder natively and restores it to a new local workspace. */
  restoreAsNew: call(nothing, z.object({ workspaceId: z.string() }).nullable()),
  /**
   * Asks for a folder natively and moves a local workspace's data there. The old folder is removed after the service
   * has started in the new one.
   */
  moveFolder: call(inWorkspace, result),
  /** Ends a job after the file it is at; what it made is removed. */
  cancel: call(inWorkspace, nothing),
};
