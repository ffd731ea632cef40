/** The part of the store's port for exports: the delivery of a batch to a folder outside of the workspace. */
import type {
  DeliveryNaming,
  DeliveryPart,
  DeliveryPreset,
} from "../../../../preload/facts/delivery";

/**
 * "making": files are missing, also after the process ended. "failed": a file could not be made; it can be resumed.
 */
export type ExportState = "making" | "made" | "failed" | "cancelled";

export interface ExportRequest {
  languages: string[];
  parts: DeliveryPart[];
  preset: DeliveryPreset;
  naming: DeliveryNaming;
  /** Delivers also with errors and lines that are not approved. */
  includeUnapproved: boolean;
}

export interface ExportRow {
  id: string;
  batchId: string;
  request: ExportRequest;
  /** The absolute folder of this delivery, which it created. */
  folder: string;
  version: number;
  state: ExportState;
  /** Why it failed, or "". */
  problem: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface ExportFile {
  /** Relative to the folder of the delivery, with "/". */
  path: string;
  state: "waiting" | "made" | "failed";
  /** Of a made file; of others what was planned, or null if that is unknown. */
  bytes: number | null;
  /** In hexadecimal; null unless it is made. */
  sha256: string | null;
  /** Why it failed, or "". */
  problem: string;
}

/** A change is durable when its function resolves. */
export interface ExportStore {
  /** `snapshot`: what the files are made of, as JSON. */
  addExport(
    row: ExportRow,
    snapshot: string,
    files: readonly Pick<ExportFile, "path" | "bytes">[],
  ): Promise<void>;
  findExport(id: string): Promise<ExportRow | null>;
  /** Null for an unknown export. */
  findSnapshot(id: string): Promise<string | null>;
  /** Of a batch, the newest first. */
  listExports(batchId: string): Promise<ExportRow[]>;
  /** The ids of all exports in the state "making", the oldest first. */
  listUnfinishedExports(): Promise<string[]>;
  /** In the order in which they are made. */
  listExportFiles(id: string): Promise<ExportFile[]>;
  setExportFile(id: string, file: ExportFile): Promise<void>;
  setExportState(id: string, state: ExportState, problem: string): Promise<void>;
}
