/**
 * Due dates and notes of projects and batches. A service with the extension "schedules" stores
 * them; for others they are stored on this computer only.
 */
import type { Handlers } from "../../../preload/contract";
import type { ListedSchedule } from "../../../preload/contract/schedules";
import { isArchived } from "../../../preload/facts/rules";
import type { Schedule } from "../../../preload/local-service/schedules";
import { kindKey } from "../lists/list-definitions";
import type { ResourceDeps } from "../lists/resource-deps";
import type { ScheduleStore } from "./schedule-store";

export interface SchedulesDeps extends ResourceDeps {
  scheduleStore: ScheduleStore;
}

const extension = "schedules";

export function createSchedules(deps: SchedulesDeps) {
  const { lists, remote, extensions, changed, scheduleStore } = deps;
  const isStoredHere = (workspaceId: string) => !extensions.offers(workspaceId, extension);
  const callsOf = (workspaceId: string) => remote(workspaceId).extensions.schedules;

  /** The schedules of a workspace that have a due date or a note. */
  const read = async (workspaceId: string): Promise<Schedule[]> =>
    isStoredHere(workspaceId) ? scheduleStore.list(workspaceId) : callsOf(workspaceId).list();

  /** A schedule with the names of its project and batch; null if one of them is not cached. */
  function withNames(workspaceId: string, schedule: Schedule): ListedSchedule | null {
    const { projectId, batchId } = schedule;
    const project = lists.get(kindKey(workspaceId, "projects"), projectId);
    if (!project) return null;
    const named = { ...schedule, projectName: project.name };
    if (batchId === null) return { ...named, name: "", isDone: isArchived(project) };
    const batch = lists.get(kindKey(workspaceId, "batches", projectId), batchId);
    if (!batch) return null;
    return { ...named, name: batch.name, isDone: batch.group === "done" || isArchived(project) };
  }

  const handlers: Handlers["schedules"] = {
    async list({ workspaceId }) {
      const found = await read(workspaceId);
      return {
        schedules: found.flatMap((schedule) => withNames(workspaceId, schedule) ?? []),
        isStoredHere: isStoredHere(workspaceId),
      };
    },
    async change({ workspaceId, projectId, batchId, change }) {
      const calls = callsOf(workspaceId);
      const schedule = isStoredHere(workspaceId)
        ? scheduleStore.change(workspaceId, { projectId, batchId }, change)
        : batchId === null
          ? await calls.changeProject(projectId, change)
          : await calls.changeBatch(batchId, change);
      changed("schedules");
      return schedule;
    },
  };
  return { handlers, read };
}
