/** What the refusal of a bulk request says of the cells of its table. */
import type { BulkIssue, BulkRow } from "../../../preload/calls/bulk";

export interface Refusal {
  /** As the outbox keeps them: "rows[3].script" with a rule or a code; others are of no cell. */
  fields: readonly { field: string; message: string }[];
  /** Files of this computer whose upload failed; without a code where it was called off. */
  failedFiles: readonly { sourcePath: string; errorCode: string | null }[];
}

/** The cells at fault, of those rows of a table that are still as they were `sent`. */
export function refusedCells(
  { fields, failedFiles }: Refusal,
  sent: readonly BulkRow[],
  rows: readonly BulkRow[],
): BulkIssue[] {
  const asSent = new Set(sent.map((row) => JSON.stringify(row)));
  const same = new Map(
    rows.filter((row) => asSent.has(JSON.stringify(row))).map((row) => [row.id, row]),
  );
  const issues: BulkIssue[] = [];
  const add = (rowId: number, cell: string, rule: string) => {
    if (same.has(rowId)) issues.push({ rowId, cell, severity: "error", rule, message: "" });
  };
  for (const { field, message } of fields) {
    const [, id = "", cell = ""] = /^rows\[(\d+)\]\.(.+)$/s.exec(field) ?? [];
    if (cell !== "") add(Number(id), cell, message);
  }
  const failed = new Map(failedFiles.map(({ sourcePath, errorCode }) => [sourcePath, errorCode]));
  for (const { id, video } of same.values()) {
    const code = failed.get(video.trim());
    if (code !== undefined) add(id, "video", code ?? "upload-called-off");
  }
  return issues;
}
