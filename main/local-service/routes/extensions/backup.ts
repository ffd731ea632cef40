/** Extension: backup of the workspace to a folder on this computer, and restore. */
import { z } from "zod";
import type { Backup } from "../../backup/backup";
import { backupProgress, backupReport } from "../../../../preload/local-service/maintenance";
import { plainText } from "../../../../preload/local-service/parts";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const folderBody = z.object({
  folder: plainText.min(1, "must not be empty").max(4096),
});
const backupBody = folderBody.extend({
  /**
   * Default true. Without the sound of its takes, a backup is smaller, and the takes are made
   * again.
   */
  withSound: z.boolean().optional(),
});
const restoreBody = folderBody.extend({
  /** Default false: a backup with damaged or missing files is a 400, and nothing changes. */
  skipDamaged: z.boolean().optional(),
});

const backupRoute = describeRoute({
  method: "POST",
  path: "/local/backup",
  onFullDisk: "reads",
  section: "extensions",
  summary:
    "Writes the whole workspace to an empty folder on this computer; names what cannot be read",
  body: backupBody,
  responses: { 200: backupReport },
  errors: [400, 409, 507],
});

const restoreRoute = describeRoute({
  method: "POST",
  path: "/local/restore",
  section: "extensions",
  summary: "Replaces the whole workspace by a backup, whose files are verified",
  body: restoreBody,
  responses: { 200: backupReport },
  errors: [400, 409, 507],
});

const progressRoute = describeRoute({
  method: "GET",
  path: "/local/backup",
  section: "extensions",
  summary:
    "The active backup or restore, the last one, and an interrupted restore; the totals are 0 until they are known",
  responses: { 200: backupProgress },
});

const cancelRoute = describeRoute({
  method: "DELETE",
  path: "/local/backup",
  // It must not wait for the restore that it cancels.
  onFullDisk: "reads",
  section: "extensions",
  summary:
    "Cancels the active backup or restore, whose call then fails with 409; else drops an interrupted restore",
  responses: { 204: null },
});

export function createLocalBackupRoutes(backup: Backup): BoundRoute[] {
  return [
    bindRoute(backupRoute, async ({ body }) => ({
      status: 200,
      body: await backup.backUp(body.folder, body),
    })),
    bindRoute(progressRoute, async () => ({ status: 200, body: await backup.state() })),
    bindRoute(cancelRoute, async () => {
      await backup.cancel();
      return { status: 204 };
    }),
    bindRoute(restoreRoute, async ({ body }) => ({
      status: 200,
      body: await backup.restore(body.folder, body),
    })),
  ];
}
