import type { BackupProblem, MaintenanceJob } from "../../../../preload/contract/maintenance";
import type { BackupFileKind, BackupFileProblem } from "../../../../preload/facts/backup";
import { formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "file", "files");
const running: Record<MaintenanceJob["kind"], string> = {
  backup: "Backing up…",
  restore: "Restoring…",
  move: "Moving…",
};

const fileKinds: Record<BackupFileKind, string> = {
  media: "Media file",
  script: "Script",
  take: "Take",
  speech: "Speech of a take",
  rows: "Database",
};
const fileProblems: Record<BackupFileProblem, string> = {
  missing: "missing",
  unreadable: "cannot be read",
  damaged: "damaged",
};

/** Backup, restore and the folder of local workspaces. */
export const maintenance = {
  title: "Backup and folder",
  text: "For workspaces on this computer.",
  none: "There is no workspace on this computer.",
  statistics: (name: string) => `Contents of “${name}”`,
  figures: {
    projects: "Projects",
    batches: "Batches",
    lines: "Lines",
    characters: "Characters",
    glossaryLines: "Glossary lines",
    users: "Users",
    scripts: "Scripts",
    media: "Media",
  },
  media: (number: number, size: string) => `${files(number)}, ${size}`,
  notRunning: "The workspace is not running",
  busy: "A backup, restore or move is running",
  backUp: "Back up…",
  restore: "Restore…",
  restoreTitle: (name: string) => `Replace everything in “${name}”?`,
  restoreText:
    "Projects, batches, users and media of the workspace are replaced by those of the backup. Choose the backup’s folder next.",
  restoreConfirm: "Choose backup…",
  restoreAsNew: "Restore a backup as a new workspace…",
  restoring: "Restoring…",
  move: "Move folder…",
  moveTitle: (name: string) => `Move the folder of “${name}”?`,
  moveText: (folder: string) =>
    `The workspace is stopped while its data is moved. ${folder} is removed once the workspace runs in the new folder. Choose the new folder next.`,
  moveConfirm: "Choose folder…",
  running,
  done: (number: number, of: number) => `${formatNumber(number)} of ${files(of)}`,
  cancel: "Cancel",
  cancelling: "Cancelling…",
  backedUp: (number: number, size: string, folder: string) =>
    `${files(number)} (${size}) backed up to ${folder}`,
  restored: (number: number, size: string) => `${files(number)} (${size}) restored`,
  withSound: "Include the sound of takes",
  withSoundHint: "Without it the backup is smaller, and takes are made again after a restore",
  backupIncomplete: (number: number, folder: string) =>
    `The backup in ${folder} is incomplete: ${count(number, "file is", "files are")} missing or damaged in the workspace. Everything else is in it.`,
  restoreIncomplete: (number: number) =>
    `Restored, but incomplete: ${count(number, "file is", "files are")} missing or damaged in the backup.`,
  restoreDamaged: (number: number) =>
    `Nothing was restored: ${count(number, "file of the backup is", "files of the backup are")} damaged or missing.`,
  restoreRest: "Restore the rest",
  unverified: (number: number) =>
    `${files(number)} could only be checked by size: the backup was made by an earlier version`,
  takesWithoutSound: (number: number) =>
    `The sound of ${count(number, "take", "takes")} is not in the backup. Start the dubs to make them again.`,
  problems: "Missing and damaged files",
  problem: ({ kind, name, problem }: BackupProblem) =>
    `${fileKinds[kind]} ${name}: ${fileProblems[problem]}`,
  moreProblems: (number: number) => `${count(number, "more file", "more files")} not listed here`,
  dismiss: "Dismiss",
  interrupted: (folder: string, at: string) =>
    `A restore from ${folder}, started ${at}, was interrupted. The workspace is unchanged. Continuing replaces everything in it.`,
  continueRestore: "Continue restore",
  dropRestore: "Discard",
  restoredAsNew: "The backup was restored as a new workspace",
  moved: (folder: string) => `The workspace is now in ${folder}`,
};
