/** SQL of the rows of cached lists, and what is stored of an item. */
import type { Database } from "../../common/database/database";

/** Identifies a list; the scope "" is the whole workspace. */
export interface ListKey {
  workspaceId: string;
  kind: string;
  scope: string;
}

/** An item as stored. */
export interface Item {
  id: string;
  nameKey: string;
  /** A second sort key. */
  otherKey: string;
  /** Items are counted and filtered by it. */
  category: string;
  subtype: string;
  amount: number;
  createdAt: number | null;
  updatedAt: number | null;
  /** Made by `searchKey`. */
  search: string;
  body: string;
}

/** The state of an item before it was put. */
export interface PreviousState {
  category: string;
}

// SECURITY: SQLite reads a text up to its first NUL; "ID\0…" must not pass for "ID".
export const withoutNul = (text: string) => text.replaceAll("\u0000", "\ufffd");
/** Rows that are read or deleted in one slice. */
export const rowsAtOnce = 500;

export type ListRows = ReturnType<typeof createListRows>;

export function createListRows(db: Database) {
  const find = (key: ListKey) =>
    db.get<{ id: number; readAt: number | null; problem: string | null }>(
      "SELECT id, read_at AS readAt, problem FROM lists WHERE workspace_id = ? AND kind = ? AND scope = ?",
      key.workspaceId,
      key.kind,
      withoutNul(key.scope),
    );

  /** The number of a list, which is added if it does not exist. */
  function open(key: ListKey): number {
    const found = find(key);
    if (found) return found.id;
    db.run(
      "INSERT INTO lists (workspace_id, kind, scope) VALUES (?, ?, ?)",
      key.workspaceId,
      key.kind,
      withoutNul(key.scope),
    );
    return open(key);
  }

  return { find, open };
}
