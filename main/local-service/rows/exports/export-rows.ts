/** SQL of exports. */
import { batchExists } from "../batches/batch-rows";
import { end, hold, isFree } from "../leases";
import { recordRemovals } from "../stored-files";
import { ofExport, ofItsExport, ofLeasedExport } from "../found-scopes";
import { type Scope } from "../scopes";
import { all, exists, get, run, type Rows, type Work } from "../unit-of-work";
import { deliveredBelow } from "./delivered-location";
import {
  maxSnapshots,
  type ExportCounts,
  type ExportRow,
  type ExportRows,
  type NewExport,
  type NewExportFile,
} from "./export-port";
import { exportRequest, type ExportRequest } from "../../../../preload/local-service/exports";
import { createExportFileRows, insertFiles, removeObjects, replaceFiles } from "./export-file-rows";

type StoredExport = Omit<ExportRow, "request" | "counts"> & { request: string } & ExportCounts;

const ofNewExport = ({ batchId }: { batchId: string }): Scope => ({ batchId, part: "exports" });

const columns = `id, batch_id AS batchId, kind, expires_at AS expiresAt, request, folder, version, state, problem, signature,
  created_at AS createdAt, files, made, failed, findings,
  (SELECT coalesce(sum(bytes), 0) FROM export_files
   WHERE export_id = exports.id AND export_files.state = 'made') AS bytes`;

function toRow({ files, made, failed, findings, request, ...row }: StoredExport): ExportRow {
  const counts = { files, made, failed, findings };
  const parsed = readRequest(request);
  if (parsed) return { ...row, request: parsed, counts };
  // Of a database that another program has written: it is listed, and cannot be continued.
  const problem = "its request cannot be read";
  return { ...row, request: unreadableRequest, state: "cancelled", problem, counts };
}

