/** Moves the folder of a local workspace to one that the user chooses. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import { AppError, invalidFields, systemCode } from "../../common/errors";
import type { Dialogs } from "../ports";
import { requireNoWorkspace } from "./local-workspaces";
import { prepareTransfer } from "./folder-transfer";
import type { Workspaces } from "./workspaces";
import type { MaintenanceJobs } from "./maintenance-jobs";

export interface MoveFolderDeps {
  workspaces: Pick<Workspaces, "get" | "relocate">;
  dialogs: Pick<Dialogs, "chooseFolder">;
}

export function createMoveFolder(
  { workspaces, dialogs }: MoveFolderDeps,
  jobs: MaintenanceJobs,
): Handlers["maintenance"]["moveFolder"] {
  return async ({ workspaceId }) => {
    const { kind, dataDir } = workspaces.get(workspaceId);
    if (kind !== "local") throw new AppError("not-offered", "only a local workspace has a folder");
    const chosen = await dialogs.chooseFolder(path.dirname(dataDir));
    if (chosen === null) return null;
    // The workspace's own folder has an error of its own.
    if (!isInside(chosen, dataDir)) requireNoWorkspace(chosen);
    // A folder with other contents gets a subfolder.
    const isEmpty = (await readdir(chosen).catch(() => [])).length === 0;
    const to = isEmpty ? chosen : path.join(chosen, path.basename(dataDir));
    const stop = new AbortController();
    const cancel = () => stop.abort(new AppError("internal", "cancelled"));
    return jobs.run({ workspaceId, kind: "move", folder: to }, cancel, async (update) => {
      const transfer = await prepareTransfer({
        from: dataDir,
        to,
        signal: stop.signal,
        onProgress: update,
      }).catch((error: unknown) => {
        throw asFolderProblem(error);
      });
      const { files, bytes } = await workspaces.relocate(workspaceId, transfer);
      return { folder: to, files, bytes };
    });
  };
}

function isInside(folder: string, outer: string): boolean {
  const relative = path.relative(outer, folder);
  return !relative.startsWith("..") && !path.isAbsolute(relative);
}

function asFolderProblem(error: unknown): unknown {
  const code = systemCode(error);
  if (error instanceof AppError || code === "") return error;
  return invalidFields([{ field: "folder", message: `cannot be used (${code})` }], error);
}
