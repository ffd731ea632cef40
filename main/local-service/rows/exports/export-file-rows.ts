/** SQL of the files of exports. */
import type { Database } from "../../../common/database/database";
import { toPromise } from "../to-promise";
import type { ExportFile, FileMeasures, NewExportFile, ExportRows } from "./export-port";

const fileColumns = "path, state, bytes, sha256, problem, finding, measures";

type StoredFile = Omit<ExportFile, "measures"> & { measures: string | null };
const toFile = ({ measures, ...file }: StoredFile): ExportFile => ({
  ...file,
  measures: measures === null ? null : (JSON.parse(measures) as FileMeasures),
});

/** Inside a transaction. */
export function insertFiles(database: Database, id: string, files: readonly NewExportFile[]): void {
  for (const [position, { path, bytes }] of files.entries())
    database.run(
      "INSERT INTO export_files (export_id, position, path, state, bytes) VALUES (?, ?, ?, 'waiting', ?)",
      id,
      position,
      path,
      bytes,
    );
}

/** Inside a transaction. */
export function replaceFiles(
  database: Database,
  id: string,
  files: readonly NewExportFile[],
): void {
  database.run(
    "UPDATE exports SET files = ?, made = 0, failed = 0, findings = 0 WHERE id = ?",
    files.length,
    id,
  );
  database.run("DELETE FROM export_files WHERE export_id = ?", id);
  insertFiles(database, id, files);
}

type ExportFileRows = Pick<ExportRows, "listExportFiles" | "listProblemFiles" | "setExportFile">;

export const createExportFileRows = (database: Database): ExportFileRows => ({
  listExportFiles: (id) =>
    toPromise(() =>
      database
        .all<StoredFile>(
          `SELECT ${fileColumns} FROM export_files WHERE export_id = ? ORDER BY position`,
          id,
        )
        .map(toFile),
    ),
  listProblemFiles: (id, limit) =>
    toPromise(() =>
      database
        .all<StoredFile>(
          `SELECT ${fileColumns} FROM export_files WHERE export_id = ? AND (state = 'failed' OR finding <> '')
           ORDER BY state <> 'failed', position LIMIT ?`,
          id,
          limit,
        )
        .map(toFile),
    ),
  setExportFile: (id, { path, state, bytes, sha256, problem, finding, measures }) =>
    toPromise(() =>
      database.durably(() => {
        const before = database.get<Pick<ExportFile, "state" | "finding">>(
          "SELECT state, finding FROM export_files WHERE export_id = ? AND path = ?",
          id,
          path,
        );
        if (!before) return;
        database.run(
          `UPDATE export_files SET state = ?, bytes = ?, sha256 = ?, problem = ?, finding = ?, measures = ?
           WHERE export_id = ? AND path = ?`,
          state,
          bytes,
          sha256,
          problem,
          finding,
          measures === null ? null : JSON.stringify(measures),
          id,
          path,
        );
        // Counting all files each time would be slow for many.
        const change = (counted: ExportFile["state"]) =>
          Number(state === counted) - Number(before.state === counted);
        const findings = Number(finding !== "") - Number(before.finding !== "");
        database.run(
          "UPDATE exports SET made = made + ?, failed = failed + ?, findings = findings + ? WHERE id = ?",
          change("made"),
          change("failed"),
          findings,
          id,
        );
      }),
    ),
});
