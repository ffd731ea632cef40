import type { Database } from "../../common/database/database";

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Settings of the backend, as JSON by name. Preferences of the window are in electron-store. */
export function createSettingsStore(db: Database) {
  return {
    /** The stored value, or undefined; the caller checks its shape. */
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
