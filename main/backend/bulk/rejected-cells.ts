/** What the refusal of a bulk request says of the cells of its table. */
import type { BulkIssue, BulkRow } from "../../../preload/contract/bulk";

export interface Refusal {
  /** As the outbox keeps them: "rows[3].script" with a rule or a code; others are of no cell. */
  fields: readonly { field: string; message: string }[];
  /** Files of this computer whose upload failed, and the cells that name them; without a code where it was called off. */
  failedFiles: readonly { sourcePath: string; field: string; errorCode: string | null }[];
}

/** The cell of "rows[3].script"; "" for a field that is none. */
function placeOf(field: string): { id: number; cell: string } {
  const [, id = "", cell = ""] = /^rows\[(\d+)\]\.(.+)$/s.exec(field) ?? [];
  return { id: Number(id), cell };
}

/** The cells at fault, of those rows of a table that are still as they were `sent`. */
export function refusedCells(
  { fields, failedFiles }: Refusal,
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
    const { id, cell } = placeOf(field);
    if (cell !== "") add(id, cell, message);
  }
  for (const { sourcePath, field, errorCode } of failedFiles) {
    for (const id of byVideo.get(sourcePath) ?? [])
      add(id, "video", errorCode ?? "upload-called-off");
    // The script is there: what it names is not.
    const { id, cell } = placeOf(field);
    if (cell === "script") add(id, cell, "recording-failed");
  }
  return issues;
}
