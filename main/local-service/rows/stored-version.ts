/** The version of the schema of a database that is not opened yet. */
import { silentLog } from "../../common/log";
import { createPostgresRows } from "./postgres-driver";
import { get } from "./unit-of-work";
import { cannotBeOpened } from "./postgres/open-database";
import { createPool } from "./postgres/pool";

/**
 * Null for a database without tables.
 * @throws AppError "local-service-failed" for a database that cannot be read
 */
export async function readStoredVersion(url: string): Promise<number | null> {
  const pool = createPool(url, silentLog);
  try {
    return await createPostgresRows(pool).read(function* () {
      const exists = "SELECT to_regclass('workspace') IS NOT NULL AS found";
      if ((yield* get<{ found: number }>(exists))?.found !== 1) return null;
      const found = yield* get<{ version: number }>(
        "SELECT schema_version AS version FROM workspace",
      );
      return found?.version ?? null;
    })();
  } catch (error) {
    throw cannotBeOpened(error);
  } finally {
    await pool.end();
  }
}
