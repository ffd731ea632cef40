/** The forms of the extensions "backup", "confirmations" and "statistics". */
import { z } from "zod";
import { backupFileKinds, backupFileProblems } from "../facts/backup";
import { fields, idOf, listOf, shownText, userText } from "./parts";

/** Problems in a report; the list of the backup contains all of them. */
export const maxReportedProblems = 1_000;

/** A file that a backup does not contain, or that differs from the one that was stored. */
export const backupProblem = z.object({
  kind: z.enum(backupFileKinds),
  /** The gallery path, the name of the script, or the line of the take. */
  name: shownText,
  problem: z.enum(backupFileProblems),
});
export type BackupProblem = z.infer<typeof backupProblem>;

/**
 * What a backup or a restore reports. A service of version 0.1 sends only `files` and `bytes`: its
 * backup ended with the first file that it could not copy.
 */
export const backupReport = z.object({
  /** Files of the gallery. */
  files: z.number(),
  bytes: z.number(),
  /**
   * Whether all files are in the backup, or in the restored workspace, with the bytes that were
   * stored.
   */
  isComplete: z.boolean().default(true),
  /** The first ones. */
  problems: listOf(backupProblem, maxReportedProblems).default([]),
  /** The number of all problems. */
  problemCount: z.number().default(0),
  /**
   * Files of a restored backup whose bytes could only be checked by their size: it has no hashes.
   */
  unverified: z.number().default(0),
  /** Takes whose sound is not in a restored backup: they are made again by a start of the dub. */
  takesWithoutSound: z.number().default(0),
});
export type BackupReport = z.infer<typeof backupReport>;

/** A restore that was interrupted, and continues when it is repeated. */
export const interruptedRestore = z.object({
  folder: userText,
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});
export type InterruptedRestore = z.infer<typeof interruptedRestore>;

/** The active backup or restore. */
export const backupProgress = z.object({
  state: z.enum(["idle", "backup", "restore"]),
  files: z.number(),
  bytes: z.number(),
  /** The totals are 0 until they are known. */
  totalFiles: z.number(),
  totalBytes: z.number(),
  /** The last one since the service started. */
  last: z
    .object({
      kind: z.enum(["backup", "restore"]),
      folder: userText,
      endedAt: z.number(),
      outcome: z.enum(["complete", "incomplete", "damaged", "cancelled", "failed"]),
      report: backupReport.nullable(),
    })
    .nullable()
    .default(null),
  interrupted: interruptedRestore.nullable().default(null),
});

/**
 * A batch or a bulk request that was begun on another computer or by an earlier version, and waits.
 */
const heldSource = z.object({
  id: idOf,
  /** The name of the batch; null for a bulk request. */
  name: shownText.nullable(),
  /**
   * The hosts from which its scripts, videos and sounds are read; empty if they are in the
   * workspace.
   */
  hosts: listOf(shownText, 100_000),
});
export type HeldSource = z.infer<typeof heldSource>;
/** Items of the list, and of a confirmation. */
export const maxHeld = 1_000;
export const heldSources = z.object({ held: listOf(heldSource, maxHeld) });

export const workspaceStatistics = z.object({
  projects: z.number(),
  /** Number of batches by status. */
  batches: fields.pipe(z.record(z.string(), z.number())),
  lines: z.number(),
  characters: z.number(),
  glossaryLines: z.number(),
  users: z.number(),
  scripts: z.number(),
  mediaFiles: z.number(),
  mediaBytes: z.number(),
});
export type WorkspaceStatistics = z.infer<typeof workspaceStatistics>;
