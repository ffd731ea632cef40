/** Finds SQL of another author in the schema of a database file. */
import type { DatabaseSyncInstance } from "@photostructure/sqlite";

/** Removes white space: migrations were formatted in other ways. */
const withoutSpaces = (sql: string) => sql.replaceAll(/\s/g, "");
/** Only tables and indexes have no statements of their own. */
const tableOrIndex = /^CREATE\s+(?:UNIQUE\s+)?(?:TABLE|INDEX)\s/i;

/**
 * SECURITY: a trigger or a view that no migration contains is SQL of the author of the file, which
 * the statements of this program, also those of migrations, would run for any time. The text of an
 * entry decides: SQLite ignores case in its type.
 * @returns the first such entry, as "trigger NAME", or null
 */
export function findForeignSql(
  connection: DatabaseSyncInstance,
  migrations: readonly string[],
): string | null {
  // Indexes of constraints have no text.
  const rows = connection
    .prepare("SELECT type, name, CAST(sql AS TEXT) AS sql FROM sqlite_schema WHERE sql <> ''")
    .all() as { type: unknown; name: unknown; sql: string }[];
  const others = rows.filter(({ sql }) => !tableOrIndex.test(sql));
  if (others.length === 0) return null;
  const own = migrations.map(withoutSpaces);
  const isOwn = (sql: string) => own.some((migration) => migration.includes(withoutSpaces(sql)));
  const found = others.find(({ sql }) => !isOwn(sql));
  return found ? `${String(found.type).toLowerCase()} ${String(found.name)}` : null;
}
