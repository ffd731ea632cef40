/** The rows of the local workspace in SQLite. */
import path from "node:path";
import { openDatabase } from "../../store/database";
import { createTurns } from "./exclusive";
import { createFileRows } from "./file-rows";
import { promised } from "./promised";
import { createUploadRows } from "./upload-rows";
import type { LocalStore } from "./port";
import { migrations } from "./schema";

/** Opens DIR/workspace.db. The caller holds the folder's lock. */
export function openSqliteStore(dataDir: string): LocalStore {
  const database = openDatabase(path.join(dataDir, "workspace.db"), migrations);
  return {
    exclusively: createTurns(),
    ...createFileRows(database),
    ...createUploadRows(database),
    close: () => promised(() => database.close()),
  };
}
