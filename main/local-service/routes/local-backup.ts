/** Extension: the whole workspace to a folder of this computer, and back. */
import { z } from "zod";
import type { Backup } from "../backup/backup";
import { plainText } from "../names";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";

export const folderBody = z.object({
  folder: plainText.min(1, "must not be empty").max(4096),
});
const tally = z.object({ files: z.number(), bytes: z.number() });

export const backupRoute = {
  method: "POST",
  path: "/local/backup",
  section: "extensions",
  summary: "Writes the whole workspace to an empty folder of this computer",
  body: folderBody,
  responses: { 200: tally, 400: errorBody, 409: errorBody, 500: errorBody, 507: errorBody },
} satisfies RouteDescription<z.infer<typeof folderBody>>;

export const restoreRoute = {
  method: "POST",
  path: "/local/restore",
  section: "extensions",
  summary: "Puts a backup in the place of everything that is in the workspace",
  body: folderBody,
  responses: { 200: tally, 400: errorBody, 409: errorBody, 500: errorBody, 507: errorBody },
} satisfies RouteDescription<z.infer<typeof folderBody>>;

const progress = z.object({
  state: z.enum(["idle", "backup", "restore"]),
  files: z.number(),
  bytes: z.number(),
  totalFiles: z.number(),
  totalBytes: z.number(),
});

export const progressRoute = {
  method: "GET",
  path: "/local/backup",
  section: "extensions",
  summary: "How far a backup or restore under way is; the totals are 0 until they are known",
  responses: { 200: progress, 500: errorBody },
} satisfies RouteDescription;

export const cancelRoute = {
  method: "DELETE",
  path: "/local/backup",
  section: "extensions",
  summary: "Cancels a backup or restore under way, whose call is then refused with 409",
  responses: { 204: null, 500: errorBody },
} satisfies RouteDescription;

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
