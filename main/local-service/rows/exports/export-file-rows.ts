/** SQL of the files of exports. */
import { hold } from "../leases";
import { recordRemovals } from "../stored-files";
import { ofLeasedExport } from "../found-scopes";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { ExportFile, FileMeasures, NewExportFile, ExportRows } from "./export-port";

const fileColumns = "path, state, bytes, sha256, problem, finding, measures, location";

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

/** Removes the objects of an export. Inside a transaction. */
export function* removeObjects(id: string): Work<void> {
  const located = "FROM export_files WHERE export_id = ? AND location IS NOT NULL";
  const found = yield* all<{ location: string }>(`SELECT location ${located}`, id);
  if (found.length === 0) return;
  yield* recordRemovals(found.map(({ location }) => location));
  yield* run("UPDATE export_files SET location = NULL WHERE export_id = ?", id);
}

/** Inside a transaction. */
export function* replaceFiles(id: string, files: readonly NewExportFile[]): Work<void> {
  yield* run(
    "UPDATE exports SET files = ?, made = 0, failed = 0, findings = 0 WHERE id = ?",
    files.length,
    id,
  );
  yield* removeObjects(id);
  yield* run("DELETE FROM export_files WHERE export_id = ?", id);
  yield* insertFiles(id, files);
}

type ExportFileRows = Pick<
  ExportRows,
  "listExportFiles" | "findExportFile" | "listProblemFiles" | "setExportFile"
>;

export const createExportFileRows = (rows: Rows): ExportFileRows => ({
  listExportFiles: rows.read(function* (id) {
    return (yield* all<StoredFile>(
      `SELECT ${fileColumns} FROM export_files WHERE export_id = ? ORDER BY position`,
      id,
    )).map(toFile);
  }),
  findExportFile: rows.read(function* (id, position) {
    const sql = `SELECT ${fileColumns} FROM export_files WHERE export_id = ? AND position = ?`;
    const found = yield* get<StoredFile>(sql, id, position);
    return found ? toFile(found) : null;
  }),
  listProblemFiles: rows.read(function* (id, limit) {
    return (yield* all<StoredFile>(
      `SELECT ${fileColumns} FROM export_files WHERE export_id = ? AND (state = 'failed' OR finding <> '')
       ORDER BY state <> 'failed', position LIMIT ?`,
      id,
      limit,
    )).map(toFile);
  }),
  setExportFile: rows.within(ofLeasedExport).change(function* (
    lease,
    id,
    { path, state, bytes, sha256, problem, finding, measures, location },
  ) {
    yield* hold(lease);
    // A file of objects is not stored if its export was cancelled; its object is removed.
    const before = yield* get<Pick<ExportFile, "state" | "finding" | "location">>(
      `SELECT f.state, f.finding, f.location FROM export_files f JOIN exports e ON e.id = f.export_id
       WHERE f.export_id = ? AND f.path = ? AND (e.kind = 'folder' OR e.state = 'making')`,
      id,
      path,
    );
    if (!before) {
      if (location !== null) yield* recordRemovals([location]);
      return;
    }
    if (before.location !== null && before.location !== location)
      yield* recordRemovals([before.location]);
    yield* run(
      `UPDATE export_files SET state = ?, bytes = ?, sha256 = ?, problem = ?, finding = ?, measures = ?, location = ?
       WHERE export_id = ? AND path = ?`,
      state,
      bytes,
      sha256,
      problem,
      finding,
      measures === null ? null : JSON.stringify(measures),
      location,
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
