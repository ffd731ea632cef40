/** Due dates and notes of projects and batches. */
import type {
  ChangedSchedule,
  Schedule,
  ScheduleChange,
} from "../../../preload/local-service/schedules";
import { HttpError } from "../common/http-error";
import type { ScheduleRows } from "../rows/schedule-port";

export interface Schedules {
  /** Those with a due date or a note. */
  list(): Promise<Schedule[]>;
  /** @throws HttpError 404 */
  changeProject(id: string, change: ScheduleChange): Promise<ChangedSchedule>;
  /** @throws HttpError 404 */
  changeBatch(id: string, change: ScheduleChange): Promise<ChangedSchedule>;
}

export function createSchedules(store: ScheduleRows): Schedules {
  const found = (schedule: ChangedSchedule | null): ChangedSchedule => {
    if (!schedule) throw new HttpError(404, "unknown project or batch");
    return schedule;
  };
  return {
    list: () => store.listSchedules(),
    changeProject: async (id, change) => found(await store.scheduleProject(id, change)),
    changeBatch: async (id, change) => found(await store.scheduleBatch(id, change)),
  };
}
