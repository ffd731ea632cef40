/**
 * Whether an export was confirmed on this computer. SECURITY: its row says which files are written
 * and removed outside of the workspace, and the workspace may come from another computer.
 */
import { createHash } from "node:crypto";
import type { Confirmations } from "../common/confirmations";
import type { ExportRow, NewExport } from "../rows/exports/export-port";

type Signed = Pick<NewExport, "id" | "batchId" | "folder" | "request">;

const hashOf = (snapshot: string) => createHash("sha256").update(snapshot).digest("hex");
const fieldsOf = ({ id, batchId, folder, request }: Signed, snapshotHash: string) => [
  id,
  batchId,
  folder,
  JSON.stringify(request),
  snapshotHash,
];

/**
 * The hash of the snapshot, ":" and the signature of all fields. The hash remains when the snapshot
 * is removed.
 */
export function signExport(confirmations: Confirmations, row: Signed, snapshot: string): string {
  const hash = hashOf(snapshot);
  return `${hash}:${confirmations.sign("delivery", fieldsOf(row, hash))}`;
}

/** Whether the files of this export may be made of this snapshot without another confirmation. */
export function isConfirmedExport(
  confirmations: Confirmations,
  row: ExportRow,
  snapshot: string,
): boolean {
  return row.signature.startsWith(`${hashOf(snapshot)}:`) && isOwnExport(confirmations, row);
}

/** Whether the folder of an export was created by it, on this computer. */
export function isOwnExport(confirmations: Confirmations, row: ExportRow): boolean {
  const [hash = "", signature = ""] = row.signature.split(":");
  return confirmations.isSigned("delivery", fieldsOf(row, hash), signature);
}
