/** Extension: backup of the workspace to a folder on this computer, and restore. */
import { z } from "zod";
import type { Backup } from "../../backup/backup";
import { plainText } from "../../names";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

export const folderBody = z.object({
  folder: plainText.min(1, "must not be empty").max(4096),
});
const writtenCounts = z.object({ files: z.number(), bytes: z.number() });

export const backupRoute = describeRoute({
  method: "POST",
  path: "/local/backup",
  section: "extensions",
  summary: "Writes the whole workspace to an empty folder on this computer",
  body: folderBody,
  responses: { 200: writtenCounts, 400: errorBody, 409: errorBody, 500: errorBody, 507: errorBody },
});

export const restoreRoute = describeRoute({
  method: "POST",
  path: "/local/restore",
  section: "extensions",
  summary: "Replaces the whole workspace by a backup",
  body: folderBody,
  responses: { 200: writtenCounts, 400: errorBody, 409: errorBody, 500: errorBody, 507: errorBody },
});

const progress = z.object({
  state: z.enum(["idle", "backup", "restore"]),
  files: z.number(),
  bytes: z.number(),
  totalFiles: z.number(),
  totalBytes: z.number(),
});

export const progressRoute = describeRoute({
  method: "GET",
  path: "/local/backup",
  section: "extensions",
  summary: "Progress of the active backup or restore; the totals are 0 until they are known",
  responses: { 200: progress, 500: errorBody },
});

export const cancelRoute = describeRoute({
  method: "DELETE",
  path: "/local/backup",
  section: "extensions",
  summary: "Cancels the active backup or restore; its call then fails with 409",
  responses: { 204: null, 500: errorBody },
});

export function createLocalBackupRoutes(backup: Backup): BoundRoute[] {
  return [
    bindRoute(backupRoute, async ({ body }) => ({
      status: 200,
      body: await backup.backUp(body.folder),
    })),
    bindRoute(progressRoute, () => ({ status: 200, body: backup.progress() })),
    bindRoute(cancelRoute, () => {
      backup.cancel();
      return { status: 204 };
    }),
    bindRoute(restoreRoute, async ({ body }) => ({
      status: 200,
      body: await backup.restore(body.folder),
    })),
  ];
}
