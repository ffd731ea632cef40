/** The full check of a database file, for diagnostics. */
import type { Database } from "../../common/database/database";
import { mostProblems, runInThread } from "../../common/database/database-thread";

/**
 * What SQLite finds wrong with a file, at most twenty sentences; none when it is whole. Where no thread can be had,
 * `here` checks it, less closely.
 */
export async function checkDatabase(file: string, here: Pick<Database, "all">): Promise<string[]> {
  let found: string[];
  try {
    found = await runInThread({ kind: "integrity", file });
  } catch (error) {
    // A file that cannot even be opened reports that here as well.
    found = checkHere(here, error);
  }
  return found.filter((problem) => problem !== "ok");
}

function checkHere(db: Pick<Database, "all">, cause: unknown): string[] {
  try {
    const rows = db.all<Record<string, unknown>>(`PRAGMA quick_check(${mostProblems})`);
    return rows.flatMap((row) => Object.values(row).map(String));
  } catch (error) {
    return [error, cause].map((one) => (one instanceof Error ? one.message : String(one)));
  }
}
