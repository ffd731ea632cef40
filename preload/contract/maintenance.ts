/**
 * The data of a workspace on this computer: backup, restore, statistics, and the location of its
 * folder.
 */
import { z } from "zod";
import {
  backupReport,
  heldSources,
  interruptedRestore,
  workspaceStatistics,
} from "../local-service/maintenance";
import { call, id, inWorkspace, nothing } from "./call";

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

const moved = z.object({ folder: z.string(), files: z.number(), bytes: z.number() });

/** The report of a backup or a restore. */
export const backupResult = backupReport.omit({ isComplete: true }).extend({
  kind: z.enum(["backup", "restore"]),
  folder: z.string(),
  /**
   * "incomplete": all but the named files. "damaged": the backup has damaged files, and nothing was
   * restored; see `restoreRest`.
   */
  outcome: z.enum(["complete", "incomplete", "damaged"]),
});
export type BackupResult = z.infer<typeof backupResult>;

export type { BackupProblem } from "../local-service/maintenance";

export const maintenance = {
  /** All running jobs. */
  jobs: call(nothing, z.array(maintenanceJob)),
  /** Requires the extension "statistics". */
  statistics: call(inWorkspace, workspaceStatistics),
  /**
   * Opens the native folder dialog and writes a backup to a new subfolder. Requires the extension
   * "backup". Null, as below, if the user cancelled the native dialog or the job.
   */
  backUp: call(inWorkspace.extend({ withSound: z.boolean() }), backupResult.nullable()),
  /** Opens the native folder dialog for a backup and replaces all data of the workspace with it. */
  restore: call(inWorkspace, backupResult.nullable()),
  /** Restores the last backup that was "damaged", without its damaged files. */
  restoreRest: call(inWorkspace, backupResult.nullable()),
  /** Continues an interrupted restore. */
  continueRestore: call(inWorkspace, backupResult.nullable()),
  interruptedRestore: call(inWorkspace, interruptedRestore.nullable()),
  /** Removes what an interrupted restore has copied. */
  dropRestore: call(inWorkspace, nothing),
  /**
   * Opens the native folder dialog for a backup and restores it to a new local workspace. Damaged
   * files are left out, and named in the report.
   */
  restoreAsNew: call(
    nothing,
    z.object({ workspaceId: z.string(), report: backupResult }).nullable(),
  ),
  /**
   * Opens the native folder dialog and moves a local workspace's data to the chosen folder. The old
   * folder is removed after the service has started in the new one.
   */
  moveFolder: call(inWorkspace, moved.nullable()),
  /** What waits for a confirmation. Requires the extension "confirmations". */
  held: call(inWorkspace, heldSources.shape.held),
  /**
   * Confirms batches and bulk requests that wait: they continue. Requires the extension
   * "confirmations".
   */
  confirmHeld: call(inWorkspace.extend({ ids: z.array(id).max(1_000) }), nothing),
  /** Stops a job after its current file and removes the files that it created. */
  cancel: call(inWorkspace, nothing),
};
