/** The full check of a database file, for diagnostics. */
import type { Database } from "../../common/database/database";
import { maxProblems, runInThread } from "../../common/database/database-thread";

/**
 * The problems that SQLite reports for a file, at most twenty; none for an intact file. If no
 * thread can be started, the database that is open already runs the shorter quick_check.
 */
export async function checkDatabase(
  file: string,
  openDatabase: Pick<Database, "all">,
): Promise<string[]> {
  let found: string[];
  try {
    found = await runInThread({ kind: "integrity", file });
  } catch (error) {
    // If the file cannot be opened, the quick_check reports that too.
    found = quickCheck(openDatabase, error);
  }
  return found.filter((problem) => problem !== "ok");
}

function quickCheck(db: Pick<Database, "all">, cause: unknown): string[] {
  try {
    const rows = db.all<Record<string, unknown>>(`PRAGMA quick_check(${maxProblems})`);
    return rows.flatMap((row) => Object.values(row).map(String));
  } catch (error) {
    return [error, cause].map((one) => (one instanceof Error ? one.message : String(one)));
  }
}
