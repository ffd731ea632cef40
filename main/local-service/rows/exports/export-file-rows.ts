/** SQL of the files of exports. */
import { hold } from "../leases";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { ExportFile, FileMeasures, NewExportFile, ExportRows } from "./export-port";

const fileColumns = "path, state, bytes, sha256, problem, finding, measures";

type StoredFile = Omit<ExportFile, "measures"> & { measures: string | null };
const toFile = ({ measures, ...file }: StoredFile): ExportFile => ({
  ...file,
  measures: measures === null ? null : (JSON.parse(measures) as FileMeasures),
});

/** Inside a transaction. */
export function* insertFiles(id: string, files: readonly NewExportFile[]): Work<void> {
  yield* run(
    `INSERT INTO export_files (export_id, position, path, state, bytes)
     SELECT ?, CAST(value ->> 0 AS BIGINT), value ->> 1, 'waiting', CAST(value ->> 2 AS BIGINT) FROM @items`,
    id,
    jsonList(files.map(({ path, bytes }, position) => [position, path, bytes])),
  );
}

/** Inside a transaction. */
export function* replaceFiles(id: string, files: readonly NewExportFile[]): Work<void> {
  yield* run(
    "UPDATE exports SET files = ?, made = 0, failed = 0, findings = 0 WHERE id = ?",
    files.length,
    id,
  );
  yield* run("DELETE FROM export_files WHERE export_id = ?", id);
  yield* insertFiles(id, files);
}

type ExportFileRows = Pick<ExportRows, "listExportFiles" | "listProblemFiles" | "setExportFile">;

export const createExportFileRows = (rows: Rows): ExportFileRows => ({
  listExportFiles: rows.read(function* (id) {
    return (yield* all<StoredFile>(
      `SELECT ${fileColumns} FROM export_files WHERE export_id = ? ORDER BY position`,
      id,
    )).map(toFile);
  }),
  listProblemFiles: rows.read(function* (id, limit) {
    return (yield* all<StoredFile>(
      `SELECT ${fileColumns} FROM export_files WHERE export_id = ? AND (state = 'failed' OR finding <> '')
       ORDER BY state <> 'failed', position LIMIT ?`,
      id,
      limit,
    )).map(toFile);
  }),
  setExportFile: rows.change(function* (
    lease,
    id,
    { path, state, bytes, sha256, problem, finding, measures },
  ) {
    yield* hold(lease);
    const before = yield* get<Pick<ExportFile, "state" | "finding">>(
      "SELECT state, finding FROM export_files WHERE export_id = ? AND path = ?",
      id,
      path,
    );
    if (!before) return;
    yield* run(
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
    yield* run(
      "UPDATE exports SET made = made + ?, failed = failed + ?, findings = findings + ? WHERE id = ?",
      change("made"),
      change("failed"),
      findings,
      id,
    );
  }),
});
