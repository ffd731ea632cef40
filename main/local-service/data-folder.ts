/**
 * Decides whether a folder is a data folder of this service. The service deletes leftovers in its folder at each
 * start, so it must not start on a folder with other files.
 */
import { lstatSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { AppError, systemCode } from "../common/errors";
import { copiesFolderName, listCopies } from "../common/database/copies";
import { inspectDatabase, type Inspection } from "../common/database/inspect";
import { parseKeyFile } from "./keys";
import { applicationId, firstTables, firstVersionWithId } from "./rows/schema";
import { databaseName } from "./rows/sqlite";

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
  `^(service\\.key|workspace\\.db([.-].*)?|media|renamed|scripts|staging|uploads|takes|work|samples|peaks|previews|packs|restoring|set-aside|${copiesFolderName})$`,
);
const contentFolders = ["media", "renamed", "scripts"];

/**
 * Determines whether a folder belongs to the service; changes nothing in it. A data folder is recognised by the
 * application id in the header of workspace.db together with a valid service.key. A database written before the id
 * was introduced is recognised by its version and tables. A file with an expected name but other content is ignored.
 * @throws AppError "invalid-input" naming dataDir for a folder with other files; the system's own error for one that
 * cannot be read.
 */
export function inspectFolder(dataDir: string): FolderState {
  const names = namesIn(dataDir).filter((name) => !systemFiles.test(name));
  if (names.length === 0) return "new";
  const database = inspectDatabase(path.join(dataDir, databaseName));
  const key = keyIn(dataDir);
  const hasCopies = listCopies(path.join(dataDir, databaseName)).length > 0;
  const hasOnlyOwnNames = names.every((name) => ownNames.test(name) || lockFile.test(name));

  // SECURITY: the database alone is not sufficient: backups contain one too, and it may be copied to any folder.
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
  throw otherFilesError(dataDir);
}

function namesIn(dataDir: string): string[] {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return [];
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

function otherFilesError(dataDir: string): AppError {
  const message = "the folder contains other files; choose an empty folder";
  return new AppError("invalid-input", `dataDir: ${path.basename(dataDir)}: ${message}`, {
    details: [{ field: "dataDir", message }],
  });
}
