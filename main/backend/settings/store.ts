import type { Database } from "../../common/database/database";

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Settings that decide what happens to data, as JSON by name. */
export function createSettingsStore(db: Database) {
  return {
    /** The stored value, or undefined; whoever asks checks its shape. */
    get(name: string): unknown {
      const row = db.get<{ value: string }>("SELECT value FROM settings WHERE name = ?", name);
      return row === undefined ? undefined : JSON.parse(row.value);
    },
    set(name: string, value: unknown): void {
      db.durably(() =>
        db.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, JSON.stringify(value)),
      );
    },
  };
}
