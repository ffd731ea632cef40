/** The rows of the local workspace in SQLite. */
import path from "node:path";
import { openDatabase } from "../../common/database/database";
import { createTurns } from "./mutex";
import { createBackupRows } from "./backup";
import { createBatchRows } from "./batch-rows";
import { createBulkRows } from "./bulk-rows";
import { createCastRows } from "./cast-rows";
import { createFileRows } from "./file-rows";
import { createLineRows } from "./line-rows";
import { createPurgeRows } from "./purge-rows";
import { createProjectRows } from "./project-rows";
import { promised } from "./to-promise";
import { createScriptRows } from "./script-rows";
import { createStatistics } from "./statistics";
import { createTaskRows } from "./task-rows";
import { createUploadRows } from "./upload-rows";
import type { LocalStore } from "./port";
import { migrations } from "./schema";

export const databaseName = "workspace.db";

/** Opens DIR/workspace.db. The caller holds the folder's lock. */
export function openSqliteStore(dataDir: string): LocalStore {
  const database = openDatabase(path.join(dataDir, databaseName), migrations);
  return {
    exclusively: createTurns(),
    ...createFileRows(database),
    ...createUploadRows(database),
    ...createProjectRows(database),
    ...createCastRows(database),
    ...createBatchRows(database),
    ...createTaskRows(database),
    ...createLineRows(database),
    ...createPurgeRows(database),
    ...createBulkRows(database),
    ...createScriptRows(database),
    ...createStatistics(database),
    ...createBackupRows(database, dataDir),
    close: () => promised(() => database.close()),
  };
}
