/** The data of a workspace on this computer: backup, restore, statistics, and the location of its folder. */
import { z } from "zod";
import { workspaceStatistics } from "../model/resources";
import { call, inWorkspace, nothing } from "./call";

/** A running maintenance job of a workspace. */
export const maintenanceJob = z.object({
  workspaceId: z.string(),
  kind: z.enum(["backup", "restore", "move"]),
  /** The folder of the backup, or the new folder of a workspace that is being moved. */
  folder: z.string(),
  files: z.number(),
  bytes: z.number(),
  /** The totals are 0 until they are known. */
  totalFiles: z.number(),
  totalBytes: z.number(),
  isCancelling: z.boolean(),
});
export type MaintenanceJob = z.infer<typeof maintenanceJob>;

/** Null if the user cancelled the native dialog or the job. */
const result = z.object({ folder: z.string(), files: z.number(), bytes: z.number() }).nullable();

export const maintenance = {
  /** All running jobs. */
  jobs: call(nothing, z.array(maintenanceJob)),
  /** Requires the extension "statistics". */
  statistics: call(inWorkspace, workspaceStatistics),
  /** Opens the native folder dialog and writes a backup to a new subfolder. Requires the extension "backup". */
  backUp: call(inWorkspace, result),
  /** Opens the native folder dialog for a backup and replaces all data of the workspace with it. */
  restore: call(inWorkspace, result),
  /** Opens the native folder dialog for a backup and restores it to a new local workspace. */
  restoreAsNew: call(nothing, z.object({ workspaceId: z.string() }).nullable()),
  /**
   * Opens the native folder dialog and moves a local workspace's data to the chosen folder. The old folder is removed
   * after the service has started in the new one.
   */
  moveFolder: call(inWorkspace, result),
  /** Stops a job after its current file and removes the files that it created. */
  cancel: call(inWorkspace, nothing),
};
