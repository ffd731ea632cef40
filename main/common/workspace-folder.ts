/**
 * Decides whether a folder is a data folder of a local workspace. The service deletes leftovers in
 * its folder at each start, so it must not start on a folder with other files; and the application
 * names a workspace before it opens one.
 */
import { lstatSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { AppError, systemCode } from "./errors";
import { copiesFolderName, listCopies } from "./database/copy-files";
import { countRows, inspectDatabase, type Inspection } from "./database/inspect";

export const databaseName = "workspace.db";
/**
 * The application_id in the header of a workspace database ("DBLW"); `inspectFolder` recognises the
 * database by it.
 */
export const applicationId = 0x44424c57;
/** Tables of every version; a database older than the application id is recognised by them. */
const firstTables = ["files", "publishing", "removals", "uploads", "parts", "spent_urls"];
/** First version that sets the application id. */
export const firstVersionWithId = 4;

export const keyBytes = 32;
/** A key file contains this line, then the key in hexadecimal, then a line break. */
export const keyFileHeading = "dubyard service key 1\n";
const keyFilePattern = new RegExp(`^${keyFileHeading}([0-9a-f]{${keyBytes * 2}})\n$`);

/**
 * The key in a key file; null for other content. Earlier versions wrote only the bytes of the key.
 */
export function parseKeyFile(content: Buffer): Buffer | null {
  if (content.length === keyBytes) return content;
  const [, hex] = keyFilePattern.exec(content.toString("latin1")) ?? [];
  return hex === undefined ? null : Buffer.from(hex, "hex");
}

/** State of a data folder when the service starts. */
export type FolderState =
  /** Missing, empty, or partly created by a start that was interrupted. */
  | "new"
  | "own"
  /** A folder of the service whose database is missing, or cannot be opened. */
  | "database-missing"
  | "database-damaged";

/** Files that operating systems create in folders; a folder with only these counts as empty. */
const systemFiles = /^(\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;
const lockFile = /^service\.lock([.-].*)?$/;
/** Every entry that the service creates at the top of its folder. */
const ownNames = new RegExp(
  `^(service\\.key|bucket\\.json|moving\\.json|workspace\\.db([.-].*)?|media|renamed|scripts|staging|uploads|takes|deliveries|work|samples|peaks|previews|packs|restoring|set-aside|${copiesFolderName})$`,
);
const contentFolders = ["media", "renamed", "scripts"];

/**
 * Determines whether a folder belongs to the service; changes nothing in it. A data folder is
 * recognised by the application id in the header of workspace.db together with a valid service.key.
 * A database written before the id was introduced is recognised by its version and tables. A file
 * with an expected name but other content is ignored.
 * @throws AppError "invalid-input" naming dataDir for a folder with other files, and for a file;
 * the system's own error for one that cannot be read.
 */
export function inspectFolder(dataDir: string): FolderState {
  const names = namesIn(dataDir).filter((name) => !systemFiles.test(name));
  if (names.length === 0) return "new";
  const database = inspectDatabase(path.join(dataDir, databaseName));
  const key = keyIn(dataDir);
  const hasCopies = listCopies(path.join(dataDir, databaseName)).length > 0;
  const hasOnlyOwnNames = names.every((name) => ownNames.test(name) || lockFile.test(name));

  // SECURITY: the database alone is not sufficient: backups contain one too, and it may be copied
  // to any folder.
  if (isOwnDatabase(database) && (key === "own" || hasOnlyOwnNames)) return "own";
  if (isMissingOrEmpty(database)) {
    if (key === "own" || (hasCopies && hasOnlyOwnNames)) return "database-missing";
    const hasStaging = names.includes("staging") && names.includes("uploads");
    if (hasOnlyOwnNames && hasStaging && names.some((name) => contentFolders.includes(name)))
      return "database-missing";
    if (names.every((name) => isFromInterruptedStart(dataDir, name))) return "new";
  }
  if (isDamaged(database) && (key === "own" || (hasCopies && hasOnlyOwnNames)))
    return "database-damaged";
  throw folderError(dataDir, "the folder contains other files; choose an empty folder");
}

/** A workspace that exists in a folder. */
export interface FoundWorkspace {
  /** Absolute. */
  folder: string;
  /** Null if its database is damaged or missing. */
  counts: { projects: number; files: number } | null;
}

/** The workspace in a folder, or in one above it; null if there is none. Changes nothing. */
export function findWorkspace(folder: string): FoundWorkspace | null {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const found = workspaceIn(at);
    if (found || at === path.dirname(at)) return found;
  }
}

function workspaceIn(folder: string): FoundWorkspace | null {
  try {
    const state = inspectFolder(folder);
    if (state === "new") return null;
    return { folder, counts: state === "own" ? countsOf(folder) : null };
  } catch {
    // Another folder, or one that cannot be read.
    return null;
  }
}

function countsOf(folder: string): FoundWorkspace["counts"] {
  const file = path.join(folder, databaseName);
  const projects = countRows(file, "projects", "status <> 'removed'");
  const files = countRows(file, "files");
  return projects === null || files === null ? null : { projects, files };
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
    if (systemCode(error) === "ENOTDIR") throw folderError(dataDir, "is not a folder", error);
    throw error;
  }
}

function keyIn(dataDir: string): "own" | "other" | "none" {
  const file = path.join(dataDir, "service.key");
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return "none";
  // A key file is short; a longer file is not read.
  if (!found.isFile() || found.size > 1024) return "other";
  return parseKeyFile(readFileSync(file)) ? "own" : "other";
}

function isOwnDatabase(found: Inspection): boolean {
  if (found.kind === "damaged") return found.applicationId === applicationId;
  if (found.kind !== "database") return false;
  if (found.applicationId === applicationId) return true;
  const { version, tables } = found;
  const isOfOldVersion = version > 0 && version < firstVersionWithId;
  return (
    found.applicationId === 0 &&
    isOfOldVersion &&
    firstTables.every((table) => tables.includes(table))
  );
}

/** Whether there is no database, or one without any table. */
function isMissingOrEmpty(found: Inspection): boolean {
  if (found.kind === "missing" || found.kind === "empty") return true;
  return found.kind === "database" && found.version === 0 && found.tables.length === 0;
}

function isDamaged(found: Inspection): boolean {
  return found.kind === "damaged" || found.kind === "other";
}

/** The service creates its lock first, then its database, then its key. */
function isFromInterruptedStart(dataDir: string, name: string): boolean {
  if (name === databaseName || name.startsWith(`${databaseName}-`)) return true;
  if (!lockFile.test(name)) return false;
  const { kind } = inspectDatabase(path.join(dataDir, "service.lock"));
  return kind === "empty" || kind === "database";
}

function folderError(dataDir: string, message: string, cause?: unknown): AppError {
  return new AppError("invalid-input", `dataDir: ${path.basename(dataDir)}: ${message}`, {
    details: [{ field: "dataDir", message }],
    cause,
  });
}
