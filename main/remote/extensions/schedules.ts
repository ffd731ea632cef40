/** Due dates and notes of projects and batches (extension "schedules"). */
import {
  changedSchedule,
  schedules,
  type ChangedSchedule,
  type Schedule,
  type ScheduleChange,
} from "../../../preload/local-service/schedules";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export interface ScheduleCalls {
  list(): Promise<Schedule[]>;
  changeProject(projectId: string, change: ScheduleChange): Promise<ChangedSchedule>;
  changeBatch(batchId: string, change: ScheduleChange): Promise<ChangedSchedule>;
}

export function createScheduleCalls(http: Http): ScheduleCalls {
  const read = createReader(http);
  const change = (path: string, body: ScheduleChange) =>
    read(changedSchedule, { method: "PUT", path: `${local}${path}/schedule`, body });
  return {
    list: async () => (await read(schedules, { path: `${local}/schedules` })).schedules,
    changeProject: (projectId, body) => change(`/projects/${encodeURIComponent(projectId)}`, body),
    changeBatch: (batchId, body) => change(batchPath(batchId), body),
  };
}
