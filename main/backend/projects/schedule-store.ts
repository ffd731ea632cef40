/** SQL of the due dates and notes that are stored on this computer. */
import type {
  ChangedSchedule,
  Schedule,
  ScheduleChange,
} from "../../../preload/local-service/schedules";
import type { Database } from "../../common/database/database";

export type ScheduleStore = ReturnType<typeof createScheduleStore>;

export function createScheduleStore(db: Database) {
  const find = (workspaceId: string, projectId: string, batchId: string | null) =>
    db.get<Pick<Schedule, "dueOn" | "note">>(
      `SELECT due_on AS dueOn, note FROM schedules
         WHERE workspace_id = ? AND project_id = ? AND batch_id = ?`,
      workspaceId,
      projectId,
      batchId ?? "",
    ) ?? { dueOn: null, note: "" };
  return {
    list: (workspaceId: string): Schedule[] =>
      db.all(
        `SELECT project_id AS projectId, nullif(batch_id, '') AS batchId, due_on AS dueOn, note
           FROM schedules WHERE workspace_id = ? ORDER BY project_id, batch_id`,
        workspaceId,
      ),
    /** Absent values stay. A row without values is removed. */
    change(
      workspaceId: string,
      { projectId, batchId }: Pick<Schedule, "projectId" | "batchId">,
      change: ScheduleChange,
    ): ChangedSchedule {
      return db.durably(() => {
        const before = find(workspaceId, projectId, batchId);
        const { dueOn = before.dueOn, note = before.note } = change;
        const key = [workspaceId, projectId, batchId ?? ""] as const;
        db.run(
          "DELETE FROM schedules WHERE workspace_id = ? AND project_id = ? AND batch_id = ?",
          ...key,
        );
        if (dueOn !== null || note !== "")
          db.run("INSERT INTO schedules VALUES (?, ?, ?, ?, ?)", ...key, dueOn, note);
        return { projectId, batchId, dueOn, note, before };
      });
    },
    removeWorkspace(workspaceId: string): void {
      db.run("DELETE FROM schedules WHERE workspace_id = ?", workspaceId);
    },
  };
}
