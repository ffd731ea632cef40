/** Due dates and notes of projects and batches. */
import { z } from "zod";
import { changedSchedule, schedule, scheduleChange } from "../local-service/schedules";
import { call, id, inProject, inWorkspace } from "./call";

export type { Schedule, ScheduleChange } from "../local-service/schedules";

const listedSchedule = schedule.extend({
  projectName: z.string(),
  /** Of the batch; "" for a project. */
  name: z.string(),
  /** The batch is done, or the project is archived. */
  isDone: z.boolean(),
});
export type ListedSchedule = z.infer<typeof listedSchedule>;

export const schedules = {
  /** Those of projects and batches that were read. */
  list: call(
    inWorkspace,
    z.object({
      schedules: z.array(listedSchedule),
      /** They are stored on this computer only: the service stores none. */
      isStoredHere: z.boolean(),
    }),
  ),
  /** Changes the given values; `batchId` is null for the project itself. */
  change: call(
    inProject.extend({ batchId: id.nullable(), change: scheduleChange }),
    changedSchedule,
  ),
};
