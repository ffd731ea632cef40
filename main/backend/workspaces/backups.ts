/** Backups of workspaces, and restores of them. */
import { rm } from "node:fs/promises";
import path from "node:path";
import type { BackupResult } from "../../../preload/contract/maintenance";
import type { Handlers } from "../../../preload/contract";
import { AppError } from "../../common/errors";
import type { Dialogs } from "../ports";
import type { BackupReport } from "../../../preload/local-service/maintenance";
import { freeName } from "./free-name";
import type { Extensions } from "./extensions";
import type { LocalWorkspaces } from "./local-workspaces";
import type { Remote } from "../../remote/remote";
import type { Workspaces } from "./workspaces";
import type { MaintenanceJobs } from "./maintenance-jobs";

export interface BackupsDeps {
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require" | "refresh">;
  workspaces: Pick<Workspaces, "remove">;
  localWorkspaces: Pick<LocalWorkspaces, "create">;
  dialogs: Pick<Dialogs, "chooseFolder">;
  defaultLocalDir: string;
  onChanged: () => void;
  now: () => number;
}

type Service = Remote["extensions"]["maintenance"];

type BackupHandlers = Pick<
  Handlers["maintenance"],
  | "backUp"
  | "restore"
  | "restoreRest"
  | "continueRestore"
  | "interruptedRestore"
  | "dropRestore"
  | "restoreAsNew"
>;

/** `contentReplaced`: the content of a workspace is that of a backup from now on. */
export function createBackups(
  deps: BackupsDeps,
  jobs: MaintenanceJobs,
  contentReplaced: (workspaceId: string) => void,
): BackupHandlers {
  const { remote, extensions, workspaces, dialogs, onChanged } = deps;
  /**
   * The last backup of each workspace that was not restored because it has damaged files, by the id
   * of the workspace.
   */
  const damagedBackups = new Map<string, string>();

  /** A backup or restore by the service, whose progress is polled. */
  async function byService(
    kind: "backup" | "restore",
    workspaceId: string,
    folder: string,
    work: (service: Service) => Promise<BackupReport>,
  ): Promise<BackupResult | null> {
    extensions.require(workspaceId, "backup");
    const service = remote(workspaceId).extensions.maintenance;
    const cancel = () => void service.cancelBackup().catch(() => undefined);
    const report = await jobs.run({ workspaceId, kind, folder }, cancel, async (update) => {
      const stopPolling = jobs.pollProgress(async () => {
        const { files, bytes, totalFiles, totalBytes } = await service.backupState();
        update({ files, bytes, totalFiles, totalBytes });
      });
      try {
        return await work(service);
      } finally {
        stopPolling();
      }
    });
    return report && toResult(kind, folder, report);
  }

  /** A backup with damaged files is a result, and not restored unless they are to be skipped. */
  async function restoreFrom(
    workspaceId: string,
    folder: string,
    skipDamaged: boolean,
  ): Promise<BackupResult | null> {
    damagedBackups.delete(workspaceId);
    try {
      const restored = await byService("restore", workspaceId, folder, (service) =>
        service.restore(folder, skipDamaged),
      );
      contentReplaced(workspaceId);
      return restored;
    } catch (error) {
      const isRejected = error instanceof AppError && error.code === "invalid-input";
      const state = isRejected
        ? await remote(workspaceId).extensions.maintenance.backupState()
        : null;
      if (state?.damaged?.folder !== folder) throw error;
      damagedBackups.set(workspaceId, folder);
      return { ...toResult("restore", folder, state.damaged.report), outcome: "damaged" };
    }
  }

  /** A folder that does not exist yet: "Dubyard backup 2026-01-31 14-05" in the chosen one. */
  function backupFolder(parent: string): string {
    const at = new Date(deps.now());
    const two = (value: number) => String(value).padStart(2, "0");
    const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    const name = `Dubyard backup ${day} ${two(at.getHours())}-${two(at.getMinutes())}`;
    return freeName(path.join(parent, name));
  }

  /**
   * Removes a workspace that was created for a backup which could not be restored; its folder did
   * not exist before.
   */
  async function discard(workspaceId: string, dataDir: string): Promise<void> {
    await workspaces.remove(workspaceId);
    await rm(dataDir, { recursive: true, force: true });
  }

  return {
    async backUp({ workspaceId, withSound }) {
      extensions.require(workspaceId, "backup");
      const parent = await dialogs.chooseFolder(path.dirname(deps.defaultLocalDir));
      if (parent === null) return null;
      const folder = backupFolder(parent);
      return byService("backup", workspaceId, folder, (service) =>
        service.backUp(folder, withSound),
      );
    },
    async restore({ workspaceId }) {
      extensions.require(workspaceId, "backup");
      const folder = await dialogs.chooseFolder(path.dirname(deps.defaultLocalDir));
      return folder === null ? null : restoreFrom(workspaceId, folder, false);
    },
    restoreRest({ workspaceId }) {
      const folder = damagedBackups.get(workspaceId);
      if (folder === undefined) throw new AppError("invalid-input", "no backup was damaged");
      return restoreFrom(workspaceId, folder, true);
    },
    async continueRestore({ workspaceId }) {
      extensions.require(workspaceId, "backup");
      const { interrupted } = await remote(workspaceId).extensions.maintenance.backupState();
      if (!interrupted) throw new AppError("invalid-input", "no restore was interrupted");
      return restoreFrom(workspaceId, interrupted.folder, false);
    },
    async interruptedRestore({ workspaceId }) {
      extensions.require(workspaceId, "backup");
      return (await remote(workspaceId).extensions.maintenance.backupState()).interrupted;
    },
    async dropRestore({ workspaceId }) {
      extensions.require(workspaceId, "backup");
      jobs.requireNone(workspaceId);
      await remote(workspaceId).extensions.maintenance.cancelBackup();
      onChanged();
    },
    async restoreAsNew() {
      const folder = await dialogs.chooseFolder(path.dirname(deps.defaultLocalDir));
      if (folder === null) return null;
      const dataDir = freeName(deps.defaultLocalDir);
      const { id: workspaceId } = await deps.localWorkspaces.create(dataDir);
      try {
        await extensions.refresh(workspaceId);
        // Nothing is replaced: the new workspace has no content.
        const report = await restoreFrom(workspaceId, folder, true);
        if (report) return { workspaceId, report };
      } catch (error) {
        await discard(workspaceId, dataDir);
        throw error;
      }
      await discard(workspaceId, dataDir);
      return null;
    },
  };
}

function toResult(
  kind: BackupResult["kind"],
  folder: string,
  { isComplete, ...report }: BackupReport,
): BackupResult {
  return { ...report, kind, folder, outcome: isComplete ? "complete" : "incomplete" };
}
