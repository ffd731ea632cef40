import type { AuthScheme, WorkspaceKind, WorkspaceTeam } from "../../../preload/model";
import type { Capabilities } from "../../../preload/facts/capabilities";
import type { Database } from "../../common/database/database";

/** A workspace as stored. Its secret is in the vault, never here. */
export interface WorkspaceRow {
  id: string;
  name: string;
  kind: WorkspaceKind;
  baseUrl: string;
  clientId: string;
  authScheme: AuthScheme;
  dataDir: string;
  /** What its service offers beyond the interface, as last announced. */
  extensions: string[];
  /** What its service can do, as last announced. */
  capabilities: Capabilities;
  /** The name and the person that the service of a team last announced; null for other services. */
  team: WorkspaceTeam | null;
}
/** What a service announces. */
export type Announced = Pick<WorkspaceRow, "extensions" | "capabilities" | "team">;
export const nothingAnnounced: Announced = { extensions: [], capabilities: {}, team: null };
type Stored = Omit<WorkspaceRow, keyof Announced> & Record<keyof Announced, string>;

const columns =
  "id, name, kind, base_url AS baseUrl, client_id AS clientId, auth_scheme AS authScheme, data_dir AS dataDir, extensions, capabilities, team";
const toRow = (stored: Stored): WorkspaceRow => ({
  ...stored,
  extensions: JSON.parse(stored.extensions) as string[],
  capabilities: JSON.parse(stored.capabilities) as Capabilities,
  team: JSON.parse(stored.team) as WorkspaceTeam | null,
});

const moveSetting = (id: string) => `move/${id}`;

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** SQL of the workspaces, in order of creation. */
export function createWorkspaceStore(db: Database) {
  return {
    list(): WorkspaceRow[] {
      const sql = `SELECT ${columns} FROM workspaces ORDER BY created_at, id`;
      return db.all<Stored>(sql).map(toRow);
    },
    get(id: string): WorkspaceRow | undefined {
      const sql = `SELECT ${columns} FROM workspaces WHERE id = ?`;
      const stored = db.get<Stored>(sql, id);
      return stored && toRow(stored);
    },
    add(row: WorkspaceRow, now: number): void {
      db.durably(() =>
        db.run(
          "INSERT INTO workspaces VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          row.id,
          row.name,
          row.kind,
          row.baseUrl,
          row.clientId,
          row.authScheme,
          row.dataDir,
          now,
          JSON.stringify(row.extensions),
          JSON.stringify(row.capabilities),
          JSON.stringify(row.team),
        ),
      );
    },
    /** Stores that a workspace's folder is about to be moved, until `setDataDir`. */
    setPendingMove(id: string, to: string): void {
      const value = JSON.stringify(to);
      db.durably(() =>
        db.run("INSERT OR REPLACE INTO settings VALUES (?, ?)", moveSetting(id), value),
      );
    },
    /** The target of an interrupted move, or null. */
    pendingMove(id: string): string | null {
      const sql = "SELECT value FROM settings WHERE name = ?";
      const note = db.get<{ value: string }>(sql, moveSetting(id));
      return note ? (JSON.parse(note.value) as string) : null;
    },
    setDataDir(id: string, dataDir: string): void {
      db.durably(() => {
        db.run("UPDATE workspaces SET data_dir = ? WHERE id = ?", dataDir, id);
        db.run("DELETE FROM settings WHERE name = ?", moveSetting(id));
      });
    },
    setAnnounced(id: string, { extensions, capabilities, team }: Announced): void {
      db.run(
        "UPDATE workspaces SET extensions = ?, capabilities = ?, team = ? WHERE id = ?",
        JSON.stringify(extensions),
        JSON.stringify(capabilities),
        JSON.stringify(team),
        id,
      );
    },
    rename(id: string, name: string): void {
      db.run("UPDATE workspaces SET name = ? WHERE id = ?", name, id);
    },
    setCredentials(id: string, clientId: string, authScheme: AuthScheme): void {
      db.run(
        "UPDATE workspaces SET client_id = ?, auth_scheme = ? WHERE id = ?",
        clientId,
        authScheme,
        id,
      );
    },
    /** Deletes a workspace with its queue and its cache. */
    remove(id: string): void {
      db.durably(() => {
        for (const table of [
          "uploads",
          "abandoned_uploads",
          "upload_totals",
          "finished_before",
          "drops",
          "gallery_files",
          "gallery_folders",
          "galleries",
          "lists",
          "project_languages",
          "script_buckets",
          "forms",
          "batch_origins",
        ]) {
          db.run(`DELETE FROM ${table} WHERE workspace_id = ?`, id);
        }
        db.run("DELETE FROM workspaces WHERE id = ?", id);
      });
    },
  };
}
