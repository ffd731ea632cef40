/**
 * Backup, restore, statistics and the folder of workspaces; one job at a time for each workspace.
 */
import type { Handlers } from "../../../preload/contract";
import { createListeners } from "../../common/listeners";
import type { Workspaces } from "./workspaces";
import { createBackups, type BackupsDeps } from "./backups";
import {
  createMaintenanceJobs,
  type MaintenanceJobs,
  type MaintenanceJobsDeps,
} from "./maintenance-jobs";
import { createMoveFolder } from "./move-folder";

export interface MaintenanceDeps extends BackupsDeps, MaintenanceJobsDeps {
  workspaces: Pick<Workspaces, "get" | "relocate" | "remove">;
  onChanged: () => void;
  now: () => number;
}

export interface Maintenance {
  handlers: Handlers["maintenance"];
  jobs: Pick<MaintenanceJobs, "reserve">;
  /** Subscribes to workspaces whose content was replaced by that of a backup. */
  onRestored: (listener: (workspaceId: string) => void) => () => void;
}

export function createMaintenance(deps: MaintenanceDeps): Maintenance {
  const { remote, extensions, onChanged } = deps;
  const jobs = createMaintenanceJobs(deps);
  const restores = createListeners<[workspaceId: string]>();
  const backups = createBackups(deps, jobs, (workspaceId) => {
    restores.notify(workspaceId);
    onChanged();
  });
  const handlers: Handlers["maintenance"] = {
    ...backups,
    jobs: jobs.list,
    cancel: ({ workspaceId }) => jobs.cancel(workspaceId),
    moveFolder: createMoveFolder(deps, jobs),
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
  };

  return { handlers, jobs, onRestored: restores.add };
}
