/** Implementation of the store's port with SQLite. */
import path from "node:path";
import { openDatabase } from "../../common/database/database";
import { createMutex } from "./mutex";
import { createBackupRows } from "./backup";
import { createAnalysisRows } from "./dubs/analysis-rows";
import { createBatchRows } from "./batches/batch-rows";
import { createBulkRows } from "./batches/bulk-rows";
import { createCastingRows } from "./projects/casting-rows";
import { createDubLineRows } from "./dubs/dub-line-rows";
import { createDubRows } from "./dubs/dub-rows";
import { createExternalRows } from "./external-rows";
import { createFileRows } from "./file-rows";
import { createLineRows } from "./batches/line-rows";
import { createPurgeRows } from "./purge-rows";
import { createProjectRows } from "./projects/project-rows";
import { toPromise } from "./to-promise";
import { createCommentRows } from "./review/comment-rows";
import { createFindingRows } from "./review/finding-rows";
import { createExportRows } from "./exports/export-rows";
import { createReviewRows } from "./review/review-rows";
import { createRevisionRows } from "./review/revision-rows";
import { createScriptRows } from "./batches/script-rows";
import { createStatistics } from "./batches/statistics";
import { createTakeRemovalRows } from "./dubs/take-removal-rows";
import { createTakeRows } from "./dubs/take-rows";
import { createTakeWorkRows } from "./dubs/take-work-rows";
import { createTaskRows } from "./batches/task-rows";
import { createUploadRows } from "./upload-rows";
import type { LocalStore } from "./port";
import { migrations } from "./schema";

export const databaseName = "workspace.db";

/** Opens DIR/workspace.db. The caller must hold the folder's lock. */
export function openSqliteStore(dataDir: string): LocalStore {
  const database = openDatabase(path.join(dataDir, databaseName), migrations);
  return {
    exclusively: createMutex(),
    ...createFileRows(database),
    ...createUploadRows(database),
    ...createProjectRows(database),
    ...createCastingRows(database),
    ...createBatchRows(database),
    ...createTaskRows(database),
    ...createAnalysisRows(database),
    ...createLineRows(database),
    ...createDubRows(database),
    ...createDubLineRows(database),
    ...createTakeRows(database),
    ...createTakeWorkRows(database),
    ...createTakeRemovalRows(database),
    ...createReviewRows(database),
    ...createRevisionRows(database),
    ...createCommentRows(database),
    ...createFindingRows(database),
    ...createExportRows(database),
    ...createPurgeRows(database),
    ...createBulkRows(database),
    ...createScriptRows(database),
    ...createExternalRows(database),
    ...createStatistics(database),
    ...createBackupRows(database, dataDir),
    close: () => toPromise(() => database.close()),
  };
}
