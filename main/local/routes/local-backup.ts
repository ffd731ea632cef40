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
  responses: { 200: tally, 400: errorBody, 500: errorBody, 507: errorBody },
} satisfies RouteDescription<z.infer<typeof folderBody>>;

export const restoreRoute = {
  method: "POST",
  path: "/local/restore",
  section: "extensions",
  summary: "Puts a backup in the place of everything that is in the workspace",
  body: folderBody,
  responses: { 200: tally, 400: errorBody, 500: errorBody, 507: errorBody },
} satisfies RouteDescription<z.infer<typeof folderBody>>;

export function createLocalBackupRoutes(backup: Backup): BoundRoute[] {
  return [
    bindRoute(backupRoute, async ({ body }) => ({
      status: 200,
      body: await backup.backUp(body.folder),
    })),
    bindRoute(restoreRoute, async ({ body }) => ({
      status: 200,
      body: await backup.restore(body.folder),
    })),
  ];
}
