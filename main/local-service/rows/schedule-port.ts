/** The part of the store's port for due dates and notes of projects and batches. */
import type {
  ChangedSchedule,
  Schedule,
  ScheduleChange,
} from "../../../preload/local-service/schedules";

export interface ScheduleRows {
  /** Those with a due date or a note, of projects and batches that were not removed. */
  listSchedules(): Promise<Schedule[]>;
  /** Absent values stay. Null for an unknown project. */
  scheduleProject(id: string, change: ScheduleChange): Promise<ChangedSchedule | null>;
  /** Absent values stay. Null for an unknown batch. */
  scheduleBatch(id: string, change: ScheduleChange): Promise<ChangedSchedule | null>;
}
