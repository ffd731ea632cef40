/** Whose a data folder is. A service tidies its folder at each start, and must not take other files for its own. */
import { lstatSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { AppError, systemCode } from "../common/errors";
import { copiesFolderName, listCopies } from "../common/database/copies";
import { inspectDatabase, type Inspection } from "../common/database/inspect";
import { readKey } from "./keys";
import { applicationId, firstTables, firstVersionWithId } from "./rows/schema";
import { databaseName } from "./rows/sqlite";

/** What a data folder is at the start of a service. */
export type FolderState =
  /** Not there, empty, or the beginning of a folder whose making was cut off. */
  | "new"
  | "own"
  /** A folder of ours whose database is missing, or cannot even be opened. */
  | "database-missing"
  | "database-damaged";

/** What systems leave in folders that a person calls empty. */
const negligible = /^(\.DS_Store|Thumbs\.db|desktop\.ini|lost\+found)$/;
const lockFile = /^service\.lock([.-].*)?$/;
/** Everything that a service makes at the top of its folder. */
const ownNames = new RegExp(
  `^(service\\.key|workspace\\.db([.-].*)?|media|renamed|scripts|staging|uploads|restoring|set-aside|${copiesFolderName})$`,
);
const ofBytes = ["media", "renamed", "scripts"];

/**
 * Finds out whether a folder is a service's own, without changing anything in it. The mark is the application id in
 * the header of workspace.db together with a service.key of ours; a database of the time before the id counts by
 * its version and tables. A file of one of our names with other content marks nothing.
 * @throws AppError "invalid-input" naming dataDir for a folder with other files; the system's own error for one that
 * cannot be read.
 */
export function inspectFolder(dataDir: string): FolderState {
  const names = namesIn(dataDir).filter((name) => !negligible.test(name));
  if (names.length === 0) return "new";
  const database = inspectDatabase(path.join(dataDir, databaseName));
  const key = keyIn(dataDir);
  const hasCopies = listCopies(path.join(dataDir, databaseName)).length > 0;
  const hasOnlyOwnNames = names.every((name) => ownNames.test(name) || lockFile.test(name));

  // SECURITY: the database alone is not enough: a backup holds one as well, and so may any folder.
  if (isOwnDatabase(database) && (key === "own" || hasOnlyOwnNames)) return "own";
  if (isUnmade(database)) {
    if (key === "own" || (hasCopies && hasOnlyOwnNames)) return "database-missing";
    const hasStaging = names.includes("staging") && names.includes("uploads");
    if (hasOnlyOwnNames && hasStaging && names.some((name) => ofBytes.includes(name)))
      return "database-missing";
    if (names.every((name) => isBeginning(dataDir, name))) return "new";
  }
  if (isDamaged(database) && (key === "own" || (hasCopies && hasOnlyOwnNames)))
    return "database-damaged";
  throw refused(dataDir);
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
  // A key is a line; anything longer is not read.
  if (!found.isFile() || found.size > 1024) return "other";
  return readKey(readFileSync(file)) ? "own" : "other";
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

/** No database, or one in which nothing was ever created. */
function isUnmade(found: Inspection): boolean {
  if (found.kind === "missing" || found.kind === "empty") return true;
  return found.kind === "database" && found.version === 0 && found.tables.length === 0;
}

function isDamaged(found: Inspection): boolean {
  return found.kind === "damaged" || found.kind === "other";
}

/** A service makes its lock first, then its database, then its key. */
function isBeginning(dataDir: string, name: string): boolean {
  if (name === databaseName || name.startsWith(`${databaseName}-`)) return true;
  if (!lockFile.test(name)) return false;
  const { kind } = inspectDatabase(path.join(dataDir, "service.lock"));
  return kind === "empty" || kind === "database";
}

function refused(dataDir: string): AppError {
  const message = "the folder holds other files; choose an empty one";
  return new AppError("invalid-input", `dataDir: ${path.basename(dataDir)}: ${message}`, {
    details: [{ field: "dataDir", message }],
  });
}
