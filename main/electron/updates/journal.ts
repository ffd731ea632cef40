/**
 * The journal of an update that this application has installed itself: it counts the starts of the
 * new version until one succeeds. After two that failed, the previous file can be put back.
 */
import { existsSync, linkSync, copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { replaceFileDurably, syncFolderNow } from "../../common/private-files";
import { renameFileSync } from "../../common/rename";

const journalSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** The installed file, and the previous one. */
  target: z.string(),
  previous: z.string(),
  /** The schema of the database before the update. */
  schema: z.number(),
  /** Starts of the new version that have not succeeded. */
  failedStarts: z.number(),
  hasSucceeded: z.boolean(),
  /** The previous file is the installer of the previous version, which has to be run. */
  isInstaller: z.boolean().default(false),
});
export type Journal = z.infer<typeof journalSchema>;

/** Path of the journal in the folder of updates. */
const journalFile = (folder: string) => path.join(folder, "journal.json");
/** Contains the version that was put back. */
const revertedFile = (folder: string) => path.join(folder, "reverted.json");

/** So many starts have to fail. */
const maxFailedStarts = 2;

function read(folder: string): Journal | null {
  try {
    return journalSchema.parse(JSON.parse(readFileSync(journalFile(folder), "utf8")));
  } catch {
    // There is none, or it is damaged: then nothing can be put back.
    return null;
  }
}

/** Before the installed file is replaced. */
export function writeJournal(folder: string, journal: z.input<typeof journalSchema>): void {
  replaceFileDurably(journalFile(folder), JSON.stringify(journal));
}

/**
 * The start of a version. Returns the journal if two starts of it have failed before: the user may
 * want the previous version. A journal of an update that did not happen, or of one that another
 * version has replaced, is deleted, and so is its previous file.
 */
export function beginStart(folder: string, version: string): Journal | null {
  const journal = read(folder);
  if (!journal) return null;
  if (journal.to !== version) {
    // The installer of a version that stays is needed for the next update.
    if (existsSync(journal.target) && !journal.isInstaller)
      rmSync(journal.previous, { force: true });
    rmSync(journalFile(folder), { force: true });
    return null;
  }
  if (journal.hasSucceeded) {
    // The second start: the previous file is not needed any more.
    rmSync(journal.previous, { force: true });
    rmSync(journalFile(folder), { force: true });
    return null;
  }
  writeJournal(folder, { ...journal, failedStarts: journal.failedStarts + 1 });
  const isUsable = existsSync(journal.previous) && existsSync(journal.target);
  return journal.failedStarts >= maxFailedStarts && isUsable ? journal : null;
}

/** The window is shown, and the database is open. */
export function startSucceeded(folder: string, version: string): void {
  const journal = read(folder);
  if (journal?.to === version && !journal.hasSucceeded)
    writeJournal(folder, { ...journal, hasSucceeded: true });
}

/**
 * Puts the previous file back. At every moment one of the two versions is installed. An installer
 * is left to the caller, which runs it when this process ends.
 */
export function revert(folder: string, journal: Journal): void {
  replaceFileDurably(revertedFile(folder), JSON.stringify({ version: journal.to }));
  if (!journal.isInstaller) {
    renameFileSync(journal.previous, journal.target);
    syncFolderNow(path.dirname(journal.target));
  }
  rmSync(journalFile(folder), { force: true });
}

/** The version that was put back; reported once. Null for none. */
export function takeReverted(folder: string): string | null {
  const file = revertedFile(folder);
  try {
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(file, "utf8")));
    return version;
  } catch {
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}

/** Keeps a file under a second name; it stays under its first. */
export function keepAs(file: string, second: string): void {
  rmSync(second, { force: true });
  try {
    linkSync(file, second);
  } catch {
    // FAT and some network drives have no hard links.
    copyFileSync(file, second);
  }
  syncFolderNow(path.dirname(second));
}
