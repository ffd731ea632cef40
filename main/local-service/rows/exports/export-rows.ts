/** SQL of exports. */
import type { Database } from "../../../common/database/database";
import type { LocalStore } from "../port";
import { toPromise } from "../to-promise";
import type { ExportFile, ExportRequest, ExportRow, ExportStore } from "./export-port";

type StoredExport = Omit<ExportRow, "request"> & { request: string };

const columns = `id, batch_id AS batchId, request, folder, version, state, problem, created_at AS createdAt`;

const toRow = (row: StoredExport): ExportRow => ({
  ...row,
  request: JSON.parse(row.request) as ExportRequest,
});

export function createExportRows(database: Database): Pick<LocalStore, keyof ExportStore> {
  return {
    addExport: (row, snapshot, files) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `INSERT INTO exports (id, batch_id, request, snapshot, folder, version, state, problem, created_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[row.id, row.batchId, JSON.stringify(row.request), snapshot, row.folder],
            ...[row.version, row.state, row.problem, row.createdAt],
          );
          for (const [position, { path, bytes }] of files.entries())
            database.run(
              "INSERT INTO export_files (export_id, position, path, state, bytes) VALUES (?, ?, ?, 'waiting', ?)",
              ...[row.id, position, path, bytes],
            );
        }),
      ),
    findExport: (id) =>
      toPromise(() => {
        const row = database.get<StoredExport>(`SELECT ${columns} FROM exports WHERE id = ?`, id);
        return row ? toRow(row) : null;
      }),
    findSnapshot: (id) =>
      toPromise(
        () =>
          database.get<{ snapshot: string }>("SELECT snapshot FROM exports WHERE id = ?", id)
            ?.snapshot ?? null,
      ),
    listExports: (batchId) =>
      toPromise(() =>
        database
          .all<StoredExport>(
            `SELECT ${columns} FROM exports WHERE batch_id = ? ORDER BY created_at DESC, version DESC`,
            batchId,
          )
          .map(toRow),
      ),
    listUnfinishedExports: () =>
      toPromise(() =>
        database
          .all<{ id: string }>("SELECT id FROM exports WHERE state = 'making' ORDER BY created_at")
          .map(({ id }) => id),
      ),
    listExportFiles: (id) =>
      toPromise(() =>
        database.all<ExportFile>(
          "SELECT path, state, bytes, sha256, problem FROM export_files WHERE export_id = ? ORDER BY position",
          id,
        ),
      ),
    setExportFile: (id, { path, state, bytes, sha256, problem }) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            "UPDATE export_files SET state = ?, bytes = ?, sha256 = ?, problem = ? WHERE export_id = ? AND path = ?",
            ...[state, bytes, sha256, problem, id, path],
          );
        }),
      ),
    setExportState: (id, state, problem) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            "UPDATE exports SET state = ?, problem = ? WHERE id = ?",
            state,
            problem,
            id,
          );
        }),
      ),
  };
}
