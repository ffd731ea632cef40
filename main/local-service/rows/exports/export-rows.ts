/** SQL of exports. */
import type { Database } from "../../../common/database/database";
import { toPromise } from "../to-promise";
import {
  maxSnapshots,
  type ExportCounts,
  type ExportFile,
  type ExportRow,
  type FileMeasures,
  type NewExportFile,
  type ExportRows,
} from "./export-port";
import { exportRequest, type ExportRequest } from "../../../../preload/local-service/exports";

type StoredExport = Omit<ExportRow, "request" | "counts"> & { request: string } & ExportCounts;

const columns = `id, batch_id AS batchId, request, folder, version, state, problem, signature,
  created_at AS createdAt, files, made, failed, findings,
  (SELECT coalesce(sum(bytes), 0) FROM export_files
   WHERE export_id = exports.id AND export_files.state = 'made') AS bytes`;
const fileColumns = "path, state, bytes, sha256, problem, finding, measures";

type StoredFile = Omit<ExportFile, "measures"> & { measures: string | null };
const toFile = ({ measures, ...file }: StoredFile): ExportFile => ({
  ...file,
  measures: measures === null ? null : (JSON.parse(measures) as FileMeasures),
});

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

export function createExportRows(database: Database): ExportRows {
  /** Inside a transaction. */
  function insertFiles(id: string, files: readonly NewExportFile[]): void {
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
  function replaceFiles(id: string, files: readonly NewExportFile[]): void {
    database.run(
      "UPDATE exports SET files = ?, made = 0, failed = 0, findings = 0 WHERE id = ?",
      files.length,
      id,
    );
    database.run("DELETE FROM export_files WHERE export_id = ?", id);
    insertFiles(id, files);
  }

  return {
    addExport: (row, snapshot, files) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            `UPDATE exports SET snapshot = '' WHERE batch_id = ? AND state <> 'making' AND id NOT IN (
               SELECT id FROM exports WHERE batch_id = ? AND state <> 'making'
               ORDER BY created_at DESC, version DESC LIMIT ?)`,
            row.batchId,
            row.batchId,
            maxSnapshots,
          );
          database.run(
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
          insertFiles(row.id, files);
        }),
      ),
    replaceExportFiles: (id, { snapshot, signature }, files) =>
      toPromise(() =>
        database.durably(() => {
          const sql = "UPDATE exports SET snapshot = ?, signature = ? WHERE id = ?";
          // The batch may have been deleted meanwhile.
          if (database.run(sql, snapshot, signature, id) > 0) replaceFiles(id, files);
        }),
      ),
    holdExport: ({ id, signature }, files) =>
      toPromise(() =>
        database.durably(() => {
          const sql =
            "UPDATE exports SET state = 'unconfirmed', problem = '' WHERE id = ? AND signature = ?";
          if (database.run(sql, id, signature) > 0) replaceFiles(id, files);
        }),
      ),
    continueExport: (id, signature) =>
      toPromise(() =>
        database.durably(() => {
          const sql =
            "UPDATE exports SET state = 'making', problem = '', signature = ? WHERE id = ?";
          database.run(sql, signature, id);
        }),
      ),
    findExport: (id) =>
      toPromise(() => {
        const row = database.get<StoredExport>(`SELECT ${columns} FROM exports WHERE id = ?`, id);
        return row ? toRow(row) : null;
      }),
    findSnapshot: (id) =>
      toPromise(() => {
        const sql = "SELECT snapshot FROM exports WHERE id = ?";
        const snapshot = database.get<{ snapshot: string }>(sql, id)?.snapshot ?? "";
        return snapshot === "" ? null : snapshot;
      }),
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
          .all<{ id: string }>(
            "SELECT id FROM exports WHERE state IN ('making', 'unconfirmed') ORDER BY created_at",
          )
          .map(({ id }) => id),
      ),
    isExporting: (batchId) =>
      toPromise(() => {
        const sql = "SELECT 1 FROM exports WHERE batch_id = ? AND state = 'making' LIMIT 1";
        return database.get(sql, batchId) !== undefined;
      }),
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
    setExportState: (id, state, problem) =>
      toPromise(() =>
        database.durably(() => {
          const sql = "UPDATE exports SET state = ?, problem = ? WHERE id = ?";
          database.run(sql, state, problem, id);
        }),
      ),
    cancelExport: (id) =>
      toPromise(() =>
        database.durably(() => {
          const sql = `UPDATE exports SET state = 'cancelled', problem = '', snapshot = '' WHERE id = ?`;
          database.run(sql, id);
        }),
      ),
  };
}