function readRequest(text: string): ExportRequest | null {
  try {
    return exportRequest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const unreadableRequest: ExportRequest = {
  languages: [],
  parts: [],
  preset: "online",
  naming: "number",
  includeUnapproved: false,
  originalTrack: false,
};

/** Inside a transaction. False if the batch was deleted. */
function* insertExport(
  row: NewExport,
  snapshot: string,
  files: readonly NewExportFile[],
): Work<boolean> {
  if (!(yield* batchExists(row.batchId))) return false;
  yield* run(
    `UPDATE exports SET snapshot = '' WHERE batch_id = ? AND state <> 'making' AND id NOT IN (
       SELECT id FROM exports WHERE batch_id = ? AND state <> 'making'
       ORDER BY created_at DESC, version DESC LIMIT ?)`,
    row.batchId,
    row.batchId,
    maxSnapshots,
  );
  yield* run(
    `INSERT INTO exports (id, batch_id, kind, request, snapshot, folder, version, signature, state, created_at, files)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'making', ?, ?)`,
    row.id,
    row.batchId,
    row.kind,
    JSON.stringify(row.request),
    snapshot,
    row.folder,
    row.version,
    row.signature,
    row.createdAt,
    files.length,
  );
  yield* insertFiles(row.id, files);
  return true;
}

export function createExportRows(rows: Rows): ExportRows {
  return {
    ...createExportFileRows(rows),
    addExport: rows
      .within(ofNewExport)
      .change((row, snapshot, files) => insertExport(row, snapshot, files)),
    addObjectExport: rows.within(ofNewExport).change(function* (row, name, snapshot, files) {
      const newest = yield* get<{ version: number | null }>(
        "SELECT max(version) AS version FROM exports WHERE batch_id = ?",
        row.batchId,
      );
      const version = (newest?.version ?? 0) + 1;
      const added: NewExport = { ...row, version, folder: `${name}_v${version}` };
      return (yield* insertExport(added, snapshot, files)) ? added : null;
    }),
    replaceExportFiles: rows.within(ofLeasedExport).change(function* (
      lease,
      id,
      { snapshot, signature },
      files,
    ) {
      yield* hold(lease);
      const sql = "UPDATE exports SET snapshot = ?, signature = ? WHERE id = ?";
      // The batch may have been deleted meanwhile.
      if ((yield* run(sql, snapshot, signature, id)) > 0) yield* replaceFiles(id, files);
    }),
    holdExport: rows.within(ofItsExport).change(function* (lease, { id, signature }, files) {
      if (lease) yield* hold(lease);
      const sql =
        "UPDATE exports SET state = 'unconfirmed', problem = '' WHERE id = ? AND signature = ?";
      if ((yield* run(sql, id, signature)) > 0) yield* replaceFiles(id, files);
    }),
    continueExport: rows.within(ofExport).change(function* (id, signature) {
      const sql = `UPDATE exports SET state = 'making', problem = '', expires_at = NULL, signature = ?
        WHERE id = ? AND state <> 'cancelled'`;
      return (yield* run(sql, signature, id)) > 0;
    }),
    findExport: rows.read(function* (id) {
      const row = yield* get<StoredExport>(`SELECT ${columns} FROM exports WHERE id = ?`, id);
      return row ? toRow(row) : null;
    }),
    findSnapshot: rows.read(function* (id) {
      const sql = "SELECT snapshot FROM exports WHERE id = ?";
      const snapshot = (yield* get<{ snapshot: string }>(sql, id))?.snapshot ?? "";
      return snapshot === "" ? null : snapshot;
    }),
    listExports: rows.read(function* (batchId) {
      return (yield* all<StoredExport>(
        `SELECT ${columns} FROM exports WHERE batch_id = ? ORDER BY created_at DESC, version DESC`,
        batchId,
      )).map(toRow);
    }),
    listUnfinishedExports: rows.read(function* (kind) {
      return (yield* all<{ id: string }>(
        "SELECT id FROM exports WHERE state IN ('making', 'unconfirmed') AND kind = ? ORDER BY created_at",
        kind,
      )).map(({ id }) => id);
    }),
    listDueExports: rows.read(function* (kind) {
      return (yield* all<{ id: string }>(
        `SELECT id FROM exports WHERE state = 'making' AND kind = ? AND ${isFree("export", "exports.id")}
         ORDER BY created_at`,
        kind,
      )).map(({ id }) => id);
    }),
    isExporting: rows.read(function* (batchId) {
      const sql = "SELECT 1 FROM exports WHERE batch_id = ? AND state = 'making' LIMIT 1";
      return yield* exists(sql, batchId);
    }),
    endExport: rows.within(ofLeasedExport).change(function* (
      lease,
      id,
      { state, problem, expiresAt },
    ) {
      yield* hold(lease);
      yield* end(lease);
      // Another process may have cancelled it.
      const sql =
        "UPDATE exports SET state = ?, problem = ?, expires_at = ? WHERE id = ? AND (kind = 'folder' OR state = 'making')";
      yield* run(sql, state, problem, expiresAt, id);
    }),
    cancelExport: rows.within(ofExport).change(function* (id) {
      const sql = `UPDATE exports SET state = 'cancelled', problem = '', snapshot = '', expires_at = NULL
        WHERE id = ? AND (kind = 'folder' OR state <> 'made')`;
      if ((yield* run(sql, id)) === 0) return;
      if (!(yield* exists("SELECT 1 FROM exports WHERE id = ? AND kind = 'objects'", id))) return;
      yield* removeObjects(id);
      // Also what a killed process has stored without a row.
      yield* recordRemovals([deliveredBelow(id)]);
    }),
    expireExport: rows.within(ofExport).change(function* (id, at) {
      // It may have been resumed and made again since it was listed.
      const ended = "state IN ('made', 'failed') AND kind = 'objects' AND expires_at <= ?";
      const sql = `UPDATE exports SET state = 'expired', problem = '', made = 0, failed = 0, expires_at = NULL
        WHERE id = ? AND ${ended}`;
      if ((yield* run(sql, id, at)) === 0) return;
      yield* removeObjects(id);
      yield* run(
        "UPDATE export_files SET state = 'waiting', sha256 = NULL, problem = '' WHERE export_id = ?",
        id,
      );
    }),
    listExpiredExports: rows.read(function* (at) {
      const sql = "SELECT id FROM exports WHERE expires_at <= ? ORDER BY expires_at";
      return (yield* all<{ id: string }>(sql, at)).map(({ id }) => id);
    }),
  };
}
