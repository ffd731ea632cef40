/**
 * The part of the store's port for exports: the delivery of a batch to a folder outside of the
 * workspace.
 */
import type { Lease } from "../lease-port";
import type { ExportRequest, ExportState } from "../../../../preload/local-service/exports";
import type { ChannelCount } from "../../engine/ports";

/** Numbers of files. */
export interface ExportCounts {
  files: number;
  made: number;
  failed: number;
  /** The number of files that do not meet the preset, whether they were made or not. */
  findings: number;
}

/**
 * "folder": the files are written to a folder of the service's computer. "objects": they are
 * objects of the store, which clients download.
 */
export const exportKinds = ["folder", "objects"] as const;
export type ExportKind = (typeof exportKinds)[number];

export interface NewExport {
  id: string;
  batchId: string;
  kind: ExportKind;
  request: ExportRequest;
  /**
   * The absolute folder of this delivery, which it created; of objects the name of the folder that
   * clients create.
   */
  folder: string;
  version: number;
  /** Shows that it was confirmed on this computer; see delivery/signature.ts. "" for objects. */
  signature: string;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface ExportRow extends NewExport {
  state: ExportState;
  /** Why it failed, or "". */
  problem: string;
  counts: ExportCounts;
  /** When its objects are removed; null while they are made, and for a folder. */
  expiresAt: number | null;
  /** The total size of the files that were made. */
  bytes: number;
}

/** What was measured on a stem, a mix or a video. Levels that are not known are null. */
export interface FileMeasures {
  channels: ChannelCount;
  /** LUFS. */
  loudness: number | null;
  /** LUFS while a take sounds. */
  dialogue: number | null;
  /** dBTP. */
  truePeak: number | null;
  /** dBFS. */
  rms: number | null;
  noiseFloor: number | null;
  /**
   * The range in LU, and the largest momentary and short-term loudness in LUFS; null for sounds
   * that are too short. Absent in rows of earlier versions.
   */
  dynamics?:
    { range: number | null; maxMomentary: number | null; maxShortTerm: number | null } | undefined;
  /** In dB; null if none was applied. */
  gain: number | null;
  limiting: number | null;
  /** What a video does not have of its source, as a message; absent if it has all. */
  notKept?: string | undefined;
  /** What the preset requires; null if it requires nothing of this file. */
  target: { loudness: number | null; truePeak: number } | null;
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
  /** In which way it does not meet the preset, or "". */
  finding: string;
  /** Null for other files than stems, mixes and videos. */
  measures: FileMeasures | null;
  /** The location of its object; null for a file in a folder, and for one that is not made. */
  location: string | null;
}

export type NewExportFile = Pick<ExportFile, "path" | "bytes">;

export interface ExportRows {
  /**
   * Adds an export in the state "making". `snapshot`: what the files are made of, as JSON. Of the
   * other ended exports of the batch, only the newest keep theirs; see `maxSnapshots`. False if the
   * batch was deleted.
   */
  addExport(row: NewExport, snapshot: string, files: readonly NewExportFile[]): Promise<boolean>;
  /** Replaces the snapshot, its signature and the files of an export; none of them is made then. */
  replaceExportFiles(
    lease: Lease,
    id: string,
    stored: { snapshot: string; signature: string },
    files: readonly NewExportFile[],
  ): Promise<void>;
  /**
   * As `addExport`, for an export of objects. Its version follows on that of the newest export of
   * the batch, and its folder is "NAME_vVERSION". Null if the batch was deleted.
   */
  addObjectExport(
    row: Omit<NewExport, "folder" | "version">,
    name: string,
    snapshot: string,
    files: readonly NewExportFile[],
  ): Promise<NewExport | null>;
  /**
   * Changes an export to the state "unconfirmed", and replaces its files; none of them is made
   * then. Ignores one that was continued since the row was read. `lease`: null at the request of a
   * user.
   */
  holdExport(
    lease: Lease | null,
    row: Pick<ExportRow, "id" | "signature">,
    files: readonly NewExportFile[],
  ): Promise<void>;
  /**
   * Changes an export to the state "making", with the signature of its confirmation. False for one
   * that was cancelled meanwhile.
   */
  continueExport(id: string, signature: string): Promise<boolean>;
  findExport(id: string): Promise<ExportRow | null>;
  /** Null for an unknown export, and for one without a snapshot: it cannot be resumed. */
  findSnapshot(id: string): Promise<string | null>;
  /** The exports of a batch, the newest first. */
  listExports(batchId: string): Promise<ExportRow[]>;
  /** The ids of all exports in the states "making" and "unconfirmed", the oldest first. */
  listUnfinishedExports(kind: ExportKind): Promise<string[]>;
  /** The ids of exports in the state "making" that no process makes, the oldest first. */
  listDueExports(kind: ExportKind): Promise<string[]>;
  /** Whether an export of the batch is in the state "making". */
  isExporting(batchId: string): Promise<boolean>;
  /** In the order in which they are made, which is that of their positions from 0. */
  listExportFiles(id: string): Promise<ExportFile[]>;
  /** Null for an unknown file. */
  findExportFile(id: string, position: number): Promise<ExportFile | null>;
  /** Up to `limit` files that failed or have a finding, in this order; those that failed first. */
  listProblemFiles(id: string, limit: number): Promise<ExportFile[]>;
  /**
   * Ignores an unknown file. An object that it replaces, and that of an export which is not made
   * any more, are removed.
   */
  setExportFile(lease: Lease, id: string, file: ExportFile): Promise<void>;
  /** Ends the work on an export. `expiresAt`: see `ExportRow`. */
  endExport(
    lease: Lease,
    id: string,
    end: { state: "made" | "failed"; problem: string; expiresAt: number | null },
  ): Promise<void>;
  /**
   * Ends an export: it cannot be resumed. Its objects are removed. Ignores one of objects that was
   * made meanwhile.
   */
  cancelExport(id: string): Promise<void>;
  /**
   * Changes an export of objects to the state "expired": they are removed. Ignores one whose
   * objects are kept at this time.
   */
  expireExport(id: string, at: number): Promise<void>;
  /** The ids of exports whose objects are to be removed at a time. */
  listExpiredExports(at: number): Promise<string[]>;
}

/** Ended exports of a batch that can be resumed. */
export const maxSnapshots = 5;
