import type { MaintenanceJob } from "../../../../preload/contract/maintenance";
import { formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "file", "files");
const running: Record<MaintenanceJob["kind"], string> = {
  backup: "Backing up…",
  restore: "Restoring…",
  move: "Moving…",
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
  restoredAsNew: "The backup was restored as a new workspace",
  moved: (folder: string) => `The workspace is now in ${folder}`,
};
