/** Whether the rows of a workspace are those that a start accepts after a use elsewhere. */
import path from "node:path";
import { openDatabase } from "../../main/common/database/database";
import { databaseName } from "../../main/common/workspace-folder";
import { requireValidRows } from "../../main/local-service/rows/check-rows";
import { migrations } from "../../main/local-service/rows/migrations";

/** Can be called while the service runs. @throws AppError "rows-invalid" */
export async function requireValidRowsOf(dataDir: string): Promise<void> {
  const database = openDatabase(path.join(dataDir, databaseName), migrations);
  try {
    await requireValidRows(database);
  } finally {
    database.close();
  }
}
