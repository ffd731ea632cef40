/** SQL of exports. */
import { end, hold, isFree } from "../leases";
import { all, exists, get, run, type Rows } from "../unit-of-work";
import { maxSnapshots, type ExportCounts, type ExportRow, type ExportRows } from "./export-port";
import { exportRequest, type ExportRequest } from "../../../../preload/local-service/exports";
import { createExportFileRows, insertFiles, replaceFiles } from "./export-file-rows";

type StoredExport = Omit<ExportRow, "request" | "counts"> & { request: string } & ExportCounts;

const columns = `id, batch_id AS batchId, request, folder, version, state, problem, signature,
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

export function createExportRows(rows: Rows): ExportRows {
  return {
    ...createExportFileRows(rows),
    addExport: rows.change(function* (row, snapshot, files) {
      yield* run(
        `UPDATE exports SET snapshot = '' WHERE batch_id = ? AND state <> 'making' AND id NOT IN (
           SELECT id FROM exports WHERE batch_id = ? AND state <> 'making'
           ORDER BY created_at DESC, version DESC LIMIT ?)`,
        row.batchId,
        row.batchId,
        maxSnapshots,
      );
      yield* run(
        `INSERT INTO exports (id, batch_id, request, snapshot, folder, version, signature, state, created_at, files)
         VALUES (?, ?, ?, ?, ?, ?, ?, 'making', ?, ?)`,
        row.id,
        row.batchId,
        JSON.stringify(row.request),
        snapshot,
        row.folder,
        row.version,
        row.signature,
        row.createdAt,
        files.length,
      );
      yield* insertFiles(row.id, files);
    }),
    replaceExportFiles: rows.change(function* (lease, id, { snapshot, signature }, files) {
      yield* hold(lease);
      const sql = "UPDATE exports SET snapshot = ?, signature = ? WHERE id = ?";
      // The batch may have been deleted meanwhile.
      if ((yield* run(sql, snapshot, signature, id)) > 0) yield* replaceFiles(id, files);
    }),
    holdExport: rows.change(function* (lease, { id, signature }, files) {
      if (lease) yield* hold(lease);
      const sql =
        "UPDATE exports SET state = 'unconfirmed', problem = '' WHERE id = ? AND signature = ?";
      if ((yield* run(sql, id, signature)) > 0) yield* replaceFiles(id, files);
    }),
    continueExport: rows.change(function* (id, signature) {
      const sql = "UPDATE exports SET state = 'making', problem = '', signature = ? WHERE id = ?";
      yield* run(sql, signature, id);
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
    listUnfinishedExports: rows.read(function* () {
      return (yield* all<{ id: string }>(
        "SELECT id FROM exports WHERE state IN ('making', 'unconfirmed') ORDER BY created_at",
      )).map(({ id }) => id);
    }),
    listDueExports: rows.read(function* () {
      return (yield* all<{ id: string }>(
        `SELECT id FROM exports WHERE state = 'making' AND ${isFree("export", "exports.id")}
         ORDER BY created_at`,
      )).map(({ id }) => id);
    }),
    isExporting: rows.read(function* (batchId) {
      const sql = "SELECT 1 FROM exports WHERE batch_id = ? AND state = 'making' LIMIT 1";
      return yield* exists(sql, batchId);
    }),
    endExport: rows.change(function* (lease, id, state, problem) {
      yield* hold(lease);
      yield* end(lease);
      const sql = "UPDATE exports SET state = ?, problem = ? WHERE id = ?";
      yield* run(sql, state, problem, id);
    }),
    cancelExport: rows.change(function* (id) {
      const sql = `UPDATE exports SET state = 'cancelled', problem = '', snapshot = '' WHERE id = ?`;
      yield* run(sql, id);
    }),
  };
}
