/**
 * A power failure: the database returns to the state of its last commit that was synced to disk.
 */
import type { Database, SqlValue } from "../../../../../main/common/database/database";

type Row = Record<string, SqlValue>;

export interface SyncedState {
  /** The database as the application sees it; records each commit that is synced. */
  database: Database;
  /** Discards the commits that were not synced. */
  restore(): void;
}

/** In the order in which rows are inserted; triggers maintain the other tables. */
const tables = ["drops", "uploads", "upload_parts"];
/** Columns that the database computes. */
const generated = ["rank"];

/**
 * `before` is called before each access. Without `isRecorded` nothing is recorded, and nothing can
 * be restored.
 */
export function recordSynced(
  db: Database,
  before: (name: keyof Database) => void,
  isRecorded: boolean,
): SyncedState {
  let synced = new Map<string, Row[]>();
  let depth = 0;
  const record = () =>
    void (synced = new Map(tables.map((table) => [table, db.all<Row>(`SELECT * FROM ${table}`)])));
  /** `isSynced`: a commit with synchronous=FULL. It syncs the earlier commits too. */
  function within<T>(isSynced: boolean, commit: () => T): T {
    depth += 1;
    try {
      return commit();
    } finally {
      depth -= 1;
      if (isRecorded && isSynced && depth === 0) record();
    }
  }
  record();

  return {
    database: new Proxy(db, {
      get(target, name: keyof Database) {
        before(name);
        if (name === "durably")
          return (work: () => unknown) => within(true, () => target.durably(work));
        if (name === "transaction")
          return (work: () => unknown) => within(false, () => target.transaction(work));
        return target[name];
      },
    }),
    restore() {
      for (const table of [...tables, "upload_totals"]) db.exec(`DELETE FROM ${table}`);
      for (const [table, rows] of synced)
        for (const row of rows) {
          const columns = Object.keys(row).filter((name) => !generated.includes(name));
          const marks = columns.map(() => "?").join(", ");
          db.run(
            `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`,
            ...columns.map((name) => row[name] ?? null),
          );
        }
    },
  };
}
