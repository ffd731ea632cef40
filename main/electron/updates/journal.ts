/**
 * The journal of an update that this application has installed itself: it counts the starts of the
 * new version until one succeeds. After two that failed, the previous file can be put back.
 */
import { existsSync, linkSync, copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { updateRefusals, type UpdateRefusal } from "../../../preload/facts/updates";
import { replaceFileDurably, syncFolderNow } from "../../common/private-files";
import { renameFileSync } from "../../common/rename";

/** The size and the hash of a file in a signed list. */
export const signedFile = z.object({ size: z.number(), sha512: z.string() });

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
  /** Set if the previous file is the installer of the previous version, which has to be run. */
  installer: signedFile.nullable().default(null),
  /** Whether that installer was run, or is about to be run. */
  isReverting: z.boolean().default(false),
});
export type Journal = z.infer<typeof journalSchema>;

/** Path of the journal in the folder of updates. */
const journalFile = (folder: string) => path.join(folder, "journal.json");
/** Contains the version that was put back. */
const revertedFile = (folder: string) => path.join(folder, "reverted.json");
/** Contains why an installation failed when the application had ended. */
const refusalFile = (folder: string) => path.join(folder, "refused.json");

/** So many starts have to fail. */
const maxFailedStarts = 2;

/** Reads a file of the folder of updates. Null if there is none, or it is damaged. */
export function readUpdateFile<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** The journal. Without one nothing can be put back. */
const read = (folder: string): Journal | null => readUpdateFile(journalFile(folder), journalSchema);

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
    if (isRevertedTo(journal, version)) noteReverted(folder, journal);
    // The installer of a version that stays is needed for the next update.
    if (existsSync(journal.target) && !journal.installer) rmSync(journal.previous, { force: true });
    rmSync(journalFile(folder), { force: true });
    return null;
  }
  if (journal.hasSucceeded) {
    // The second start: the previous file is not needed any more.
    rmSync(journal.previous, { force: true });
    rmSync(journalFile(folder), { force: true });
    return null;
  }
  // The installer of the previous version did not run, if it was started.
  writeJournal(folder, {
    ...journal,
    failedStarts: journal.failedStarts + 1,
    isReverting: false,
  });
  const isUsable = existsSync(journal.previous) && existsSync(journal.target);
  return journal.failedStarts >= maxFailedStarts && isUsable ? journal : null;
}

/** The window is shown, and the database is open. */
export function startSucceeded(folder: string, version: string): void {
  const journal = read(folder);
  if (journal?.to === version && !journal.hasSucceeded)
    writeJournal(folder, { ...journal, hasSucceeded: true });
}

const isRevertedTo = (journal: Journal, version: string) =>
  journal.isReverting && journal.from === version;
const noteReverted = (folder: string, { to }: Journal) =>
  replaceFileDurably(revertedFile(folder), JSON.stringify({ version: to }));

/** The journal if this version was installed again by its installer, and has not started since. */
export function revertedTo(folder: string, version: string): Journal | null {
  const journal = read(folder);
  return journal && isRevertedTo(journal, version) ? journal : null;
}

/**
 * Puts the previous file back. At every moment one of the two versions is installed. An installer
 * is left to the caller, which runs it when this process ends: until the previous version starts,
 * the journal stays.
 */
export function revert(folder: string, journal: Journal): void {
  if (journal.installer) {
    writeJournal(folder, { ...journal, isReverting: true });
    return;
  }
  noteReverted(folder, journal);
  renameFileSync(journal.previous, journal.target);
  syncFolderNow(path.dirname(journal.target));
  rmSync(journalFile(folder), { force: true });
}

/** Reads a file and deletes it. Null if there is none, or it is damaged. */
function takeFile<T>(file: string, schema: z.ZodType<T>): T | null {
  const found = readUpdateFile(file, schema);
  rmSync(file, { force: true });
  return found;
}

/** The version that was put back; reported once. Null for none. */
export const takeReverted = (folder: string): string | null =>
  takeFile(revertedFile(folder), z.object({ version: z.string() }))?.version ?? null;

/** Notes for the next start why an installation failed. */
export function noteRefusal(folder: string, refusal: UpdateRefusal): void {
  try {
    replaceFileDurably(refusalFile(folder), JSON.stringify({ refusal }));
  } catch {
    // The next start does not show the reason; it offers the version again.
  }
}

/** Why an installation failed when the application had ended; reported once. Null for none. */
export const takeRefusal = (folder: string): UpdateRefusal | null =>
  takeFile(refusalFile(folder), z.object({ refusal: z.enum(updateRefusals) }))?.refusal ?? null;

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
