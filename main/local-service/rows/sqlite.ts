/** Implementation of the store's port with SQLite. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { openDatabase } from "../../common/database/database";
import { createNamedMutex } from "../../common/mutex";
import { createBackupRows } from "./backup";
import { createAnalysisRows } from "./dubs/analysis-rows";
import { createBatchRows } from "./batches/batch-rows";
import { createBulkRows } from "./batches/bulk-rows";
import { createCastingRows } from "./projects/casting-rows";
import { createDubLineRows } from "./dubs/dub-line-rows";
import { createDubPlanRows } from "./dubs/dub-plan-rows";
import { createDubRows } from "./dubs/dub-rows";
import { createExternalRows } from "./external-rows";
import { createFileRows } from "./file-rows";
import { createPublishingRows } from "./publishing-rows";
import { createOperationsRows } from "./operations-rows";
import { createRemovalRows } from "./removal-rows";
import { createFirstTextRows } from "./batches/first-text-rows";
import { createLineRows } from "./batches/line-rows";
import { createPurgeRows } from "./purge-rows";
import { createScheduleRows } from "./schedule-rows";
import { createProjectRows } from "./projects/project-rows";
import { createTeamRows } from "./projects/team-rows";
import { createUserRows } from "./projects/user-rows";
import { createSqliteRows } from "./sqlite-driver";
import { toPromise } from "./to-promise";
import { createCommentRows } from "./review/comment-rows";
import { createFindingRows } from "./review/finding-rows";
import { createExportRows } from "./exports/export-rows";
import { createLineEditRows } from "./review/line-edit-rows";
import { createReviewRows } from "./review/review-rows";
import { createRevisionRows } from "./review/revision-rows";
import { createScriptRows } from "./batches/script-rows";
import { createStatistics } from "./batches/statistics";
import { createTakeRemovalRows } from "./dubs/take-removal-rows";
import { createTakeRows } from "./dubs/take-rows";
import { createTakeWorkRows } from "./dubs/take-work-rows";
import { createTaskRows } from "./batches/task-rows";
import { createUploadRows } from "./upload-rows";
import { confirmationKeyBytes, createConfirmations } from "../common/confirmations";
import { createConfirmationRows } from "./confirmation-rows";
import { createSourceSigner } from "./source-signer";
import { databaseName } from "../../common/workspace-folder";
import type { LocalStore } from "./port";
import { migrations } from "./migrations";

export { databaseName };

/**
 * Opens DIR/workspace.db. The caller must hold the folder's lock. `confirmations`: of this
 * computer; without them, work that is begun now waits after the next start.
 */
export function openSqliteStore(
  dataDir: string,
  confirmations = createConfirmations(randomBytes(confirmationKeyBytes)),
): LocalStore {
  const signer = createSourceSigner(confirmations);
  const database = openDatabase(path.join(dataDir, databaseName), migrations);
  const rows = createSqliteRows(database);
  return {
    exclusively: createNamedMutex(),
    ...createFileRows(rows),
    ...createPublishingRows(rows),
    ...createRemovalRows(rows),
    ...createOperationsRows(rows),
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
    ...createLineEditRows(rows),
    ...createCommentRows(rows),
    ...createFindingRows(rows),
    ...createExportRows(rows),
    ...createPurgeRows(rows),
    ...createScheduleRows(rows),
    ...createBulkRows(rows, signer),
    ...createConfirmationRows(rows, signer),
    ...createScriptRows(rows),
    ...createExternalRows(rows),
    ...createStatistics(rows),
    ...createBackupRows(database, dataDir),
    isOpenedWithoutSpace: database.isOpenedWithoutSpace,
    reopen: database.reopen,
    close: () => toPromise(() => database.close()),
  };
}
