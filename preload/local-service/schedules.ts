/** The forms of the extension "schedules": due dates and notes of projects and batches. */
import { z } from "zod";
import { maxScheduleNote } from "../facts/schedules";
import { idOf, listOf, plainText, userText } from "./parts";

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
/** A day without a time zone: "2027-03-31". */
export const day = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)) && isDay(text), "must be a date: YYYY-MM-DD");

/** What a producer plans for a project, or for a batch. */
export const schedule = z.object({
  projectId: idOf,
  /** Null for the project itself. */
  batchId: idOf.nullable(),
  /** Null for none. */
  dueOn: day.nullable().catch(null),
  /** "" for none. */
  note: userText,
});
export type Schedule = z.infer<typeof schedule>;
/** After a change. `before` has the values that were stored until then, for an undo. */
export const changedSchedule = schedule.extend({
  before: schedule.pick({ dueOn: true, note: true }),
});
export type ChangedSchedule = z.infer<typeof changedSchedule>;
/** Those with a due date or a note. */
export const schedules = z.object({ schedules: listOf(schedule, 200_000) });

/** Absent values stay. */
export const scheduleChange = z
  .object({
    dueOn: day.nullable().optional(),
    note: plainText
      .max(maxScheduleNote, `must be at most ${maxScheduleNote} characters`)
      .optional(),
  })
  .strict();
export type ScheduleChange = z.infer<typeof scheduleChange>;
