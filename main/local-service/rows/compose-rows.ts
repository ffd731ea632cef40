/** The functions of the store's port that are units of work, for each driver. */
import {
  createAuditRows,
  createCredentialRows,
  createInvitationRows,
  createRightsRows,
} from "./access-rows";
import { createAnalysisRows } from "./dubs/analysis-rows";
import { createAskedRows } from "./asked-rows";
import { createBatchRows } from "./batches/batch-rows";
import { createBulkRows } from "./batches/bulk-rows";
import { createCastingRows } from "./projects/casting-rows";
import { createCommentRows } from "./review/comment-rows";
import { createConfirmationRows } from "./confirmation-rows";
import { createDubLineRows } from "./dubs/dub-line-rows";
import { createDubPlanRows } from "./dubs/dub-plan-rows";
import { createDubRows } from "./dubs/dub-rows";
import { createEngineSetRows, createWorkerRows } from "./engine-set-rows";
import { createExportRows } from "./exports/export-rows";
import { createPresetRows } from "./exports/preset-rows";
import { createExternalRows } from "./external-rows";
import { createFileRows } from "./file-rows";
import { createFindingRows } from "./review/finding-rows";
import { createFirstTextRows } from "./batches/first-text-rows";
import { createLeaseRows } from "./leases";
import { createLineEditRows } from "./review/line-edit-rows";
import { createLineRows } from "./batches/line-rows";
import { createNamedObjectRows } from "./named-object-rows";
import { createMoveRows } from "./move-rows";
import { createOperationsRows } from "./operations-rows";
import { createProjectRows } from "./projects/project-rows";
import { createPublishingRows } from "./publishing-rows";
import { createPurgeRows } from "./purge-rows";
import { createRemovalRows } from "./removal-rows";
import { createPresenceRows } from "./review/presence-rows";
import { createReviewRows } from "./review/review-rows";
import { createRevisionRows } from "./review/revision-rows";
import { createScheduleRows } from "./schedule-rows";
import { createScriptRows } from "./batches/script-rows";
import { createStatistics } from "./batches/statistics";
import { createTakeRemovalRows } from "./dubs/take-removal-rows";
import { createTakeRows } from "./dubs/take-rows";
import { createTakeWorkRows } from "./dubs/take-work-rows";
import { createTaskRows } from "./batches/task-rows";
import { createTeamRows } from "./projects/team-rows";
import { createUploadRows } from "./upload-rows";
import { createUserRows } from "./projects/user-rows";
import { createSourceSigner } from "./source-signer";
import type { Confirmations } from "../common/confirmations";
import type { BackupRows } from "./backup-port";
import type { OpenedDatabase } from "./database-port";
import type { Locks } from "./lock-port";
import type { LocalStore } from "./port";
import type { Rows } from "./unit-of-work";

type OfDriver = keyof BackupRows | keyof OpenedDatabase | keyof Locks;

/**
 * `confirmations`: of this computer; they sign what is read in the background. `isShared`: whether
 * several processes may use the database.
 */
export function composeRows(
  rows: Rows,
  confirmations: Confirmations,
  { isShared } = { isShared: false },
): Omit<LocalStore, OfDriver> {
  const signer = createSourceSigner(confirmations);
  return {
    ...createFileRows(rows),
    ...createPublishingRows(rows),
    ...createRemovalRows(rows),
    ...createNamedObjectRows(rows),
    ...createMoveRows(rows),
    ...createOperationsRows(rows),
    ...createLeaseRows(rows, { isShared }),
    ...createUploadRows(rows),
    ...createUserRows(rows),
    ...createProjectRows(rows),
    ...createTeamRows(rows),
    ...createCastingRows(rows),
    ...createBatchRows(rows, signer),
    ...createTaskRows(rows),
    ...createAnalysisRows(rows),
    ...createFirstTextRows(rows),
    ...createLineRows(rows),
    ...createDubRows(rows),
    ...createDubPlanRows(rows),
    ...createDubLineRows(rows),
    ...createTakeRows(rows),
    ...createTakeWorkRows(rows),
    ...createTakeRemovalRows(rows),
    ...createReviewRows(rows),
    ...createRevisionRows(rows),
    ...createPresenceRows(rows),
    ...createLineEditRows(rows),
    ...createCommentRows(rows),
    ...createFindingRows(rows),
    ...createExportRows(rows),
    ...createPresetRows(rows),
    ...createPurgeRows(rows),
    ...createScheduleRows(rows),
    ...createBulkRows(rows, signer),
    ...createConfirmationRows(rows, signer),
    ...createScriptRows(rows),
    ...createExternalRows(rows),
    ...createEngineSetRows(rows),
    ...createAskedRows(rows),
    ...createWorkerRows(rows),
    ...createStatistics(rows),
    ...createCredentialRows(rows),
    ...createInvitationRows(rows),
    ...createAuditRows(rows),
    ...createRightsRows(rows),
  };
}
