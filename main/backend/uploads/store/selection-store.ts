/** SQL of the user's actions on a selection of uploads. */
import type { ConflictChoice, UploadState } from "../../../../preload/model";
import type { Database } from "../../../common/database/database";
import { createFinishedBefore } from "./finished-before";
import { noProblem, uploadColumns, type UploadRow } from "./upload-rows";
import {
  pendingStates,
  selected,
  unfinishedStates,
  type UploadSelection,
} from "./upload-selection";

export function createSelectionStore(db: Database) {
  const { beforeClearing } = createFinishedBefore(db);

  /** Updates the uploads of a selection that are in one of these states. */
  function updateSelected(set: string, states: readonly UploadState[], selection: UploadSelection) {
    const { where, values } = selected(selection, states);
    db.durably(() => db.run(`UPDATE uploads SET ${set} WHERE ${where}`, ...values));
  }

  return {
    pause: (selection: UploadSelection) =>
      updateSelected("state = 'paused'", pendingStates, selection),
    /**
     * Pauses uploads. Failed ones keep their problem. The queue starts none of them until they are
     * resumed.
     */
    park: (ids: readonly number[]) =>
      updateSelected("state = 'paused', finished_at = NULL", [...pendingStates, "failed"], { ids }),
    resume: (selection: UploadSelection) =>
      updateSelected(`state = 'queued', ${noProblem}`, ["paused"], selection),
    cancel: (selection: UploadSelection) =>
      updateSelected("state = 'cancelled'", unfinishedStates, selection),
    restore: (ids: readonly number[]) =>
      updateSelected(`state = 'queued', ${noProblem}`, ["cancelled"], { ids }),
    retry: (selection: UploadSelection) =>
      updateSelected(
        `state = 'queued', attempts = 0, restarts = 0, resends = '{}', finished_at = NULL, ${noProblem}`,
        ["failed", "queued"],
        selection,
      ),
    /** The failed uploads of a selection: their files are inspected again before a retry. */
    failedOf(selection: UploadSelection): UploadRow[] {
      const { where, values } = selected(selection, ["failed"]);
      return db.all<UploadRow>(`SELECT ${uploadColumns} FROM uploads WHERE ${where}`, ...values);
    },
    /** Deletes finished and cancelled uploads; returns the number of finished ones. */
    clearDone(workspaceId: string): number {
      return db.durably(() => {
        beforeClearing(workspaceId);
        db.run("DELETE FROM uploads WHERE workspace_id = ? AND state = 'cancelled'", workspaceId);
        const cleared = db.run(
          "DELETE FROM uploads WHERE workspace_id = ? AND state = 'done'",
          workspaceId,
        );
        db.run(
          "DELETE FROM drops WHERE NOT EXISTS (SELECT 1 FROM uploads WHERE drop_id = drops.id)",
        );
        return cleared;
      });
    },
    /** Applies the user's choice to uploads that stopped because their path is taken. */
    resolveConflicts(selection: UploadSelection, choice: ConflictChoice): void {
      const { where, values } = selected(selection, ["failed"]);
      db.durably(() =>
        db.run(
          // If a skipped file is restored, the user chooses again.
          `UPDATE uploads SET on_conflict = ?, state = ?, finished_at = NULL, ${noProblem}
             WHERE ${where} AND error_code = 'path-taken'`,
          choice === "skip" ? "ask" : choice,
          choice === "skip" ? "cancelled" : "queued",
          ...values,
        ),
      );
    },
  };
}
