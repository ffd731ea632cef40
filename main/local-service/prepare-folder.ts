/** The data folder of a local service before it is opened. */
import path from "node:path";
import { describeDamage } from "../common/database/copies";
import { AppError } from "../common/errors";
import { tightenFolder } from "../common/private-files";
import { findWorkspace, inspectFolder, type FolderState } from "../common/workspace-folder";
import { createFolder } from "./objects/files";
import { migrations } from "./rows/migrations";
import { databaseName } from "./rows/sqlite";
import type { LocalServiceOptions } from "./service-options";

/** A workspace inside of another one would be part of its folder: moved and removed with it. */
function insideError(folder: string): AppError {
  const message = `is inside the folder of another workspace: ${folder}`;
  return new AppError("invalid-input", `dataDir: ${message}`, {
    details: [{ field: "dataDir", message }],
  });
}

type FolderOptions = Pick<LocalServiceOptions, "dataDir" | "databaseUrl" | "mayRestoreCopy">;

/** Checks and creates the data folder. @throws AppError as `createLocalService` */
export async function prepareFolder({
  dataDir,
  databaseUrl,
  mayRestoreCopy = false,
}: FolderOptions): Promise<FolderState> {
  const state = inspectFolder(dataDir);
  const around = state === "new" ? findWorkspace(dataDir) : null;
  if (around) throw insideError(around.folder);
  if (state === "database-missing" && !mayRestoreCopy && databaseUrl === undefined) {
    const message = `${databaseName} is missing beside media or a key`;
    throw await describeDamage(state, path.join(dataDir, databaseName), message, migrations);
  }
  await createFolder(path.resolve(dataDir));
  // SECURITY: other users of this computer must not read the data folder, even if it existed
  // before.
  tightenFolder(dataDir);
  return state;
}
