/**
 * Backup, restore, statistics and the folder of workspaces; one job at a time for each workspace.
 */
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { BackupResult, MaintenanceJob } from "../../../preload/contract/maintenance";
import type { Handlers } from "../../../preload/contract";
import { AppError, invalidFields, systemCode } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import { createPollScheduler } from "../../common/poll-scheduler";
import type { Dialogs } from "../ports";
import type { BackupReport } from "../../../preload/local-service/maintenance";
import type { Extensions } from "./extensions";
import { requireNoWorkspace, type LocalWorkspaces } from "./local-workspaces";
import { prepareTransfer } from "./folder-transfer";
import type { Remote } from "../../remote/remote";
import type { Workspaces } from "./workspaces";

export interface MaintenanceDeps {
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require" | "refresh">;
  workspaces: Pick<Workspaces, "get" | "relocate" | "remove">;
  localWorkspaces: Pick<LocalWorkspaces, "create">;
  dialogs: Pick<Dialogs, "chooseFolder">;
  defaultLocalDir: string;
  onChanged: () => void;
  now: () => number;
  /** Interval at which the progress of an active backup is requested, in milliseconds. */
  pollMs?: number;
}

type Service = Remote["extensions"]["maintenance"];

interface Running {
  job: MaintenanceJob;
  cancel: () => void;
}

export interface Maintenance {
  handlers: Handlers["maintenance"];
  /** Subscribes to workspaces whose content was replaced by that of a backup. */
  onRestored: (listener: (workspaceId: string) => void) => () => void;
}

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { remote, extensions, workspaces, dialogs, onChanged } = deps;
  const running = new Map<string, Running>();
  /**
   * The last backup of each workspace that was not restored because it has damaged files, by the id
   * of the workspace.
   */
  const damagedBackups = new Map<string, string>();
  const restores = createListeners<[workspaceId: string]>();
  function contentReplaced(workspaceId: string): void {
    restores.notify(workspaceId);
    onChanged();
  }

  /** Runs a job; null when it was cancelled. */
  async function run<T>(
    job: Pick<MaintenanceJob, "workspaceId" | "kind" | "folder">,
    cancel: () => void,
    work: (update: (change: Partial<MaintenanceJob>) => void) => Promise<T>,
  ): Promise<T | null> {
    const { workspaceId } = job;
    if (running.has(workspaceId))
      throw new AppError("invalid-input", "another backup, restore or move is running");
    const progress = { files: 0, bytes: 0, totalFiles: 0, totalBytes: 0, isCancelling: false };
    const entry: Running = { job: { ...job, ...progress }, cancel };
    running.set(workspaceId, entry);
    onChanged();
    try {
      return await work((change) => {
        entry.job = { ...entry.job, ...change };
        onChanged();
      });
    } catch (error) {
      if (entry.job.isCancelling) return null;
      throw error;
    } finally {
      running.delete(workspaceId);
      onChanged();
    }
  }

  /**
   * Polls at a fixed interval until the returned function is called; a failed poll is repeated at
   * the next one.
   */
  function pollProgress(read: () => Promise<void>): () => void {
    const intervalMs = deps.pollMs ?? 500;
    let isPolling = false;
    const scheduler = createPollScheduler({
      update: () => undefined,
      canPoll: () => !isPolling,
      poll(target) {
        isPolling = true;
        void read()
          .catch(() => undefined)
          .finally(() => {
            isPolling = false;
            target.dueAt = deps.now() + target.intervalMs;
            scheduler.tick();
          });
      },
      now: deps.now,
    });
    scheduler.targets.set("progress", { intervalMs, dueAt: deps.now() + intervalMs });
    scheduler.start();
    return scheduler.stop;
  }

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
    const report = await run({ workspaceId, kind, folder }, cancel, async (update) => {
      const stopPolling = pollProgress(async () => {
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

  const handlers: Handlers["maintenance"] = {
    jobs: () => [...running.values()].map(({ job }) => job),
    statistics({ workspaceId }) {
      extensions.require(workspaceId, "statistics");
      return remote(workspaceId).extensions.maintenance.statistics();
    },
    held({ workspaceId }) {
      extensions.require(workspaceId, "confirmations");
      return remote(workspaceId).extensions.maintenance.heldSources();
    },
    async confirmHeld({ workspaceId, ids }) {
      extensions.require(workspaceId, "confirmations");
      await remote(workspaceId).extensions.maintenance.confirmSources(ids);
      onChanged();
    },
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
      if (running.has(workspaceId))
        throw new AppError("invalid-input", "another backup, restore or move is running");
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
    async moveFolder({ workspaceId }) {
      const { kind, dataDir } = workspaces.get(workspaceId);
      if (kind !== "local")
        throw new AppError("not-offered", "only a local workspace has a folder");
      const chosen = await dialogs.chooseFolder(path.dirname(dataDir));
      if (chosen === null) return null;
      // The workspace's own folder has an error of its own.
      if (!isInside(chosen, dataDir)) requireNoWorkspace(chosen);
      // A folder with other contents gets a subfolder.
      const isEmpty = (await readdir(chosen).catch(() => [])).length === 0;
      const to = isEmpty ? chosen : path.join(chosen, path.basename(dataDir));
      const stop = new AbortController();
      const cancel = () => stop.abort(new AppError("internal", "cancelled"));
      return run({ workspaceId, kind: "move", folder: to }, cancel, async (update) => {
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
    },
    cancel({ workspaceId }) {
      const entry = running.get(workspaceId);
      if (!entry) return;
      entry.job = { ...entry.job, isCancelling: true };
      onChanged();
      entry.cancel();
    },
  };

  return { handlers, onRestored: restores.add };

  /**
   * Removes a workspace that was created for a backup which could not be restored; its folder did
   * not exist before.
   */
  async function discard(workspaceId: string, dataDir: string): Promise<void> {
    await workspaces.remove(workspaceId);
    await rm(dataDir, { recursive: true, force: true });
  }
}

function toResult(
  kind: BackupResult["kind"],
  folder: string,
  { isComplete, ...report }: BackupReport,
): BackupResult {
  return { ...report, kind, folder, outcome: isComplete ? "complete" : "incomplete" };
}

/** The path, or with the first number that is free: "Dubyard", "Dubyard 2". */
function freeName(wanted: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!existsSync(name)) return name;
  }
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
