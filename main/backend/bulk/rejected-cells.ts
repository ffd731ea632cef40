/** Converts the rejected fields of a bulk request to issues of its draft's cells. */
import type { BulkIssue, BulkRow } from "../../../preload/contract/bulk";

export interface RejectedRequest {
  /**
   * As the outbox stores them: "rows[3].script" with a rule or an error code; fields of another
   * form have no cell.
   */
  fields: readonly { field: string; message: string }[];
  /**
   * Local files whose upload failed, and the fields that name them; without a code where the upload
   * was cancelled.
   */
  failedFiles: readonly { sourcePath: string; field: string; errorCode: string | null }[];
}

/** The row and cell of "rows[3].script"; "" for a field that is not a cell. */
function cellOf(field: string): { id: number; cell: string } {
  const [, id = "", cell = ""] = /^rows\[(\d+)\]\.(.+)$/s.exec(field) ?? [];
  return { id: Number(id), cell };
}

/** The rejected cells of those draft rows that have not changed since they were `sent`. */
export function rejectedCells(
  { fields, failedFiles }: RejectedRequest,
  sent: readonly BulkRow[],
  rows: readonly BulkRow[],
): BulkIssue[] {
  const asSent = new Set(sent.map((row) => JSON.stringify(row)));
  const same = new Set<number>();
  const byVideo = new Map<string, number[]>();
  for (const row of rows) {
    if (!asSent.has(JSON.stringify(row))) continue;
    same.add(row.id);
    const video = row.video.trim();
    const named = byVideo.get(video) ?? [];
    named.push(row.id);
    byVideo.set(video, named);
  }
  const issues: BulkIssue[] = [];
  const add = (rowId: number, cell: string, rule: string) => {
    if (same.has(rowId)) issues.push({ rowId, cell, severity: "error", rule, message: "" });
  };
  for (const { field, message } of fields) {
    const { id, cell } = cellOf(field);
    if (cell !== "") add(id, cell, message);
  }
  for (const { sourcePath, field, errorCode } of failedFiles) {
    for (const id of byVideo.get(sourcePath) ?? [])
      add(id, "video", errorCode ?? "upload-cancelled");
    // The script itself exists; a recording that it names could not be uploaded.
    const { id, cell } = cellOf(field);
    if (cell === "script") add(id, cell, "recording-failed");
  }
  return issues;
}
