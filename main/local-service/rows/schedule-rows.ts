/** SQL of due dates and notes. */
import type {
  ChangedSchedule,
  Schedule,
  ScheduleChange,
} from "../../../preload/local-service/schedules";
import type { ScheduleRows } from "./schedule-port";
import { ofBatch, ofProject } from "./scopes";
import { all, get, run, type Rows } from "./unit-of-work";

const ofProjects = `SELECT projects.id AS projectId, CAST(NULL AS TEXT) AS batchId, projects.due_on AS dueOn,
    projects.schedule_note AS note
  FROM projects WHERE projects.status <> 'removed'`;
const ofBatches = `SELECT batches.project_id AS projectId, batches.id AS batchId, batches.due_on AS dueOn,
    batches.schedule_note AS note
  FROM batches JOIN projects ON projects.id = batches.project_id
  WHERE batches.status <> 'removed' AND projects.status <> 'removed'`;

export function createScheduleRows(rows: Rows): ScheduleRows {
  function* change(table: "projects" | "batches", id: string, changed: ScheduleChange) {
    const selected = table === "projects" ? ofProjects : ofBatches;
    const stored = yield* get<Schedule>(`${selected} AND ${table}.id = ?`, id);
    if (!stored) return null;
    const before = { dueOn: stored.dueOn, note: stored.note };
    const { dueOn = before.dueOn, note = before.note } = changed;
    yield* run(`UPDATE ${table} SET due_on = ?, schedule_note = ? WHERE id = ?`, dueOn, note, id);
    return { ...stored, dueOn, note, before } satisfies ChangedSchedule;
  }
  return {
    listSchedules: rows.read(() =>
      all<Schedule>(
        `${ofProjects} AND (projects.due_on IS NOT NULL OR projects.schedule_note <> '')
         UNION ALL
         ${ofBatches} AND (batches.due_on IS NOT NULL OR batches.schedule_note <> '')
         ORDER BY 1, 2`,
      ),
    ),
    scheduleProject: rows
      .within(ofProject)
      .change((id, changed) => change("projects", id, changed)),
    scheduleBatch: rows.within(ofBatch).change((id, changed) => change("batches", id, changed)),
  };
}
